// SPDX-License-Identifier: Apache-2.0

//go:build !js

package live

import (
	"net/http"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/api/keys"
)

// conn is the device's end of a WebSocket.
type conn = websocket.Conn

// accept turns a request into a WebSocket, from whatever origin: that was checked before.
func accept(w http.ResponseWriter, r *http.Request) (*conn, error) {
	return websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols:       []string{keys.Protocol},
		InsecureSkipVerify: true,
	})
}
