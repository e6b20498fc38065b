// SPDX-License-Identifier: Apache-2.0

package main

import (
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
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
)

// message returns what the panel shows of a notification of one frame.
func message(lead note.IconType, f note.Frame) func(*paint.Painter) render.Widget {
	return func(p *paint.Painter) render.Widget {
		return p.Picture(&note.Notification{IconType: lead, Frames: []note.Frame{f}})
	}
}

// words is a text in one piece.
func words(s string) []note.Fragment { return []note.Fragment{{Text: s}} }

// situations are moments of a day on both panels; the board on the large one.
func situations() (all []film) {
	for _, m := range []film{
		{name: "morning", make: staged{pkg: clock.Package, settings: `{"alarms":[{"time":"07:00","sunrise":10}]}`,
			at: noon.Add(-5 * time.Hour), ago: 10 * time.Minute}.widget, until: 4 * time.Second, fps: 8},
		{name: "night", make: staged{pkg: clock.Package, settings: `{"color":"#8C0000"}`,
			at: noon.Add(-9*time.Hour - 46*time.Minute)}.widget, until: 2 * time.Second, fps: 8},
		{name: "timer", make: staged{pkg: countdown.Package, action: "countdown.start", ago: 253 * time.Second}.widget,
			until: 4 * time.Second, fps: 8},
		{name: "rain", make: staged{pkg: weather.Package, settings: place,
			kept: forecast(noon, 9.4, 3, nil, "0,0,0,0.3,0.4,0.8,1.2,1.6,2.2,3.1,2.4,1.5,1.1,0.9,0.4"), into: 4 * time.Second}.widget,
			until: 2 * time.Second, fps: 8},
		{name: "message", make: message(note.IconTypeNone, note.Frame{Icon: kit.Builtin("home-washer"), Text: words("Laundry is done")}),
			until: 4 * time.Second, fps: 10},
		{name: "alert", make: message(note.IconTypeAlert, note.Frame{Icon: kit.Builtin("status-warning"), Text: words("Leak"),
			Color: note.Color{R: 255, G: 60, B: 40, Set: true}}), until: 4 * time.Second, fps: 10},
		{name: "radio", make: station, until: 4 * time.Second, fps: 10},
		{name: "meeting", make: staged{pkg: calendar.Package, settings: calendars,
			kept: event(noon, "Standup", noon.Add(10*time.Minute), 15*time.Minute)}.widget, until: 2 * time.Second, fps: 8},
		{name: "holiday", make: staged{pkg: until.Package, settings: `{"date":"2026-12-24","name":"Holidays"}`}.widget,
			until: 3 * time.Second, fps: 8},
		{name: "party", make: message(note.IconTypeNone, note.Frame{Text: words("Yes!"), Background: note.Background{Name: "fireworks"}}),
			until: 3 * time.Second, fps: 8},
		{name: "error", make: staged{pkg: weather.Package}.widget, until: 3 * time.Second, fps: 10},
		{name: "start", make: started, until: 5 * time.Second, fps: 10},
		{name: "board", make: sharedPage, until: 6 * time.Second, fps: 12},
	} {
		name := m.name
		for _, m.size = range []image.Point{small, large} {
			if name == "board" && m.size == small {
				continue
			}
			m.name = fmt.Sprintf("%s-%dx%d", name, m.size.X, m.size.Y)
			all = append(all, m)
		}
	}
	return all
}

// started shows the address of the page as a code, or in letters where that is too large.
func started(p *paint.Painter) render.Widget {
	const address = "http://192.168.1.20:8080"
	if w := p.Code(paint.Code{Text: address, Caption: "ledpost"}); w != nil {
		return w
	}
	w, _ := p.Frame(&note.Frame{Text: words("ledpost: " + address)})
	return w
}

// sharedPage is a board, into which a notification slides.
func sharedPage(p *paint.Painter) render.Widget {
	return boardWith(p, noon, note.Frame{Icon: kit.Builtin("home-washer"), Text: words("Done")})
}

// boardWith is a board, into which the frame slides after a second for four seconds.
func boardWith(p *paint.Painter, at time.Time, f note.Frame) render.Widget {
	news := func(env *kit.Env) {
		env.Shared.Tell("example", map[string]kit.Brief{"sky": cool, "event": standup(at)})
	}
	v := view(staged{pkg: board.Package, at: at, env: news}.start(p), at)
	low := *p
	low.Size = v.Room.Size()
	n := low.Picture(&note.Notification{Frames: []note.Frame{f}})
	return later{render.NewInset(v.Root, time.Second, v.Room, n, 4*time.Second), -time.Second}
}
