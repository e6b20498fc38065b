// SPDX-License-Identifier: Apache-2.0

package moving

import (
	"encoding/json"
	"fmt"
	"image"
	"time"

	"github.com/ledpost/ledpost/apps/board"
	"github.com/ledpost/ledpost/apps/calendar"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/countdown"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/until"
	"github.com/ledpost/ledpost/apps/weather"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
)

// noon is the time of situations without their own time.
var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// staged is an app in a situation.
type staged struct {
	app      kit.App
	settings string
	kept     string        // by the app, before a restart
	action   string        // carried out; "" = none
	at       time.Time     // zero = noon
	ago      time.Duration // before at, when the app was there already, and the action was
	into     time.Duration // of what takes turns
	shared   kit.Shared    // from the other apps

	given func(app device.App, at time.Time) // tells it news; nil = none
}

// time returns the beginning of the situation.
func (s staged) time() time.Time {
	if s.at.IsZero() {
		return noon
	}
	return s.at
}

// start returns the app in its situation, nil if it refuses its settings.
func (s staged) start(p *paint.Painter) device.App {
	at, env := s.time(), envOf(p)
	*env.Shared = s.shared
	app := s.app.New(env, json.RawMessage(s.kept), 1)
	if l, ok := app.(device.Styler); ok {
		l.SetLook(p.Look)
	}
	widgets := []device.WidgetSettings{{ID: "a", Visible: true, Settings: json.RawMessage(s.settings)}}
	if app.(device.Configurer).Configure(widgets) != nil {
		return nil
	}
	if s.given != nil {
		s.given(app, at)
	}
	app.Step(at.Add(-s.ago))
	if s.action != "" {
		_ = app.Do("a", s.action, nil, at.Add(-s.ago))
	}
	return app
}

// widget returns what the app shows at the beginning, and as long as it has no news.
func (s staged) widget(p *paint.Painter) render.Widget {
	at, app := s.time(), s.start(p)
	if app == nil {
		return nil
	}
	view := app.Step(at).Views["a"]
	if view.Anew {
		return later{view.Root, s.into}
	}
	return later{view.Root, at.Sub(view.Start)}
}

// envOf returns what apps are made with on the panel of p.
func envOf(p *paint.Painter) kit.Env {
	return kit.Env{Size: p.Size, Fonts: p.Fonts, Icons: p.Icons, Zone: time.UTC, Shared: new(kit.Shared)}
}

// message returns what the panel shows of a notification of one frame.
func message(lead note.IconType, f note.Frame) func(*paint.Painter) render.Widget {
	return func(p *paint.Painter) render.Widget {
		return p.Picture(&note.Notification{IconType: lead, Frames: []note.Frame{f}})
	}
}

// situation is a moment of a day.
type situation struct {
	name  string
	make  func(p *paint.Painter) render.Widget
	until time.Duration // of the picture
	fps   int
}

