// SPDX-License-Identifier: Apache-2.0

// Package tronbyt is an app that shows what a Tronbyt server renders.
package tronbyt

import (
	"context"
	"encoding/json"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/render"
)

// Package is the name of the app that shows what a Tronbyt server draws.
const Package = "com.ledpost.tronbyt"

// App is the app of Tronbyt, for the table of apps.
var App = kit.App{Package: Package, New: New}

// fresh is how long a picture shows after the last contact with the server, unless
// the server asked for longer: the picture may be a clock. Each turn of its widget begins with
// the last picture, however old, which shows until another comes.
const fresh = 10 * time.Minute

// Config are the settings of a Tronbyt widget. The zero value asks no server.
type Config struct {
	URL string `json:"url,omitempty"` // of the device on the server: …/<id>, …/<id>/next or …/<id>/ws
	Key string `json:"key,omitempty"` // of the device there; "" = none
}

// Check returns an error for an address that is not one of a server.
func (c *Config) Check() error {
	if _, err := parseAddress(c.URL); c.URL != "" && err != nil {
		return note.Invalid("url", "%v", err)
	}
	return nil
}

// Tronbyt is a screen of Tronbyt servers (https://github.com/tronbyt/server), which
// draw community apps for panels of 64×32 pixels. Its widgets only show pictures: they
// run no code from the server, and accept neither firmware nor restarts.
type Tronbyt struct {
	kit.Base
	screens []*screen
	want    latest.Box[[]kit.Job]
	post    device.Post // of Run; used by jobs alone
}

// screen is what one widget shows.
type screen struct {
	kit.Owned
	cfg     Config
	address address
	gate    *gate
	due     bool // it is shown, or will be in a moment

	picture render.Widget // nil = none came
	until   time.Time     // when it is too old
	trouble error         // why there is none; nil = nothing is wrong
	view    device.View   // the last one
	said    string        // the text in view; "" = it is the picture
}

// New is the factory; nothing is kept.
func New(env kit.Env, _ json.RawMessage, _ int) device.App {
	a := &Tronbyt{Base: kit.NewBase(env), want: latest.New[[]kit.Job]()}
	a.Redraw = func() {
		for _, s := range a.screens {
			s.view = device.View{}
		}
	}
	return a
}

// About implements [device.App].
func (a *Tronbyt) About() device.About {
	return kit.About(Package, "Tronbyt", []device.Property{
		{Name: "url", Schema: device.Schema{Type: "string", Title: "Address", Format: "uri", MaxLen: note.MaxURL,
			Description: "Address of this device on the Tronbyt server, which draws its pictures: " +
				"http://server:8000/<id>/next, or ws://server:8000/<id>/ws", Personal: true}},
		{Name: "key", Schema: device.Schema{Type: "string", Title: "Key",
			Description: "Key of this device, if the server asks for it", Secret: true}},
	})
}

// Configure implements [device.Configurer].
func (a *Tronbyt) Configure(widgets []device.WidgetSettings) error {
	var screens []*screen
	var want []kit.Job
	for i, w := range widgets {
		s := &screen{Owned: kit.Owned{ID: w.ID}, gate: newGate()}
		if err := kit.ReadSettings(i, w, &s.cfg); err != nil {
			return err
		}
		s.address, _ = parseAddress(s.cfg.URL) // Check has parsed it
		switch old := kit.Find(a.screens, w.ID); {
		case old != nil && old.cfg == s.cfg:
			s = old
		case old != nil: // its turn goes on
			s.due = old.due
			s.gate.set(s.due)
		}
		screens = append(screens, s)
		if s.cfg.URL != "" {
			l := link{web: a.Env.Web, memory: a.Env.Memory, address: s.address, key: s.cfg.Key,
				size: a.Env.Size, feeds: a.Env.Feeds, widget: w.ID, gate: s.gate, push: newPushed(), show: a.show(w.ID, s.cfg)}
			want = append(want, kit.Job{Key: w.ID + " " + s.cfg.URL + " " + s.cfg.Key, Run: l.run})
		}
	}
	a.screens = screens
	clear(a.Views)
	a.want.Put(want)
	return nil
}

// Run implements [device.Runner].
func (a *Tronbyt) Run(ctx context.Context, post device.Post) error {
	a.post = post
	return kit.RunJobs(ctx, a.want)
}

// Attend implements [device.Attender].
func (a *Tronbyt) Attend(due func(widget string) bool, now time.Time) {
	for _, s := range a.screens {
		on := due(s.ID)
		if on && !s.due && s.picture != nil && s.until.Before(now.Add(fresh)) {
			s.until = now.Add(fresh)
		}
		s.due = on
		s.gate.set(on)
	}
}

// show returns a function that passes what a link has received to the widget, if it is still wanted.
func (a *Tronbyt) show(widget string, cfg Config) func(context.Context, brought) error {
	return func(ctx context.Context, b brought) error {
		return a.post(ctx, func(now time.Time) {
			s := kit.Find(a.screens, widget)
			if s == nil || s.cfg != cfg {
				return
			}
			s.trouble = b.trouble
			if b.picture != nil {
				s.picture, s.until = b.picture, now.Add(max(2*b.dwell, fresh))
			}
		})
	}
}

// Step implements [device.App].
func (a *Tronbyt) Step(now time.Time) device.Now {
	out, say := device.Now{Views: a.Views}, a.Env.Local(a.Region, "").Phrases
	for _, s := range a.screens {
		if s.picture != nil && s.due && s.until.After(now) {
			out.Again = kit.Soonest(out.Again, s.until)
		}
		a.Views[s.ID] = s.step(a.Painter(), say, now)
	}
	return out
}

// SetRegion implements [device.Localizer]: a picture goes on.
func (a *Tronbyt) SetRegion(r device.Region) { a.Region = r }

// step returns the view at now; the same view until something else is to be shown.
func (s *screen) step(p *paint.Painter, say *kit.Phrases, now time.Time) device.View {
	if s.picture != nil && s.due && !s.until.After(now) {
		s.picture = nil
	}
	words := s.words(say)
	switch {
	case words == "" && s.view.Root != s.picture:
		s.view = device.View{Root: s.picture, Start: now}
	case words != "" && (words != s.said || s.view.Root == nil):
		own := *p
		own.Look = kit.Pale(own.Look)
		w, _ := own.Frame(&note.Frame{Text: []note.Fragment{{Text: words}}})
		s.view = device.View{Root: w, Start: now, Anew: true}
	}
	s.said = words
	return s.view
}

// words returns the text that shows instead of a picture; "" = the picture.
func (s *screen) words(say *kit.Phrases) string {
	switch {
	case s.cfg.URL == "":
		return say.NoServer
	case s.picture != nil:
		return ""
	case s.trouble != nil:
		return "Tronbyt: " + say.Why(s.trouble)
	}
	return "Tronbyt"
}
