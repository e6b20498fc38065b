// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"context"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/lametric"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/pair"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/scenes"
	"github.com/ledpost/ledpost/api/ssdp"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/sounds/stations"
)

// objects are the API's objects, for other interfaces.
type objects struct {
	*lametric.Original
	*live.Live
}

// rooms makes the rooms of the API: the original's, ours, and the page's. description is of
// the device as it was announced.
func (w *Ways) rooms(in Inside, description ssdp.Device) (objects, []api.Room) {
	original := lametric.New(lametric.Config{
		Device: in.Device, Network: in.Network, Streams: true, SeesAll: w.guard.SeesAll, Version: version.Number,
		IndexBraces: in.Config.Compat.IndexBraces,
		Update:      func() string { return in.Updates.Update().Offered() },
	})
	shown := live.New(live.Config{
		Device: in.Device, Keys: w.guard, Coming: in.Icons.Coming, Simulate: in.Hardware.Simulate, Log: in.Log,
		Title: func() string { return in.Hardware.Sound().Stats().Title },
		Sent:  func() rest.Messenger { return w.server.Sent() },
	})
	pairing := pair.New(in.Device, in.Log)
	pairing.Use(w.guard)
	rooms := []api.Room{
		original, lametric.Streams{Streamer: w.stream}, shown,
		shown.Panel(in.Preview, in.Config.Page.LEDs.Of(in.Config.Panel.Driver())), shown.Icons(in.Icons),
		shown.Sound(in.Hardware.Sound()), shown.Updates(in.Updates), shown.Doctor(findings(in.Hardware.Examine)),
		shown.Configuration(in.Configuration), shown.PanelFind(in.Finder), shown.Backups(in.Backups), shown.Reset(in.Reset),
		shown.Probe(in.Apps.Data), live.Directories(places{in.Apps.Weather}, stations.New(in.Config.Radio, in.Web)),
		pairing, scenes.New(in.Device, in.Icons),
		rest.List{rest.Page("/device_description.xml", ssdp.Handler(func() ssdp.Device {
			d := description
			d.Name = in.Device.Identity().Name
			return d
		}))},
	}
	if in.Tail != nil { // a device within another program may keep no log
		rooms = append(rooms, shown.Log(in.Tail))
	}
	if w.awtrix != nil {
		rooms = append(rooms, w.awtrix)
	}
	return objects{original, shown}, rooms
}

// findings returns what the doctor finds in the words of the API.
func findings(examine func(context.Context) []doctor.Line) live.Doctor {
	return func(ctx context.Context) (found []live.Finding) {
		for _, l := range examine(ctx) {
			found = append(found, live.Finding{
				Area: l.Area, Name: l.Name, Level: l.Level.String(), Text: l.Text, Fix: l.Fix, Code: string(l.Code),
			})
		}
		return found
	}
}
