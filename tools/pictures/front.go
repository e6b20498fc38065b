// SPDX-License-Identifier: Apache-2.0

package main

import (
	"time"

	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/weather"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
)

// morning is the time on the picture of the README.
var morning = time.Date(2026, 11, 23, 10, 8, 0, 0, time.UTC)

// outside are the temperatures from then on, for the face with the curve.
var outside = []float64{12, 14, 15, 17, 18, 18, 17, 15, 13, 11, 10, 9, 8, 8, 7, 6, 6, 5, 5, 6, 7, 9, 11, 13, 15}

// days is the forecast on it.
var days = []day{{2, 18.1, 5.3}, {0, 19.4, 7.2}, {61, 14, 6.6}}

// scene is a part of the README's picture.
type scene struct {
	make func(p *paint.Painter) render.Widget
	long time.Duration
}

// scenes are three faces of a morning and its weather, and a notification in between.
func scenes() []scene {
	outdoors := func(env *kit.Env) {
		env.Shared.Weather = kit.WeatherNow{Icon: "weather-partly", Text: "12°"}
		env.Shared.Day = kit.Day{From: morning, Hours: outside}
	}
	bell := note.Frame{Icon: kit.Builtin("home-doorbell"), Text: []note.Fragment{{Text: "Door"}}}
	return []scene{
		{staged{pkg: clock.Package, settings: `{"face":"gradient"}`, at: morning}.widget, 2 * time.Second},
		{func(p *paint.Painter) render.Widget { return boardWith(p, morning, bell) }, 5500 * time.Millisecond},
		{staged{pkg: clock.Package, settings: `{"face":"curve"}`, at: morning, env: outdoors}.widget, 2 * time.Second},
		{staged{pkg: weather.Package, settings: place, kept: forecast(morning, 12.4, 2, days, ""), action: "weather.forecast",
			at: morning}.widget, 2500 * time.Millisecond},
	}
}

// front is the picture at the top of the README.
func front() []film {
	const first = 600 * time.Millisecond // of the picture: the first scene is there, and its colon
	length := time.Duration(0)
	for _, s := range scenes() {
		length += s.long
	}
	return []film{{name: "panel", from: length + first, until: 2*length + first, fps: 10, style: glowing,
		make: func(p *paint.Painter) render.Widget {
			wipe, _ := paint.ParseTransition("wipe")
			var steps []render.Step
			for _, s := range scenes() {
				steps = append(steps, render.Step{Widget: s.make(p), For: s.long})
			}
			return render.NewSequence(render.Step{}, 0, wipe.Render(), steps...) // its first pass begins without a transition
		}}}
}
