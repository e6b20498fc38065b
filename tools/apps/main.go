// SPDX-License-Identifier: Apache-2.0

// Command ledpost-apps draws apps by others for ledpost: programs in Starlark, as those of
// Tidbyt, which pixlet runs.
//
// Without arguments it draws what it is asked for: on the sockets that systemd hands over, or else
// once, on its standard input and output. Each drawing is a process of its own (ledpost-apps
// draw), without files, without a network, and ended when it takes too long or too much memory.
package main

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/internal/applet"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, applet.Name+":", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "draw":
		return drawAlone(os.Stdin, os.Stdout)
	case len(args) > 0:
		return fmt.Errorf("%q: want no arguments", args[0])
	case os.Getenv("LISTEN_PID") == strconv.Itoa(os.Getpid()):
		return serve(os.NewFile(3, "socket"), applet.MaxTime) // sd_listen_fds(3): the first one is 3
	}
	_, err := supervise(stdio{}, applet.MaxTime)
	return err
}

// stdio is the standard input and output as a connection.
type stdio struct{}

func (stdio) Read(b []byte) (int, error)  { return os.Stdin.Read(b) }
func (stdio) Write(b []byte) (int, error) { return os.Stdout.Write(b) }

// grace is how much longer than a drawing a device may take to read it.
const grace = time.Second

// serve draws for each connection, one after the other: a board has no memory for two. Each ends
// after most and grace, also when its device does not read. socket is closed: what draws would inherit it.
func serve(socket *os.File, most time.Duration) error {
	l, err := net.FileListener(socket)
	socket.Close() // l is a copy
	if err != nil {
		return err
	}
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		_ = conn.SetDeadline(time.Now().Add(most + grace))
		if _, err := supervise(conn, most); err != nil {
			fmt.Fprintln(os.Stderr, applet.Name+":", err)
		}
		conn.Close()
	}
}
