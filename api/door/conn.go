// SPDX-License-Identifier: Apache-2.0

package door

import (
	"bytes"
	"context"
	"crypto/tls"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// listener accepts connections up to the limits, plain or with TLS.
type listener struct {
	net.Listener
	conns  *conns
	peers  *peers
	tls    *tls.Config
	secure bool // TLS only; otherwise the first byte decides whether it is TLS
}

// Accept waits for the next connection within the limits.
func (l *listener) Accept() (net.Conn, error) {
	inner, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: inner, listener: l, peer: l.peers.of(inner.RemoteAddr())}
	c.open, c.end = context.WithCancel(context.Background())
	l.conns.enter(c).cut()
	return c, nil
}

// conn detects at its first Read whether the client speaks TLS. A silent client
// therefore delays no other connection, and the deadlines hold for it too.
type conn struct {
	// Immutable after enter.
	net.Conn           // the network connection
	listener *listener // the listener that accepted it
	peer     netip.Prefix
	open     context.Context    // ends when the connection is closed
	end      context.CancelFunc // ends open

	// excuse says why it is refused; "" = it is not refused. It changes only
	// before the first request and on the goroutine of the requests.
	excuse string

	// Guarded by conns.mu.
	holder Holder
	used   time.Time // when its last request began or ended; before, when it was accepted or its handshake went on
	busy   bool      // a request is in progress; a WebSocket is one without end
	asked  bool      // a request has been answered
	waits  bool      // the TLS handshake waits for its turn

	greeted sync.Once
	tls     atomic.Pointer[tls.Conn] // nil = plain
	first   []byte                   // read already
	failed  error
	session netip.Prefix // of TLS; invalid before the ClientHello
}

// recordHandshake is the first byte of a ClientHello (RFC 8446, 5.1).
const recordHandshake = 0x16

func (c *conn) greet() {
	c.greeted.Do(func() {
		secure := c.listener.secure
		if !secure {
			b := make([]byte, 1)
			n, err := c.Conn.Read(b)
			if c.first, c.failed = b[:n], err; n == 0 {
				return
			}
			secure = b[0] == recordHandshake
		}
		if secure && c.listener.tls != nil {
			// Enough for most greetings; it grows for one with hybrid keys, which has some 1,700 bytes.
			t := tls.Server(&replay{Conn: c.Conn, conn: c, first: bytes.NewReader(c.first), seen: make([]byte, 0, 512)},
				c.listener.tls)
			c.tls.Store(t)
			c.first = nil
			c.failed = t.Handshake()
		}
	})
}

// replay is a connection some bytes of which have been read already. It remembers the
// ClientHello.
type replay struct {
	net.Conn
	conn  *conn
	first *bytes.Reader
	seen  []byte // has been read, the first maxGreeting bytes; nil = no longer of interest
}

func (r *replay) Read(b []byte) (n int, err error) {
	if r.first.Len() > 0 {
		n, err = r.first.Read(b)
	} else {
		n, err = r.Conn.Read(b)
	}
	if r.seen != nil {
		r.seen = append(r.seen, b[:min(n, maxGreeting-len(r.seen))]...)
	}
	return n, err
}

func (c *conn) Read(b []byte) (int, error) {
	c.greet()
	switch {
	case len(c.first) > 0:
		n := copy(b, c.first)
		c.first = c.first[n:]
		return n, nil
	case c.failed != nil:
		return 0, c.failed
	}
	if t := c.tls.Load(); t != nil {
		return t.Read(b)
	}
	return c.Conn.Read(b)
}

func (c *conn) Write(b []byte) (int, error) {
	c.greet()
	if better := jsonError(b); better != nil {
		_, err := c.write(better)
		return len(b), err
	}
	return c.write(b)
}

func (c *conn) write(b []byte) (int, error) {
	if t := c.tls.Load(); t != nil {
		return t.Write(b)
	}
	return c.Conn.Write(b)
}

// CloseWrite lets net/http end an answer that it sends before the whole request
// has been read, so that the answer arrives although more of the request is
// coming.
func (c *conn) CloseWrite() error {
	if t := c.tls.Load(); t != nil {
		return t.CloseWrite()
	}
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// cut closes the network connection without TLS's closing message, which might
// wait for the other end. The server then closes c. c may be nil.
func (c *conn) cut() {
	if c != nil {
		c.end()
		c.Conn.Close()
	}
}

// Close may be called at any time, also while another goroutine reads.
func (c *conn) Close() error {
	c.listener.conns.leave(c)
	c.end()
	if t := c.tls.Load(); t != nil {
		return t.Close()
	}
	return c.Conn.Close()
}

// state returns the state of the TLS connection, or nil if the connection is
// plain. It is known once something has been read.
func (c *conn) state() *tls.ConnectionState {
	t := c.tls.Load()
	if t == nil {
		return nil
	}
	return new(t.ConnectionState())
}
