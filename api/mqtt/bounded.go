// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/internal/pace"
)

// maxPacket is the longest message accepted from the broker: a body of the HTTP
// API, its topic and overhead.
const maxPacket = 1<<20 + 64<<10

// writing is how long the broker may take to read what we send.
const writing = 10 * time.Second

// Kinds of packets that a broker may send to this client (MQTT 3.1.1, table 2.1).
const (
	connack  = 2
	publish  = 3
	puback   = 4
	suback   = 9
	pingresp = 13
)

var (
	errMalformed = errors.New("mqtt: the broker sent a packet without an end to its length")
	errUnasked   = errors.New("mqtt: the broker sent a packet that does not belong to anything it was asked for")
)

// limitedConn is a connection on which only the packets come that this client asks for. The
// library trusts its broker: it would allocate up to 256 MiB before it reads a packet, keep
// messages that come with QoS 2 until the broker releases them, and panic at more answers to
// a subscription than it has filters. Messages longer than maxPacket are skipped, and all are
// read at the pace of the intake. The time of a write is limited, too. One goroutine reads.
type limitedConn struct {
	net.Conn
	ctx     context.Context // ends with the connection
	end     context.CancelFunc
	filters *atomic.Int64 // of the subscription
	in      *intake
	r       *bufio.Reader
	head    []byte // the part of the current packet's header that has not been passed on
	rest    int    // bytes of the packet after head
}

// bound returns c with these limits.
func bound(c net.Conn, filters *atomic.Int64, in *intake) net.Conn {
	ctx, end := context.WithCancel(context.Background())
	return &limitedConn{Conn: c, ctx: ctx, end: end, filters: filters, in: in,
		r: bufio.NewReader(counted{pace.Reader(ctx, c, in.bytes), &in.read})}
}

// Close implements [net.Conn].
func (b *limitedConn) Close() error {
	b.end()
	return b.Conn.Close()
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
// four bytes of seven bits, lowest first (MQTT 3.1.1, 2.2). It skips messages
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
	if !b.asked(head[0], length) {
		return errUnasked
	}
	if err := b.in.packets.Wait(b.ctx); err != nil {
		return err
	}
	if length > maxPacket {
		return b.skip(head[0], length)
	}
	b.head, b.rest = head, length
	return nil
}

// skip leaves out a message that begins with kind. With QoS 1 it is confirmed, as one that was
// read: after some that are not, a broker sends no more.
func (b *limitedConn) skip(kind byte, length int) error {
	b.in.skipped.Add(1)
	if kind&0x02 == 0 {
		_, err := b.r.Discard(length)
		return err
	}
	confirmed := []byte{puback << 4, 2, 0, 0}
	topic := confirmed[2:] // first the length of the topic, then the id behind it
	if _, err := io.ReadFull(b.r, topic); err != nil {
		return err
	}
	n := int(binary.BigEndian.Uint16(topic))
	if _, err := b.r.Discard(n); err != nil {
		return err
	}
	if _, err := io.ReadFull(b.r, topic); err != nil {
		return err
	}
	if _, err := b.r.Discard(length - 4 - n); err != nil {
		return err
	}
	_, err := b.Write(confirmed)
	return err
}

// asked reports whether this client can have asked for a packet that begins with kind: it
// subscribes and publishes with QoS 1.
func (b *limitedConn) asked(kind byte, length int) bool {
	switch kind >> 4 {
	case publish:
		return kind&0x04 == 0 // QoS 0 or 1, in bits 1 and 2
	case connack, puback:
		return length == 2
	case suback:
		return length == 2+int(b.filters.Load()) // an id, and a byte for each filter
	case pingresp:
		return length == 0
	}
	return false
}
