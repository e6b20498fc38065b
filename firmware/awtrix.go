// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"image"
	"log/slog"
	"net/netip"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/apps/custom"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/firmware/host"
)

// awtrixForm is the AWTRIX interface: its server, and the app that shows its
// content. The zero value is off.
type awtrixForm struct {
	app    *custom.Custom
	server *awtrix.Server
}

// open makes the server, which serves d.
func (f *awtrixForm) open(cfg awtrix.Config, d *device.Device, network *netinfo.Watcher, preview *live.Preview, log *slog.Logger) {
	if f.app == nil {
		return
	}
	f.server = awtrix.New(cfg, d, f.app, awtrix.Machine{
		Screen:  func() *image.RGBA { return preview.Picture() },
		Address: func() netip.Addr { return network.Wifi().IP },
		Signal:  func() int { return network.Wifi().Signal },
		Memory:  host.FreeMemory,
	}, log)
}

// rooms returns its part of the API; none while it is off.
func (f *awtrixForm) rooms() []api.Room {
	if f.server == nil {
		return nil
	}
	return []api.Room{f.server}
}

// tasks returns the task that removes apps whose lifetime is over.
func (f *awtrixForm) tasks() stage {
	if f.server == nil {
		return nil
	}
	return stage{{"awtrix", f.server.Run}}
}
