// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
)

// noon is the time of a picture that names none.
var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// staged is an app in a situation. The zero values of all but the package are a new device.
type staged struct {
	pkg      string
	settings string
	kept     string        // by the app, before a restart
	action   string        // carried out; "" = none
	at       time.Time     // in the device's zone; zero = noon
	ago      time.Duration // before at, when the app was there already, and the action was
	into     time.Duration // of what takes turns

	env   func(*kit.Env)                      // what the app is made with; nil = nothing special
	given func(app device.App, now time.Time) // tells it news; nil = none
}

// time returns the beginning of the situation.
func (s staged) time() time.Time {
	if s.at.IsZero() {
		return noon
	}
	return s.at
}

// start returns the app in its situation. Settings that it refuses are a fault of the tables.
func (s staged) start(p *paint.Painter) device.App {
	at := s.time()
	env := kit.Env{Size: p.Size, Fonts: p.Fonts, Icons: p.Icons, Zone: device.NewZone(at.Location()),
		Shared: new(kit.Shared)}
	if s.env != nil {
		s.env(&env)
	}
	all := apps.All(env, map[string]device.SavedApp{s.pkg: {Keep: json.RawMessage(s.kept), Version: 1}}).Apps
	app := all[slices.IndexFunc(all, func(a device.App) bool { return a.About().Package == s.pkg })]
	if a, ok := app.(device.Styler); ok {
		a.SetLook(p.Look)
	}
	if a, ok := app.(device.Configurer); ok {
		widget := device.WidgetSettings{ID: "a", Package: s.pkg, Visible: true, Seconds: 10,
			Settings: json.RawMessage(s.settings)}
		if err := a.Configure([]device.WidgetSettings{widget}); err != nil {
			panic(fmt.Sprintf("%s refuses %s: %v", s.pkg, s.settings, err))
		}
	}
	if s.given != nil {
		s.given(app, at)
	}
	if s.ago != 0 {
		app.Step(at.Add(-s.ago))
	}
	if s.action != "" {
		if err := app.Do("a", s.action, nil, at.Add(-s.ago)); err != nil {
			panic(fmt.Sprintf("%s refuses %s: %v", s.pkg, s.action, err))
		}
	}
	return app
}

// view returns what the app shows on its widget.
func view(app device.App, now time.Time) device.View {
	views := app.Step(now).Views
	if v, ok := views["a"]; ok {
		return v
	}
	return views[""]
}

// widget returns what the app shows at the beginning, and as long as it has no news.
func (s staged) widget(p *paint.Painter) render.Widget {
	v := view(s.start(p), s.time())
	if v.Root == nil {
		return &render.Stack{Bounds: p.Size} // nothing
	}
	if v.Anew {
		return &render.Begun{Widget: v.Root, Ago: s.into}
	}
	return &render.Begun{Widget: v.Root, Ago: s.time().Sub(v.Start) + s.into}
}

// alive returns what the app shows while time goes on.
func (s staged) alive(p *paint.Painter) render.Widget { return living{s.start(p), s.time(), p.Size} }

// living is an app that is stepped at each picture, as the device does.
type living struct {
	app  device.App
	at   time.Time // of its first picture
	size image.Point
}

// Size implements [render.Widget].
func (l living) Size() image.Point { return l.size }

// Period implements [render.Widget].
func (living) Period() time.Duration { return 0 }

// Next returns when the app may have changed: at any time.
func (living) Next(t time.Duration) time.Duration { return t + 1 }

// Draw implements [render.Widget]. Times go forward.
func (l living) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	now := l.at.Add(t)
	v := view(l.app, now)
	begin := v.Start
	if v.Anew && begin.Before(l.at) {
		begin = l.at
	}
	v.Root.Draw(dst, p, now.Sub(begin))
}

// work lets an app do its work in the background until it has something to tell.
func work(app device.App, now time.Time) {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute) // nothing else ends it that fails
	defer stop()
	_ = app.(device.Runner).Run(ctx, func(_ context.Context, tell func(time.Time)) error {
		tell(now)
		stop()
		return errTold
	})
}

// errTold ends the work of an app.
var errTold = errors.New("it has told")

// event is a calendar with one event, as the calendar keeps it; at is when it was read.
func event(at time.Time, title string, start time.Time, length time.Duration) string {
	return fmt.Sprintf(
		`{"known":{"https://example.com/a.ics":{"at":%q,"events":[{"uid":"1","title":%q,"start":%q,"end":%q}]}}}`,
		at.Format(time.RFC3339), title, start.Format(time.RFC3339), start.Add(length).Format(time.RFC3339))
}

// Settings of a calendar, and of a place.
const (
	calendars = `{"urls":["https://example.com/a.ics"]}`
	place     = `{"latitude":52.5,"longitude":13.4}`
)
