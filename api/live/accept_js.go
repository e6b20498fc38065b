// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/coder/websocket"
	gorilla "github.com/gorilla/websocket"

	"github.com/ledpost/ledpost/api/keys"
)

// conn is the device's end of a WebSocket. In a browser, where the demo runs, the library that
// other systems use opens WebSockets and accepts none.
type conn struct{ ws *gorilla.Conn }

// accept turns a request into a WebSocket, from whatever origin: that was checked before.
func accept(w http.ResponseWriter, r *http.Request) (*conn, error) {
	up := gorilla.Upgrader{Subprotocols: []string{keys.Protocol}, CheckOrigin: func(*http.Request) bool { return true }}
	ws, err := up.Upgrade(hijacker{w}, r, nil)
	return &conn{ws}, err
}

// hijacker lets the library take the connection, also from below other writers.
type hijacker struct{ http.ResponseWriter }

// Hijack implements [http.Hijacker].
func (h hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(h.ResponseWriter).Hijack()
}

// Write sends a message, by the deadline of ctx.
func (c *conn) Write(ctx context.Context, kind websocket.MessageType, m []byte) error {
	_ = c.ws.SetWriteDeadline(deadline(ctx))
	if kind == websocket.MessageText {
		return c.ws.WriteMessage(gorilla.TextMessage, m)
	}
	return c.ws.WriteMessage(gorilla.BinaryMessage, m)
}

// Ping asks nothing: nothing lies between the page and the device that could break.
func (c *conn) Ping(ctx context.Context) error { return ctx.Err() }

// Reader waits for a message.
func (c *conn) Reader(context.Context) (websocket.MessageType, io.Reader, error) {
	kind, r, err := c.ws.NextReader()
	return websocket.MessageType(kind), r, err // both count by RFC 6455
}

// Close says goodbye, and ends.
func (c *conn) Close(code websocket.StatusCode, reason string) error {
	_ = c.ws.WriteControl(gorilla.CloseMessage, gorilla.FormatCloseMessage(int(code), reason),
		time.Now().Add(goodbyeTimeout))
	return c.ws.Close()
}

// CloseNow ends without a word.
func (c *conn) CloseNow() error { return c.ws.Close() }

// deadline returns the deadline of ctx; zero = none.
func deadline(ctx context.Context) time.Time {
	at, _ := ctx.Deadline()
	return at
}
