// SPDX-License-Identifier: Apache-2.0

package main

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
)

// moments are what the clock says and shows on special days, and a new device before its first words, on the large panel.
func moments() (all []film) {
	galicia := &kit.Location{Latitude: 43.37, Longitude: -8.4}
	for _, m := range []struct {
		name, at string // in UTC
		share    kit.Shared
		until    time.Duration
	}{
		{"new_year", "2027-01-01 00:01:05", kit.Shared{}, 15 * time.Second},
		{"birthday", "2026-11-20 19:41:09", kit.Shared{Birthday: "Anna's birthday"}, 6 * time.Second},
		{"first_snow", "2026-11-20 07:12:21", kit.Shared{Weather: kit.WeatherNow{Icon: "weather-snow", Text: "-1°",
			FirstSnow: true}}, 6 * time.Second},
		{"season", "2026-03-20 09:41:19", kit.Shared{}, 6 * time.Second},
		{"full_moon", "2026-11-24 21:41:41", kit.Shared{Place: galicia}, 6 * time.Second},
	} {
		at, _ := time.Parse(time.DateTime, m.at)
		s := staged{pkg: clock.Package, settings: `{"living":["` + m.name + `","weather"]}`, at: at,
			env: func(e *kit.Env) { *e.Shared = m.share }}
		all = append(all, film{name: m.name, make: s.alive, until: m.until, fps: 10})
	}
	all = append(all, film{name: "first_start", until: effects.GreetingLasts, fps: 20,
		make: func(p *paint.Painter) render.Widget { return effects.NewGreeting(p.Size, false) }})
	return append(all, film{name: "eclipse", until: 11 * time.Second, fps: 10, make: func(p *paint.Painter) render.Widget {
		at := time.Date(2026, 8, 12, 17, 31, 37, 0, time.UTC)
		s := staged{pkg: clock.Package, settings: `{"living":["eclipse"]}`, at: at,
			env: func(e *kit.Env) { e.Shared.Place = galicia }}
		return lapse{living{s.start(p), at, p.Size}}
	}})
}

// lapse shows an app in fast motion: as it is once a minute, ten minutes in a second.
type lapse struct{ living }

// Draw implements [render.Widget].
func (l lapse) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	l.living.Draw(dst, p, (600 * t).Truncate(time.Minute))
}
