// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"bufio"
	"errors"
	"net"
	"sync/atomic"
	"time"
)

// maxPacket is the longest packet accepted from the broker: a body of the HTTP
// API, its topic and overhead.
const maxPacket = 1<<20 + 64<<10

// writing is how long the broker may take to read what we send.
const writing = 10 * time.Second

var errMalformed = errors.New("mqtt: the broker sent a packet without an end to its length")

// limitedConn is a connection that skips packets longer than maxPacket: the
// library would allocate up to 256 MiB before it reads one. It also limits the
// time of a write. One goroutine reads.
type limitedConn struct {
	net.Conn
	r       *bufio.Reader
	head    []byte // the part of the current packet's header that has not been passed on
	rest    int    // bytes of the packet after head
	skipped *atomic.Uint64
}

// bound returns c with these limits; skipped counts the skipped packets.
func bound(c net.Conn, skipped *atomic.Uint64) net.Conn {
	return &limitedConn{Conn: c, r: bufio.NewReader(c), skipped: skipped}
}

// Write implements [net.Conn].
func (b *limitedConn) Write(p []byte) (int, error) {
	if err := b.SetWriteDeadline(time.Now().Add(writing)); err != nil {
		return 0, err
	}
	return b.Conn.Write(p)
}

// Read implements [net.Conn].
func (b *limitedConn) Read(p []byte) (n int, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	for len(b.head) == 0 && b.rest == 0 {
		if err := b.next(); err != nil {
			return 0, err
		}
	}
	if len(b.head) > 0 {
		n = copy(p, b.head)
		b.head = b.head[n:]
		return n, nil
	}
	n, err = b.r.Read(p[:min(len(p), b.rest)])
	b.rest -= n
	return n, err
}

// next reads the fixed header of a packet: its kind, and its length in one to
// four bytes of seven bits, lowest first (MQTT 3.1.1, 2.2). It skips packets
// that are too long.
func (b *limitedConn) next() error {
	head := make([]byte, 0, 5)
	length := 0
	for shift := 0; ; shift += 7 {
		if len(head) == 5 { // the kind and four bytes of length
			return errMalformed
		}
		c, err := b.r.ReadByte()
		if err != nil {
			return err
		}
		if head = append(head, c); len(head) == 1 {
			shift = -7 // the first byte is the kind: the length begins behind it
			continue
		}
		if length |= int(c&0x7f) << shift; c&0x80 == 0 {
			break
		}
	}
	if length > maxPacket {
		b.skipped.Add(1)
		_, err := b.r.Discard(length)
		return err
	}
	b.head, b.rest = head, length
	return nil
}
