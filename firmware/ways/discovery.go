// SPDX-License-Identifier: Apache-2.0

//go:build !js

package ways

import (
	"cmp"
	"context"
	"log/slog"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/api/mdns"
	"github.com/ledpost/ledpost/api/ssdp"
	"github.com/ledpost/ledpost/firmware/stage"
	"github.com/ledpost/ledpost/internal/version"
)

// discovery lets others on the network find the device.
type discovery struct {
	ssdp *ssdp.Server     // nil = off
	mdns *mdns.Advertiser // nil = off
	log  *slog.Logger
}

// newDiscovery announces the device at the ports of l. It also returns the description that
// it announces. Nothing is announced for a loopback address, which nobody else can reach.
// form is the AWTRIX interface; nil = off.
func newDiscovery(in Inside, l *Listeners, form *awtrix.Server) (*discovery, ssdp.Device) {
	d, cfg, id := &discovery{log: in.Log}, in.Config.Discovery, in.Identity
	description := ssdp.Device{
		ID: id.ID, Serial: id.Serial, Name: id.Name, UUID: id.UUID, Version: version.Number, Port: l.Port(),
	}
	if l.Local() {
		return d, description
	}
	if cfg.SSDP {
		description.Interfaces = cfg.Interfaces
		d.ssdp = ssdp.New(description, in.Starts, in.Log)
	}
	if cfg.MDNS {
		found := mdns.Device{
			ID: id.ID, UUID: id.UUID, Name: id.Name, Plain: l.Port(), TLS: port(l.secure), Interfaces: cfg.Interfaces,
		}
		if form != nil {
			found.Awtrix, found.AwtrixUID = cmp.Or(port(l.awtrix), l.Port()), form.UID()
		}
		d.mdns = mdns.New(found, in.Log)
	}
	return d, description
}

// rename announces another name.
func (d *discovery) rename(name string) {
	if d.mdns != nil {
		d.mdns.Rename(name)
	}
}

// tasks returns the tasks that announce the device and answer searches.
func (d *discovery) tasks() (all []stage.Task) {
	if d.ssdp != nil {
		all = append(all, stage.Task{Name: "ssdp", Run: d.runSSDP})
	}
	if d.mdns != nil {
		all = append(all, stage.Task{Name: "mdns", Run: d.mdns.Run})
	}
	return all
}

// runSSDP answers searches. If it fails, the device goes on without it.
func (d *discovery) runSSDP(ctx context.Context) error {
	if err := d.ssdp.Run(ctx); err != nil {
		d.log.Warn("the device cannot be discovered on the network", "err", err)
	}
	return nil
}

func (d *discovery) health() (all []api.Component) {
	if d.ssdp != nil {
		all = append(all, api.Condition("discovery", d.ssdp.Err(), api.Degraded))
	}
	if d.mdns != nil {
		all = append(all, api.Condition("mdns", d.mdns.Err(), api.Degraded))
	}
	return all
}
