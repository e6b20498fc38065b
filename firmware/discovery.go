// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"cmp"
	"context"
	"log/slog"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/mdns"
	"github.com/ledpost/ledpost/api/ssdp"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/version"
)

// discovery lets others on the network find the device.
type discovery struct {
	ssdp *ssdp.Server     // nil = off
	mdns *mdns.Advertiser // nil = off
	log  *slog.Logger
}

// newDiscovery announces the device id at the ports of l. It also returns the
// description that it announces. Nothing is announced for a loopback address,
// which nobody else can reach. reserved is the highest id of a notification
// that may be in use; divided by a thousand it is the number of starts.
func newDiscovery(cfg config.Discovery, id device.Identity, l *listeners, form *awtrixForm, reserved uint64,
	log *slog.Logger) (*discovery, ssdp.Device) {
	d := &discovery{log: log}
	description := ssdp.Device{ID: id.ID, Serial: id.Serial, Name: id.Name, UUID: id.UUID, Version: version.Number, Port: port(l.plain)}
	if l.local() {
		return d, description
	}
	if cfg.SSDP {
		description.Interfaces = cfg.Interfaces
		d.ssdp = ssdp.New(description, int(reserved/1000)+1, log)
	}
	if cfg.MDNS {
		found := mdns.Device{ID: id.ID, Name: id.Name, Plain: port(l.plain), TLS: port(l.secure), Interfaces: cfg.Interfaces}
		if form.server != nil {
			found.Awtrix, found.AwtrixUID = cmp.Or(port(l.awtrix), port(l.plain)), form.server.UID()
		}
		d.mdns = mdns.New(found, log)
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
func (d *discovery) tasks() (all stage) {
	if d.ssdp != nil {
		all = append(all, task{"ssdp", d.runSSDP})
	}
	if d.mdns != nil {
		all = append(all, task{"mdns", d.mdns.Run})
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
		all = append(all, condition("discovery", d.ssdp.Err(), api.Degraded))
	}
	if d.mdns != nil {
		all = append(all, condition("mdns", d.mdns.Err(), api.Degraded))
	}
	return all
}
