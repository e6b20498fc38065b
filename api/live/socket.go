// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/device"
)

const (
	pingEvery     = 20 * time.Second
	socketTimeout = 10 * time.Second // for one message to a slow client

	goodbyeTimeout = 300 * time.Millisecond // for the client to answer the last message
)

var errForeign = rest.Refuse(http.StatusForbidden, "Pages of other sites may not open a WebSocket")

// send sends a message. A client that takes nothing for so long is gone, or as good as that:
// what waits for it takes memory.
func send(ctx context.Context, c *conn, kind websocket.MessageType, m []byte) error {
	ctx, cancel := context.WithTimeout(ctx, socketTimeout)
	defer cancel()
	return c.Write(ctx, kind, m)
}

// answers asks whether the client is there still: of a connection whose network went away
// nothing else tells before data are sent.
func answers(ctx context.Context, c *conn) error {
	ctx, cancel := context.WithTimeout(ctx, socketTimeout)
	defer cancel()
	return c.Ping(ctx)
}

// socket turns the request into a WebSocket and calls serve to send on it. It
// ends when serve returns, when the client closes it, or with the server.
//
// Of the pages in browsers, only the device's own may open one: browsers make
// no preflight request for a WebSocket, as they do for other requests between
// sites (CORS).
func (l *Live) socket(
	w http.ResponseWriter, r *http.Request, serve func(context.Context, *conn) error,
) error {
	if r.Header.Get("Sec-WebSocket-Key") == "" {
		w.Header().Set("Upgrade", "websocket")
		return rest.Refuse(http.StatusUpgradeRequired, "This address expects a WebSocket")
	}
	if keys.Foreign(r) {
		return errForeign
	}
	key := l.cfg.Keys.Of(r)
	if key == nil { // it was replaced since it was checked
		return keys.ErrNoKey
	}
	if !l.sockets.begin() {
		return device.ErrStopped
	}
	defer l.sockets.end()
	answer := &rest.Filter{ResponseWriter: w}
	c, err := accept(answer, r)
	if err != nil {
		l.cfg.Log.Debug("no WebSocket", "path", r.URL.Path, "err", err)
		return rest.Refuse(answer.Status, err.Error())
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(l.closing, cancel)()
	go func() { // ends with the socket
		select {
		case <-key.Replaced():
			cancel()
		case <-ctx.Done():
		}
	}()
	// Reading outlives ctx: the goodbye below has an answer, and a reader whose context ends
	// closes the connection.
	reading, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer drain(reading, c, cancel)()
	defer stop()
	err = serve(ctx, c)
	if l.closing.Err() != nil {
		defer time.AfterFunc(goodbyeTimeout, stop).Stop()
		c.Close(websocket.StatusGoingAway, "the device is shutting down")
		return nil
	}
	l.cfg.Log.Debug("a WebSocket has ended", "path", r.URL.Path, "err", err)
	return nil
}

// drain discards what the client sends, until ctx ends, and calls gone once the
// client has closed the connection. The function that it returns waits for its
// end. (websocket.Conn.CloseRead is not used: it waits for 15 s when a client
// sends something.)
func drain(ctx context.Context, c *conn, gone func()) (wait func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer gone()
		for {
			_, m, err := c.Reader(ctx)
			if err == nil {
				_, err = io.Copy(io.Discard, m)
			}
			if err != nil {
				return
			}
		}
	}()
	return func() { c.CloseNow(); <-done } // the close wakes the reader, which may wait for ever
}
