// SPDX-License-Identifier: Apache-2.0

// Package ways makes the ways into the device: ports, the API with its rooms and the page,
// AWTRIX, streams of pixels, MQTT, and the announcements by which others find all this. What
// they lead to was made before.
package ways

import (
	"context"
	"log/slog"
	"net"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/api/door"
	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/mqtt"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/api/stream"
	"github.com/ledpost/ledpost/api/web"
	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/apps/custom"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/firmware/hardware"
	"github.com/ledpost/ledpost/firmware/stage"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/logtail"
	"github.com/ledpost/ledpost/internal/metric"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// Inside has the parts that the ways lead to. All must be set but Awtrix and Tail.
type Inside struct {
	Config   config.Config
	Device   *device.Device
	Identity device.Identity // with the name of the configuration
	Starts   int             // of the device so far, with this one
	Hardware *hardware.Hardware
	Preview  *live.Preview // of the panel
	Network  *netinfo.Watcher
	Icons    *icons.Store
	Apps     apps.Set
	Awtrix   *custom.Custom   // shows the frames of AWTRIX's clients; nil = their interface is off
	Web      *webfetch.Client // fetches what apps would fetch
	Tail     *logtail.Tail    // of the log; nil = clients get none

	Dir  string      // of the data
	Keys keys.Config // without Panel, Claimed and Log
	Cert *door.Cert

	Configuration live.Configuration
	Finder        live.PanelFinder
	Tester        live.SelfTester
	Backups       live.Backups
	Reset         live.Resetter
	Updates       Updates

	Health     func() []api.Component // of the whole device, Ways.Health included
	Memory     budget.Parts           // for what comes from outside
	Collectors []metric.Collector     // further ones for /metrics
	Log        *slog.Logger
}

// Updates tells clients of the API and of the broker about newer releases.
type Updates interface {
	live.Updater
	mqtt.Updater
}

// Ways are all of them. Make them with [New].
type Ways struct {
	listeners *Listeners
	guard     *keys.Guard
	claims    *claims
	awtrix    *awtrix.Server // nil = off
	stream    *stream.Server
	server    *api.Server
	broker    *broker
	discovery *discovery
}

// New makes the ways at the ports l. They are open while the tasks run.
func New(in Inside, l *Listeners) *Ways {
	w := &Ways{listeners: l, claims: newClaims(in, l)}
	in.Keys.Claimed, in.Keys.Panel, in.Keys.Log = w.claims.by.Put, w.claims.panel(in.Hardware), in.Log
	w.guard = keys.New(in.Keys)
	w.claims.guard = w.guard
	w.awtrix = newAwtrix(in, w.guard.Commanded)
	w.stream = newStream(in, w.guard.Commanded)
	found, description := newDiscovery(in, l, w.awtrix)
	w.discovery = found
	objects, rooms := w.rooms(in, description)
	w.broker = newBroker(in, objects, w.awtrix, l.Port())
	w.broker.tells(w.guard.Commanded)
	w.server = api.New(api.Config{
		Device: in.Device, Keys: w.guard, Rooms: rooms, Page: web.Handler(), Health: in.Health,
		Door:    door.Config{Also: []net.Listener{l.awtrix}, Cert: in.Cert, FriendsFile: door.FriendsFile(in.Dir)},
		Memory:  in.Memory,
		Version: version.Number, Log: in.Log,
		Collectors: append(in.Collectors, &streamCollector{w.stream}, &mqttCollector{w.broker}),
	})
	return w
}

// Guard returns the guard of the keys.
func (w *Ways) Guard() *keys.Guard { return w.guard }

// Rename tells others another name of the device.
func (w *Ways) Rename(name string) { w.discovery.rename(name) }

// Tasks returns the tasks of the ways to d.
func (w *Ways) Tasks(d *device.Device) []stage.Task {
	all := []stage.Task{
		{Name: "claim", Run: func(ctx context.Context) error { return w.claims.run(ctx, d) }},
		{Name: "api", Run: func(ctx context.Context) error {
			return w.server.Run(ctx, w.listeners.plain, w.listeners.secure, w.listeners.pair)
		}},
		{Name: "stream", Run: w.stream.Run},
	}
	if w.awtrix != nil {
		all = append(all, stage.Task{Name: "awtrix", Run: w.awtrix.Run})
	}
	return append(append(all, w.broker.tasks()...), w.discovery.tasks()...)
}

// Health returns the health of the connections to others.
func (w *Ways) Health() []api.Component { return append(w.broker.health(), w.discovery.health()...) }
