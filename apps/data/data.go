// SPDX-License-Identifier: Apache-2.0

// Package data is an app that shows a value polled from a server or pushed to it.
package data

import (
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// Package is the name of the data app for clients, who push data to it
// (docs/decisions.md 6).
const Package = "com.lametric.diy.devwidget"

// App is the app of the user's own data, for the table of apps.
var App = kit.App{
	Package: Package,
	New:     func(env kit.Env, kept json.RawMessage, version int) device.App { return New(env, kept, version) },
}

// Data shows frames pushed to its widgets, or values from a URL.
type Data struct {
	kit.Distant
	items   []*datum
	kept    map[string]pushed      // for widgets not configured yet
	asks    *kit.Requests          // what to poll
	current atomic.Pointer[[]poll] // the same, for Probe
	probes  chan struct{}          // limits how many probes run at once
	keeper  kit.Seldom
}

// New makes the app.
func New(env kit.Env, kept json.RawMessage, _ int) *Data {
	d := &Data{
		Distant: kit.Distant{Base: kit.NewBase(env)}, kept: readPushed(kept), asks: kit.NewRequests("data", env.Feeds),
		probes: make(chan struct{}, 2), keeper: kit.Seldom{Raw: kept},
	}
	d.Redraw = func() {
		for _, one := range d.items {
			one.seen.Root = nil
		}
	}
	return d
}

// About implements [device.App].
func (d *Data) About() device.About {
	property := func(name, kind, title, description string) device.Property {
		return device.Property{Name: name, Schema: device.Schema{Type: kind, Title: title, Description: description}}
	}
	text := func(name, title, description string, most int) device.Property {
		p := property(name, "string", title, description)
		p.Schema.MaxLen = most
		return p
	}
	seconds := func(name, title, description string) device.Property {
		p := property(name, "integer", title, description)
		p.Schema.Format, p.Schema.Min, p.Schema.Max = "duration", minInterval.Seconds(), 86400
		return p
	}
	interval, url := seconds("interval", "Time between two requests", ""), text("url", "URL",
		"Asked for the value; not needed where frames are pushed", note.MaxURL)
	icon := text("icon", "Icon", "A name, a number or a data URI", 8192)
	interval.Schema.Default, url.Schema.Format, icon.Schema.Format = defaultInterval.Seconds(), "uri", "icon"
	about := kit.About(Package, "My Data", []device.Property{
		url,
		text("pointer", "JSON pointer", "To the value in the answer, such as /main/temp", 256),
		text("text", "Text", "Around the value: {value} °C; {value:1} is with one decimal", 256),
		{Name: "values", Schema: device.Schema{
			Title: "More values", Description: "A name for {name} in the text, and its JSON pointer", MaxLen: maxValues,
			Values: &device.Schema{Type: "string", MaxLen: 256},
		}},
		text("chart", "Chart", "JSON pointer to a list of numbers; /data/*/price takes the price of each item", 256),
		property("min", "number", "Bottom of the chart", "From its values unless it is set"),
		property("max", "number", "Top of the chart", "From its values unless it is set"),
		property("trend", "boolean", "Arrow", "Whether the number has risen or fallen"),
		{Name: "levels", Schema: device.Schema{
			Type: "array", Title: "Colours by value", MaxLen: maxLevels,
			Items: &device.Schema{Properties: []device.Property{
				property("from", "number", "From", ""),
				{Name: "color", Schema: device.Schema{Type: "string", Title: "Colour", Format: "color"}},
			}},
		}},
		text("list", "List",
			"JSON pointer to a list, or /* for the whole answer; each item is a row, in which the other pointers begin", 256),
		text("badge", "Badge", "Before the text of a row: {line}", 64),
		text("badgeColor", "Colour of the badge", "#RRGGBB, or {color}", 64),
		text("end", "End of a row", "{at:in} is the minutes until a time", 64),
		{Name: "most", Schema: device.Schema{Type: "integer", Title: "Rows", Description: "At most", Min: 1, Max: maxRows,
			Default: defaultRows}},
		property("flip", "boolean", "Split-flap", "Letters of a row that change turn over"),
		property("flipSound", "boolean", "Sound of the flaps",
			"Quiet clicks; never over another sound, at night or in quiet hours"),
		icon,
		kit.ColorProperty,
		interval,
		seconds("stale", "Time until it dims",
			"After the last data; three times the time between two requests unless it is set, never without a URL"),
		{Name: "headers", Schema: device.Schema{
			Title: "Header", Description: "Of the request, such as Authorization", MaxLen: maxHeaders, Secret: true,
			Values: &device.Schema{Type: "string", MaxLen: 2048},
		}},
	})
	about.Version = "2.0.0"
	return about
}

// Configure implements [device.Configurer].
func (d *Data) Configure(widgets []device.WidgetSettings) error {
	var items []*datum
	for i, w := range widgets {
		one := &datum{Owned: kit.Owned{ID: w.ID}, title: kit.Printable(w.Title), settings: string(w.Settings)}
		if err := one.configure(w.Settings); err != nil {
			err.Field = fmt.Sprintf("[%d].settings.%s", i, err.Field)
			return err
		}
		one.take(kit.Find(d.items, w.ID), d.kept[w.ID])
		items = append(items, one)
	}
	d.items, d.kept = items, nil
	clear(d.Views)
	polls := d.polls()
	d.current.Store(&polls)
	var want []kit.Request
	for _, p := range polls {
		want = append(want, kit.Request{Key: p.widget + " " + p.settings, Every: p.cfg.interval(), Ask: d.asking(p)})
	}
	d.asks.Put(want)
	return nil
}

// SetRegion implements [device.Localizer].
func (d *Data) SetRegion(r device.Region) {
	d.Region = r
	for _, one := range d.items {
		if one.got != nil {
			one.frames, _ = one.made(one.got, d.writing(one.now))
		}
	}
	d.Refresh()
}

// writing returns how numbers and times of the day are written.
func (d *Data) writing(now time.Time) writing {
	return writing{d.Env.Local(d.Region, ""), d.Env.Zone.Location(), now, false}
}

// Answer shows what a widget's server might answer, for pictures of the widget's settings.
func (d *Data) Answer(widget string, body []byte, now time.Time) error {
	one := kit.Find(d.items, widget)
	if one == nil {
		return device.ErrNoWidget
	}
	p := poll{cfg: one.cfg}
	got, err := p.read(body)
	if err != nil {
		return err
	}
	one.receive(got, d.writing(now), now, d.Env.Clock.Plausible(now))
	return nil
}

// Push implements [device.Pusher].
func (d *Data) Push(widget string, frames []note.Frame, now time.Time) error {
	one := kit.Find(d.items, widget)
	if one == nil {
		return device.ErrNoWidget
	}
	one.show(frames, true, now, d.Env.Clock.Plausible(now))
	d.keeper.Changed = true
	return nil
}

// Shown implements [device.Changer].
func (d *Data) Shown(widget string) []note.Frame {
	if one := kit.Find(d.items, widget); one != nil && one.pushed {
		return one.frames
	}
	return nil
}

// Change implements [device.Changer].
func (d *Data) Change(widget string, frames []note.Frame, at time.Duration, now time.Time) {
	one := kit.Find(d.items, widget)
	before := one.seen
	one.show(frames, true, now, d.Env.Clock.Plausible(now))
	one.goOn(before, d.Painter(), at, now)
	d.keeper.Changed = true
}

// Step implements [device.App]. It asks to be stepped again when data becomes stale,
// or pushed frames are to be kept.
func (d *Data) Step(now time.Time) device.Now {
	out := device.Now{Views: d.Views}
	defer d.brief()
	for _, one := range d.items {
		one.local, one.zone, one.now, one.far = d.Env.Local(d.Region, ""), d.Env.Zone.Location(), now, d.Far
		out.Again = kit.Soonest(out.Again, one.recount())
		view, again := one.view(d.Painter(), now, d.Env.Clock.Plausible(now))
		d.Views[one.ID] = view
		out.Again = kit.Soonest(out.Again, again)
	}
	keep, again := d.keeper.Keep(now, func() json.RawMessage { return writePushed(d.items) })
	out.Keep, out.Again = keep, kit.Soonest(out.Again, again)
	return out
}
