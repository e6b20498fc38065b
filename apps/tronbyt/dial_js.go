// SPDX-License-Identifier: Apache-2.0

package tronbyt

import (
	"context"
	"errors"
	"net/http"

	"github.com/coder/websocket"
)

// dial fails: a browser opens no WebSocket with headers, by which the server knows the device.
func (link) dial(context.Context, context.Context, http.Header) (*websocket.Conn, *http.Response, error) {
	return nil, nil, errors.New("tronbyt: a browser cannot be told apart from other devices")
}
