// SPDX-License-Identifier: Apache-2.0

//go:build !js

package tronbyt

import (
	"context"
	"net/http"

	"github.com/coder/websocket"
)

// dial opens the WebSocket, until dialling ends. Its pings and pongs are paced until ctx ends.
func (l link) dial(ctx, dialling context.Context, head http.Header) (*websocket.Conn, *http.Response, error) {
	return websocket.Dial(dialling, l.address.push, &websocket.DialOptions{
		HTTPClient: l.web.Paced(l.push.bytes), HTTPHeader: head,
		OnPingReceived: func(context.Context, []byte) bool { return l.push.frames.Wait(ctx) == nil },
		OnPongReceived: func(context.Context, []byte) { _ = l.push.frames.Wait(ctx) },
	})
}
