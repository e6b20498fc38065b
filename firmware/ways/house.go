// SPDX-License-Identifier: Apache-2.0

//go:build !js

package ways

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"sync"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/house"
	"github.com/ledpost/ledpost/api/ssdp"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/multicast"
)

// services are those of multicast DNS by which displays are found.
var services = map[string]string{
	"_ledpost._tcp.local.":      house.Ledpost,
	"_lametric-api._tcp.local.": house.LaMetric,
	"_awtrix._tcp.local.":       house.Awtrix,
}

// house makes the room that tells which other displays are there. A device that only its own machine can reach, or
// that is not to be found, looks for nobody.
func (w *Ways) house(in Inside) []api.Room {
	cfg := in.Config.Discovery
	if w.listeners.Local() || !cfg.SSDP && !cfg.MDNS {
		return nil
	}
	return []api.Room{house.New(in.Identity.UUID, ownAddresses, func(ctx context.Context, seen func(house.Sight)) {
		searchHouse(ctx, cfg, seen)
	})}
}

// searchHouse looks for displays in the ways in which the device itself can be found. What fails in one of them is
// found by the other, or not at all; /healthz says why.
func searchHouse(ctx context.Context, cfg config.Discovery, seen func(house.Sight)) {
	var wg sync.WaitGroup
	if cfg.SSDP {
		wg.Go(func() {
			_ = ssdp.Search(ctx, cfg.Interfaces, func(f ssdp.Found) {
				s := house.Sight{Kind: house.LaMetric, ID: f.UUID, At: f.At}
				if f.Ours {
					s.Kind = house.Ledpost
				}
				seen(s)
			})
		})
	}
	if cfg.MDNS {
		var kinds []string
		for service := range services {
			kinds = append(kinds, service)
		}
		wg.Go(func() {
			_ = multicast.Browse(ctx, cfg.Interfaces, func(i multicast.Instance) { sighted(i, seen) }, kinds...)
		})
	}
	wg.Wait()
}

// sighted calls seen with an instance of a service, if that speaks for itself: it has told its own address.
func sighted(i multicast.Instance, seen func(house.Sight)) {
	if !slices.Contains(i.IPs, i.From) {
		return
	}
	s := house.Sight{Kind: services[i.Service], ID: i.Text("id"), Name: i.Text("nm")}
	if s.Kind == house.Awtrix {
		s.Name = i.Text("name")
	}
	s.At = netip.AddrPortFrom(i.From, uint16(i.Port))
	seen(s)
}

// ownAddresses returns the addresses of this machine.
func ownAddresses() map[netip.Addr]bool {
	all := map[netip.Addr]bool{}
	addresses, _ := net.InterfaceAddrs()
	for _, a := range addresses {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			all[p.Addr()] = true
		}
	}
	return all
}
