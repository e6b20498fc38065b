// SPDX-License-Identifier: Apache-2.0

package main

import (
	"net"
	"os"
	"strings"
)

// socketName is where ledpost tells that it is ready and alive (sd_notify(3)).
const socketName = run + "/notify"

// notes are the messages of a socket.
type notes struct {
	conn     *net.UnixConn
	messages chan string // one line each; when the reader is behind, they are dropped
}

// listen opens the socket, which ledpost's user can write to.
func listen(name string) (*notes, error) {
	_ = os.Remove(name)
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		return nil, err
	}
	if err := os.Chown(name, user, user); err != nil && os.Getuid() == 0 {
		conn.Close()
		return nil, err
	}
	n := &notes{conn: conn, messages: make(chan string, 8)}
	go n.read()
	return n, nil
}

func (n *notes) read() {
	buf := make([]byte, 4096)
	for {
		size, err := n.conn.Read(buf)
		if err != nil {
			return
		}
		for line := range strings.SplitSeq(strings.TrimSpace(string(buf[:size])), "\n") {
			select {
			case n.messages <- line:
			default:
			}
		}
	}
}

// Close ends the reading.
func (n *notes) Close() error { return n.conn.Close() }
