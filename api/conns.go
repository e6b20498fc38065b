package api

import (
	"bytes"
	"crypto/tls"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
)

// Limits of connections (decisions 10).
const (
	maxConns      = 256 // in all
	maxPartyConns = 64  // of one address
	maxRefused    = 16  // more, that are only told that they are too many
)

// census counts the connections that are open.
type census struct {
	mu      sync.Mutex
	parties map[netip.Prefix]int
	total   int
	refused int
}

func newCensus() *census { return &census{parties: map[netip.Prefix]int{}} }

// enter counts a connection of who. excuse names the limit that it is over; a
// connection that is not let in is not counted and is to be closed at once.
func (c *census) enter(who netip.Prefix) (excuse string, in bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.parties[who] >= maxPartyConns:
		excuse = "Too many connections: at most 64 from one address"
	case c.total >= maxConns:
		excuse = "Too many connections: at most 256 in all"
	default:
		c.parties[who]++
		c.total++
		return "", true
	}
	if c.refused >= maxRefused {
		return excuse, false
	}
	c.refused++
	return excuse, true
}

func (c *census) leave(who netip.Prefix, excuse string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if excuse != "" {
		c.refused--
		return
	}
	c.total--
	if c.parties[who]--; c.parties[who] == 0 {
		delete(c.parties, who)
	}
}

func (c *census) open() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.total
}

// door lets connections in, up to the limits, plain or TLS.
type door struct {
	net.Listener
	census *census
	tls    *tls.Config
	secure bool // TLS only; else TLS when the first byte says so
}

// Accept waits for the next connection that is let in.
func (d *door) Accept() (net.Conn, error) {
	for {
		inner, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		ap, _ := netip.ParseAddrPort(inner.RemoteAddr().String())
		who := party(ap.Addr())
		excuse, in := d.census.enter(who)
		if !in {
			inner.Close()
			continue
		}
		c := &conn{Conn: inner, door: d, excuse: excuse}
		c.left = sync.OnceFunc(func() { d.census.leave(who, excuse) })
		return c, nil
	}
}

// conn finds out at its first Read whether the client speaks TLS, so that a
// client that says nothing holds up nobody, and its deadlines hold.
type conn struct {
	net.Conn        // from the network
	door     *door  // it came through
	excuse   string // why it is refused; "" = it is not
	left     func()

	greeted sync.Once
	tls     atomic.Pointer[tls.Conn] // nil = plain
	first   []byte                   // read already
	failed  error
}

// recordHandshake is the first byte of a ClientHello (RFC 8446, 5.1).
const recordHandshake = 0x16

func (c *conn) greet() {
	c.greeted.Do(func() {
		secure := c.door.secure
		if !secure {
			b := make([]byte, 1)
			n, err := c.Conn.Read(b)
			if c.first, c.failed = b[:n], err; n == 0 {
				return
			}
			secure = b[0] == recordHandshake
		}
		if secure && c.door.tls != nil {
			t := tls.Server(&replay{c.Conn, bytes.NewReader(c.first)}, c.door.tls)
			c.tls.Store(t)
			c.first = nil
			c.failed = t.Handshake()
		}
	})
}

// replay is a connection of which some bytes have been read already.
type replay struct {
	net.Conn
	first *bytes.Reader
}

func (r *replay) Read(b []byte) (int, error) {
	if r.first.Len() > 0 {
		return r.first.Read(b)
	}
	return r.Conn.Read(b)
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
	if better := refusal(b); better != nil {
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

// CloseWrite lets net/http end a response that the client has not deserved, so
// that it arrives although more of the request is coming.
func (c *conn) CloseWrite() error {
	if t := c.tls.Load(); t != nil {
		return t.CloseWrite()
	}
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Close may be called at any time, also by another goroutine while one reads.
func (c *conn) Close() error {
	c.left()
	if t := c.tls.Load(); t != nil {
		return t.Close()
	}
	return c.Conn.Close()
}

// state is of the TLS connection, nil when it is plain. It is known once
// something was read.
func (c *conn) state() *tls.ConnectionState {
	t := c.tls.Load()
	if t == nil {
		return nil
	}
	s := t.ConnectionState()
	return &s
}
