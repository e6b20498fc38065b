// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"context"
	"net/netip"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/api/lametric"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/pair"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/scenes"
	"github.com/ledpost/ledpost/api/ssdp"
	"github.com/ledpost/ledpost/api/stream"
	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/apps/weather"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/firmware/host"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/internal/metric"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/render"
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
	own := scripts{in.Apps.Others.Shelf, &in.Apps.Others.Studio, in.Device}
	shop := &offers{scripts: own}
	rooms := []api.Room{
		original, lametric.Streams{Streamer: w.stream}, shown,
		shown.Panel(in.Preview, in.Config.Page.LEDs.Of(in.Config.Panel.Driver())), shown.Icons(in.Icons),
		shown.Sound(in.Hardware.Sound()), shown.Updates(in.Updates), shown.Doctor(findings(in.Hardware.Examine)),
		shown.Configuration(in.Configuration), shown.PanelFind(in.Finder), shown.Backups(in.Backups), shown.Reset(in.Reset),
		live.SelfTest(in.Tester), shown.Probe(in.Apps.Data), live.Directories(places{in.Apps.Weather}, stations.New(in.Config.Radio, in.Web)),
		pairing, w.scenes(in, own), shown.Scripts(own, own, own, others.Package), shown.Studio(own),
		shown.Gallery(shop, shop, others.Package, others.Community),
		rest.List{rest.Page("/device_description.xml", ssdp.Handler(func() ssdp.Device {
			d := description
			d.Name = in.Device.Identity().Name
			return d
		}))},
	}
	rooms = append(append(rooms, w.agents(in)...), w.house(in)...)
	if in.Tail != nil { // a device within another program may keep no log
		rooms = append(rooms, shown.Log(in.Tail))
	}
	if w.awtrix != nil {
		rooms = append(rooms, w.awtrix)
	}
	return objects{original, shown}, rooms
}

// scenes makes the room of scenes.
func (w *Ways) scenes(in Inside, own scripts) *scenes.Room {
	return scenes.New(scenes.Config{
		Device: in.Device, Icons: in.Icons, Programs: programs{own}, Package: others.Package, SeesAll: w.guard.SeesAll,
	})
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

// newAwtrix makes the server of the AWTRIX interface, a room of the API and a guest of the
// broker's connection. It is nil if the interface is off. commanded is told that it has
// obeyed.
func newAwtrix(in Inside, commanded func(how string)) *awtrix.Server {
	if in.Awtrix == nil {
		return nil
	}
	cfg := in.Config.Awtrix
	cfg.Discovery = in.Config.MQTT.Discovery
	return awtrix.New(cfg, in.Device, in.Awtrix, awtrix.Machine{
		Screen:  in.Preview.Picture,
		Address: func() netip.Addr { return in.Network.Wifi().IP },
		Signal:  func() int { return in.Network.Wifi().Signal },
		Memory:  host.FreeMemory,
		Obeyed:  func() { commanded("in AWTRIX's form") },
	}, in.Log)
}

// places finds places for the page, with the server that the weather app asks.
type places struct{ weather *weather.Weather }

// Search implements [live.Places].
func (p places) Search(ctx context.Context, name string) (all []live.Place, err error) {
	found, err := p.weather.Places(ctx, name)
	for _, f := range found {
		all = append(all,
			live.Place{Name: f.Name, Region: f.Region, Country: f.Country, Latitude: f.Latitude, Longitude: f.Longitude})
	}
	return all, err
}

// newStream makes the receiver of streams. A frame of a stream wakes only the loop; none is
// taken from the panel itself. commanded is told that one shows.
func newStream(in Inside, commanded func(how string)) *stream.Server {
	shown := render.NewLive(in.Hardware.Size(), in.Hardware.Loop().Wake)
	about := stream.About{Name: in.Identity.Name, Version: version.Number}
	s := stream.New(streamed{in.Device, commanded}, shown, in.Config.Stream, about, in.Log)
	s.Refuse(in.Hardware.SendsTo)
	return s
}

// streamed is the device, as streams show on it.
type streamed struct {
	*device.Device
	commanded func(how string)
}

// SetStream implements stream.Device.
func (s streamed) SetStream(ctx context.Context, w render.Widget, from device.Sender) error {
	if w != nil {
		s.commanded("as a stream")
	}
	return s.Device.SetStream(ctx, w, from)
}

// streamCollector counts the packets of streams.
type streamCollector struct{ stream *stream.Server }

func (c *streamCollector) Collect(w *metric.Writer) {
	for _, n := range c.stream.Counts() {
		w.Counter("ledpost_stream_packets_total", "Packets of pixel streams, by outcome.",
			n.Packets, "protocol", n.Protocol, "outcome", n.Outcome)
	}
}
