// SPDX-License-Identifier: Apache-2.0

// Package pace bounds what a server that sends without end costs: how fast it is read, and the
// share of the time in which its wishes are done. What is not read stays with the server, as TCP
// has it.
package pace

import (
	"context"
	"io"
	"net"
	"time"

	"golang.org/x/time/rate"
)

// Reader returns a reader of r that reads no faster than bytes lets it, until ctx ends. No read
// may be larger than the burst of bytes.
func Reader(ctx context.Context, r io.Reader, bytes *rate.Limiter) io.Reader {
	return reader{ctx, r, bytes}
}

type reader struct {
	ctx   context.Context
	r     io.Reader
	bytes *rate.Limiter
}

// Read implements [io.Reader].
func (p reader) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	if late := p.bytes.WaitN(p.ctx, n); err == nil {
		err = late
	}
	return n, err
}

// Conn returns c as a connection that is read no faster than bytes lets it, as by [Reader]. A
// read that waits for its time ends with Close, not by a deadline.
func Conn(c net.Conn, bytes *rate.Limiter) net.Conn {
	ctx, end := context.WithCancel(context.Background())
	return &conn{Conn: c, r: Reader(ctx, c, bytes), end: end}
}

type conn struct {
	net.Conn
	r   io.Reader
	end context.CancelFunc
}

// Read implements [net.Conn].
func (c *conn) Read(b []byte) (int, error) { return c.r.Read(b) }

// Close implements [net.Conn].
func (c *conn) Close() error {
	c.end()
	return c.Conn.Close()
}

// MostLabour is for how long wishes are done one after the other.
const MostLabour = time.Second

// Labour bounds the share of the time in which a server's wishes are done: after MostLabour each
// is followed by a rest as long as it took, so that half of the time, and of a board's only core,
// is left for everything else. The zero value has rested. One goroutine may use it.
type Labour struct {
	rested time.Time // when all work so far is made up for
}

// Rest counts work that took so long until now, and returns how long to rest; 0 or less = not at all.
func (l *Labour) Rest(now time.Time, took time.Duration) time.Duration {
	if began := now.Add(-took); l.rested.Before(began) {
		l.rested = began
	}
	l.rested = l.rested.Add(2 * took)
	return l.rested.Sub(now) - MostLabour
}
