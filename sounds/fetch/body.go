// SPDX-License-Identifier: Apache-2.0

package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// body is the body of an answer; it gives up when no data arrives.
type body struct {
	io.ReadCloser
	ctx    context.Context
	cancel context.CancelCauseFunc
	stall  *time.Timer
}

func newBody(ctx context.Context, cancel context.CancelCauseFunc, rc io.ReadCloser) *body {
	b := &body{ReadCloser: rc, ctx: ctx, cancel: cancel}
	b.stall = time.AfterFunc(ByteTimeout, func() { cancel(ErrStalled) })
	b.stall.Stop()
	return b
}

// Read counts only the time that it waits for the network.
func (b *body) Read(p []byte) (int, error) {
	b.stall.Reset(ByteTimeout)
	n, err := b.ReadCloser.Read(p)
	b.stall.Stop()
	if err != nil && err != io.EOF {
		if cause := context.Cause(b.ctx); errors.Is(cause, ErrStalled) {
			return n, cause
		}
		return n, fmt.Errorf("fetch: the connection broke: %w", err)
	}
	return n, err
}

func (b *body) Close() error {
	b.stall.Stop()
	b.cancel(nil)
	return b.ReadCloser.Close()
}

// icyConn turns the status line "ICY 200 OK", with which SHOUTcast servers of
// version 1 answer, into HTTP.
type icyConn struct {
	net.Conn
	begun bool
	ahead []byte
}

func (c *icyConn) Read(p []byte) (int, error) {
	if !c.begun {
		c.begun = true
		var first [4]byte
		n, err := io.ReadFull(c.Conn, first[:])
		if c.ahead = first[:n]; string(c.ahead) == "ICY " {
			c.ahead = []byte("HTTP/1.0 ")
		}
		if n == 0 {
			return 0, err
		}
	}
	if len(c.ahead) > 0 {
		n := copy(p, c.ahead)
		c.ahead = c.ahead[n:]
		return n, nil
	}
	return c.Conn.Read(p)
}
