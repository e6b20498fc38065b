// SPDX-License-Identifier: Apache-2.0

//go:build !js

package ways

import (
	"net/http"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/mcp"
	"github.com/ledpost/ledpost/internal/version"
)

// agents returns the room of the tools for agents.
func (w *Ways) agents(in Inside) []api.Room {
	return []api.Room{mcp.New(mcp.Config{API: func() http.Handler { return w.server.Handler() }, Icons: in.Icons.Index,
		Size: in.Device.Size(), Version: version.Number, Log: in.Log})}
}
