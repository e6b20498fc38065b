// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/api/ssdp"
	"github.com/ledpost/ledpost/firmware/stage"
	"github.com/ledpost/ledpost/internal/version"
)

// discovery announces nothing: nobody else is in a browser's network.
type discovery struct{}

func newDiscovery(in Inside, l *Listeners, _ *awtrix.Server) (*discovery, ssdp.Device) {
	id := in.Identity
	return &discovery{}, ssdp.Device{
		ID: id.ID, Serial: id.Serial, Name: id.Name, UUID: id.UUID, Version: version.Number, Port: l.Port(),
	}
}

func (*discovery) rename(string) {}

func (*discovery) tasks() []stage.Task { return nil }

func (*discovery) health() []api.Component { return nil }
