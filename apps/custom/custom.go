// SPDX-License-Identifier: Apache-2.0

// Package custom is the app of the pages that the AWTRIX interface pushes.
package custom

import (
	"encoding/json"
	"reflect"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/awtrix"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// Package is the name of the app that shows the custom apps of AWTRIX
// (docs/awtrix.md). It is not in the table of apps, because only the AWTRIX interface pushes
// anything to it.
const Package = "awtrix.custom"

// App is the app of custom pages, for lists of apps.
var App = kit.App{
	Package: Package,
	New:     func(env kit.Env, kept json.RawMessage, version int) device.App { return New(env, kept, version) },
}

// Config are the settings of a custom app.
type Config struct {
	Name     string `json:"name,omitempty"`     // the name that its sender uses
	Lifetime int    `json:"lifetime,omitempty"` // seconds from its last page until it expires; 0 = never
	Mark     bool   `json:"mark,omitempty"`     // when it expires it stays, in a red frame
	Save     bool   `json:"save,omitempty"`     // its page survives a restart, after which its lifetime begins again
}

// maxLifetime is the maximum lifetime of a custom app: a year, in seconds.
const maxLifetime = 366 * 24 * 3600

// Custom shows the frames pushed to its widgets, each until its lifetime ends, and
// plays sounds that belong to no notification.
type Custom struct {
	kit.Base
	pages  []*page
	kept   map[string][]note.Frame // for widgets not configured yet
	asSent bool                    // text is not in capitals by itself
	track  sounds.Track
	plays  int
	keep   json.RawMessage
	dirty  bool // keep is out of date
}

// New makes the app.
func New(env kit.Env, kept json.RawMessage, version int) *Custom {
	c := &Custom{Base: kit.NewBase(env), keep: kept}
	c.Redraw = c.Refresh
	var all saved
	into := any(&all)
	if version < 2 {
		into = &all.Pages
	}
	_ = json.Unmarshal(kept, into) // it ignores what it cannot read
	c.kept, c.asSent = all.Pages, all.AsSent
	return c
}

// saved is what survives a restart. Version 1 was the pages alone.
type saved struct {
	Pages  map[string][]note.Frame `json:"pages,omitempty"`
	AsSent bool                    `json:"asSent,omitempty"`
}

// Capitals reports whether text is in capitals unless its sender says otherwise. It must be
// called on the device's goroutine.
func (c *Custom) Capitals() bool { return !c.asSent }

// SetCapitals changes that for all later payloads. It must be called on the device's
// goroutine.
func (c *Custom) SetCapitals(on bool) {
	c.dirty = c.dirty || c.asSent == on
	c.asSent = !on
}

// About implements [device.App].
func (c *Custom) About() device.About {
	property := func(name, kind, title, description string) device.Property {
		return device.Property{Name: name, Schema: device.Schema{Type: kind, Title: title, Description: description}}
	}
	name := property("name", "string", "Name", "The name by which its sender addresses it")
	name.Schema.MaxLen = 64
	lifetime := property("lifetime", "integer", "Lifetime", "Seconds after the last page; 0 is for ever")
	lifetime.Schema.Max = maxLifetime
	return device.About{
		Package: Package, Title: "AWTRIX app", Vendor: "ledpost", Version: "1.1.0", Code: 2, Guest: true,
		Settings: device.Schema{Properties: []device.Property{
			name, lifetime,
			property("mark", "boolean", "Stay after the lifetime", "In a red frame"),
			property("save", "boolean", "Outlive a restart", ""),
		}},
	}
}

// Configure implements [device.Configurer].
func (c *Custom) Configure(widgets []device.WidgetSettings) error {
	err := kit.Arrange(&c.pages, c.Views, widgets, func(w device.WidgetSettings, cfg Config) *page {
		p := &page{Owned: kit.Owned{ID: w.ID}, cfg: cfg}
		if old := kit.Find(c.pages, w.ID); old != nil {
			p.frames, p.came, p.view, p.over = old.frames, old.came, old.view, old.over
		} else if frames := c.kept[w.ID]; p.cfg.Save && note.ValidateFrames("frames", frames) == nil {
			p.frames = frames
		}
		return p
	})
	if err == nil {
		c.kept, c.dirty = nil, true
	}
	return err
}

// Push implements [device.Pusher].
func (c *Custom) Push(widget string, frames []note.Frame, now time.Time) error {
	p := kit.Find(c.pages, widget)
	if p == nil {
		return device.ErrNoWidget
	}
	if p.came = now; p.over || !reflect.DeepEqual(p.frames, frames) { // an identical one continues to scroll
		p.frames, p.over, p.view.Root = frames, false, nil
		c.dirty = true
	}
	return nil
}

// Gone returns the widgets that have nothing to show, because their lifetime is over
// or nothing was pushed to them since the start, and when another may join them; zero =
// when something has changed. Like the methods of device.App it must be called on the
// device's goroutine.
func (c *Custom) Gone(now time.Time) (widgets []string, next time.Time) {
	for _, p := range c.pages {
		end := p.step(now)
		if p.frames == nil {
			widgets = append(widgets, p.ID)
		}
		next = kit.Soonest(next, end)
	}
	return widgets, next
}

// Passes returns how long the passes of a page's text take; 0 if it does not count them, or
// does not scroll. It must be called on the device's goroutine.
func (c *Custom) Passes(f *note.Frame) time.Duration {
	w, _ := c.Painter().Frame(f)
	if p, ok := w.(*awtrix.Picture); ok && f.Passes > 0 {
		return p.Passes(f.Passes)
	}
	return 0
}

// Play plays t, which needs neither Key nor Volume, instead of the current sound; a
// silent track stops it. It must be called on the device's goroutine.
func (c *Custom) Play(t sounds.Track) {
	c.plays++
	t.Key = strconv.Itoa(c.plays)
	c.track = t
}

// Refresh implements [device.Refresher].
func (c *Custom) Refresh() {
	for _, p := range c.pages {
		p.view.Root = nil
	}
}

// Step implements [device.App]. It asks to be stepped again when a lifetime is over.
func (c *Custom) Step(now time.Time) device.Now {
	out, painter := device.Now{Views: c.Views, Track: c.track}, c.Painter()
	for _, p := range c.pages {
		lived := p.frames != nil
		out.Again = kit.Soonest(out.Again, p.step(now))
		c.Views[p.ID] = p.show(painter, now)
		c.dirty = c.dirty || lived && p.frames == nil
	}
	if c.dirty {
		c.keep, c.dirty = c.saved(), false
	}
	out.Keep = c.keep
	return out
}

// saved returns what survives a restart, nil if that is nothing.
func (c *Custom) saved() json.RawMessage {
	all := saved{map[string][]note.Frame{}, c.asSent}
	for _, p := range c.pages {
		if p.cfg.Save && p.frames != nil {
			all.Pages[p.ID] = p.frames
		}
	}
	if len(all.Pages) == 0 && !all.AsSent {
		return nil
	}
	raw, _ := json.Marshal(all) // cannot fail: all fields are plain
	return raw
}

// page is what one widget shows.
type page struct {
	kit.Owned
	cfg    Config
	frames []note.Frame // nil = nothing
	came   time.Time    // when they were pushed; zero = before the start
	over   bool         // its lifetime has ended, and it stays
	view   device.View  // Root nil = must be redrawn
}

// step ends the page's lifetime if it is over, and returns when it ends; zero = never.
func (p *page) step(now time.Time) (end time.Time) {
	if p.frames == nil || p.over || p.cfg.Lifetime <= 0 {
		return time.Time{}
	}
	if p.came.IsZero() {
		p.came = now
	}
	if end = p.came.Add(time.Duration(p.cfg.Lifetime) * time.Second); end.After(now) {
		return end
	}
	p.view = device.View{}
	if p.over = p.cfg.Mark; !p.over {
		p.frames = nil
	}
	return time.Time{}
}

// show returns the picture of the page, the same one until something changes. Its time
// begins when the page appears, so that text that scrolls is read from its first letter, and
// continues across changes: a moving icon does not restart with each value.
func (p *page) show(painter *paint.Painter, now time.Time) device.View {
	if p.frames == nil || p.view.Root != nil {
		return p.view
	}
	if p.view.Start.IsZero() {
		p.view.Start, p.view.Anew = now, true
	}
	p.view.Root = painter.Picture(&note.Notification{Frames: p.frames})
	if p.over {
		p.view.Root = &render.Stack{Bounds: painter.Size, Layers: []render.Layer{
			{Widget: p.view.Root}, {Widget: &render.Still{Image: awtrix.Mark(painter.Size)}},
		}}
	}
	return p.view
}