// moments are the situations in which a device is looked at.
func moments() []situation {
	words := func(s string) []note.Fragment { return []note.Fragment{{Text: s}} }
	rain := fmt.Sprintf(`{"at 52.5,13.4 ":{"forecast":{"at":%q,"now":{"temperature":9.4,"code":3},"from":%q,"rain":[%s]}}}`,
		noon.Format(time.RFC3339), noon.Format(time.RFC3339), "0,0,0,0.3,0.4,0.8,1.2,1.6,2.2,3.1,2.4,1.5,1.1,0.9,0.4")
	return []situation{
		{"morning", staged{app: clock.App, settings: `{"alarms":[{"time":"07:00","sunrise":10}]}`,
			at: noon.Add(-5 * time.Hour), ago: 10 * time.Minute}.widget,
			4 * time.Second, 8},
		{"night", staged{app: clock.App, settings: `{"color":"#8C0000"}`, at: noon.Add(-9*time.Hour - 46*time.Minute)}.widget,
			2 * time.Second, 8},
		{"timer", staged{app: countdown.App, action: "countdown.start", ago: 253 * time.Second}.widget,
			4 * time.Second, 8},
		{"rain", staged{app: weather.App, settings: `{"latitude":52.5,"longitude":13.4}`, kept: rain, into: 4 * time.Second}.widget,
			2 * time.Second, 8},
		{"message", message(note.IconTypeNone, note.Frame{Icon: kit.Builtin("home-washer"), Text: words("Laundry is done")}),
			4 * time.Second, 10},
		{"alert", message(note.IconTypeAlert, note.Frame{Icon: kit.Builtin("status-warning"), Text: words("Leak"),
			Color: note.Color{R: 255, G: 60, B: 40, Set: true}}), 4 * time.Second, 10},
		{"radio", station, 4 * time.Second, 10},
		{"meeting", staged{app: calendar.App, settings: `{"urls":["https://example.com/a.ics"]}`,
			kept: event("Standup", noon.Add(10*time.Minute), 15*time.Minute)}.widget, 2 * time.Second, 8},
		{"holiday", staged{app: until.App, settings: `{"date":"2026-12-24","name":"Holidays"}`}.widget,
			3 * time.Second, 8},
		{"party", message(note.IconTypeNone, note.Frame{Text: words("Yes!"), Background: note.Background{Name: "fireworks"}}),
			3 * time.Second, 8},
		{"error", staged{app: weather.App}.widget, 3 * time.Second, 10},
		{"start", func(p *paint.Painter) render.Widget {
			const address = "http://192.168.1.20:8080"
			if w := p.Code(paint.Code{Text: address, Caption: "ledpost"}); w != nil {
				return w
			}
			w, _ := p.Frame(&note.Frame{Text: words("ledpost: " + address)})
			return w
		}, 5 * time.Second, 10},
		{"board", sharedPage, 6 * time.Second, 12},
	}
}

// event is a calendar with one event, as the calendar keeps it.
func event(title string, start time.Time, length time.Duration) string {
	return fmt.Sprintf(`{"known":{"https://example.com/a.ics":{"at":%q,"events":[{"uid":"1","title":%q,"start":%q,"end":%q}]}}}`,
		noon.Format(time.RFC3339), title, start.Format(time.RFC3339), start.Add(length).Format(time.RFC3339))
}

// sharedPage is a board, into which a notification slides.
func sharedPage(p *paint.Painter) render.Widget {
	return boardWith(p, noon, note.Frame{Icon: kit.Builtin("home-washer"), Text: []note.Fragment{{Text: "Done"}}})
}

// boardWith is a board, into which the frame slides after a second for four seconds.
func boardWith(p *paint.Painter, at time.Time, f note.Frame) render.Widget {
	env := envOf(p)
	env.Shared.Tell("example", map[string]kit.Brief{
		"sky":   {Kind: kit.Sky, Icon: kit.Builtin("weather-partly"), Text: "12°"},
		"event": {Kind: kit.Coming, Event: kit.Event{Title: "Standup", Start: at.Add(10 * time.Minute), End: at.Add(time.Hour)}},
	})
	app := board.App.New(env, nil, 1)
	if app.(device.Configurer).Configure([]device.WidgetSettings{{ID: "a"}}) != nil {
		return nil
	}
	view := app.Step(at).Views["a"]
	if view.Room.Empty() {
		return view.Root
	}
	low := *p
	low.Size = view.Room.Size()
	n := low.Picture(&note.Notification{Frames: []note.Frame{f}})
	inset := render.NewInset(view.Root, time.Second, view.Room, n, 4*time.Second)
	return later{inset, -time.Second}
}

// situations are the moments on both panels; the board on the large one.
func situations() (all []Picture) {
	for _, m := range moments() {
		for _, size := range []image.Point{small, large} {
			if m.name == "board" && size == small {
				continue
			}
			name := fmt.Sprintf("%s-%dx%d", m.name, size.X, size.Y)
			all = append(all, Picture{name, m.make, 0, m.until, m.fps, size, flat})
		}
	}
	return all
}
