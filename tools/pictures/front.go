// SPDX-License-Identifier: Apache-2.0

package main

import (
	"time"

	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/window"
)

// A pane is a window on the picture at the top of the README.
type pane struct {
	land string
	at   time.Time
	here kit.Location
	air  window.Air
}

// panes are the windows of a year: an evening at the sea, a town by night, a morning in the mountains, snow.
var panes = []pane{
	{"sea", time.Date(2026, 4, 12, 17, 10, 0, 0, zoneOf("Australia/Sydney")),
		kit.Location{Latitude: -33.9, Longitude: 151.2},
		window.Air{Cover: 0.5, Wind: 5, From: 200}},
	{"town", time.Date(2026, 10, 23, 20, 45, 0, 0, zoneOf("Europe/Amsterdam")),
		kit.Location{Latitude: 52.4, Longitude: 4.9},
		window.Air{Cover: 0.2, Wind: 3, From: 250}},
	{"hills", time.Date(2026, 6, 3, 10, 8, 0, 0, zoneOf("Europe/Vienna")), kit.Location{Latitude: 47.3, Longitude: 11.4},
		window.Air{Cover: 0.45, Wind: 6, From: 90}},
	{"hills", time.Date(2026, 12, 24, 14, 30, 0, 0, zoneOf("Europe/Vienna")),
		kit.Location{Latitude: 47.3, Longitude: 11.4},
		window.Air{Cover: 1, Snow: 1.2, Wind: 2, From: 250, Lies: true}},
}

// zoneOf returns a zone that there is.
func zoneOf(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return zone
}

// show returns the clock before the window.
func (n pane) show(p *paint.Painter) render.Widget {
	outside := func(env *kit.Env) {
		env.Shared.Place, env.Shared.Weather = &n.here, kit.WeatherNow{Icon: "weather-partly", Text: "12°", Air: n.air}
	}
	return staged{pkg: clock.Package, settings: `{"face":"window","landscape":"` + n.land + `"}`, at: n.at,
		env: outside}.widget(p)
}

// paneTime is how long one shows.
const paneTime = 2500 * time.Millisecond

// front is the picture at the top of the README.
func front() []film {
	const first = 400 * time.Millisecond // of the picture: the first window is there alone
	length := time.Duration(len(panes)) * paneTime
	return []film{{name: "panel", from: length + first, until: 2*length + first, fps: 6, style: glowing,
		make: func(p *paint.Painter) render.Widget {
			fade, _ := paint.ParseTransition("fade")
			var steps []render.Step
			for _, n := range panes {
				steps = append(steps, render.Step{Widget: n.show(p), For: paneTime})
			}
			return render.NewSequence(render.Step{}, 0, fade.Render(), steps...) // its first pass begins without a transition
		}}}
}
