// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"bytes"
	"log/slog"
	"net"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

// TestDiscovery: the device is announced where others can reach it, in the ways that the
// configuration wants, and its description says which device it is and at which port.
func TestDiscovery(t *testing.T) {
	id := device.Identity{ID: "1", Name: "hall", Serial: "SA1", UUID: "u"}
	for _, row := range []struct {
		name, addr string
		cfg        config.Discovery
		tasks      []string
	}{
		{"all", ":0", config.Discovery{SSDP: true, MDNS: true}, []string{"ssdp", "mdns"}},
		{"one way", ":0", config.Discovery{MDNS: true}, []string{"mdns"}},
		{"the other way", ":0", config.Discovery{SSDP: true, Interfaces: []string{"lo"}}, []string{"ssdp"}},
		{"off", ":0", config.Discovery{}, nil},
		{"on this machine only", "127.0.0.1:0", config.Discovery{SSDP: true, MDNS: true}, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			plain := must.Get(net.Listen("tcp", row.addr))(t)
			defer plain.Close()
			in := Inside{Identity: id, Starts: 13, Log: slog.New(slog.DiscardHandler)}
			in.Config.Discovery = row.cfg
			d, about := newDiscovery(in, &Listeners{plain: plain}, nil)
			if about.ID != id.ID || about.Serial != id.Serial || about.Name != id.Name || about.UUID != id.UUID ||
				about.Port != address(plain).Port {
				t.Errorf("described as %+v", about)
			}
			tasks, healths := d.tasks(), d.health()
			if len(tasks) != len(row.tasks) || len(healths) != len(row.tasks) {
				t.Fatalf("%d tasks, health %+v, want %v", len(tasks), healths, row.tasks)
			}
			for i, name := range row.tasks {
				must.Equal(t, tasks[i].Name, name, "task")
			}
			if row.cfg.SSDP && row.tasks != nil && len(about.Interfaces) != len(row.cfg.Interfaces) {
				t.Errorf("on %v, want %v", about.Interfaces, row.cfg.Interfaces)
			}
		})
	}
}

// TestPairingPort: one that cannot be had is said once, and the device goes on;
// where only this machine can come nothing listens.
func TestPairingPort(t *testing.T) {
	taken := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	for _, c := range []struct {
		name, plain, addr string
		listens           bool
		lines             int
	}{
		{"free", ":0", "127.0.0.1:0", true, 0},
		{"taken", ":0", taken.Addr().String(), false, 1},
		{"off", ":0", "", false, 0},
		{"on this machine only", "127.0.0.1:0", "127.0.0.1:0", false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			plain := must.Get(net.Listen("tcp", c.plain))(t)
			var log bytes.Buffer
			l := &Listeners{plain: plain}
			l.pair = l.more(c.addr, lostPairing, slog.New(slog.NewTextHandler(&log, nil)))
			if (l.pair != nil) != c.listens || strings.Count(log.String(), "\n") != c.lines {
				t.Errorf("%v %s", l.pair, log.String())
			}
			must.Do(t, l.Close())
		})
	}
}
