// SPDX-License-Identifier: Apache-2.0

package main

import (
	"math"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/radio"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// jazz is a radio with one station.
const jazz = `{"stations":[{"name":"Jazz","url":"http://radio.example.com/"}]}`

// station returns a radio that sounds, beside the bars of an invented spectrum.
func station(p *paint.Painter) render.Widget {
	heard := make(chan sounds.Heard, 1)
	return staged{
		pkg: radio.Package, settings: jazz,
		env: func(env *kit.Env) { env.Heard, env.Levels = heard, swing() },
		given: func(app device.App, now time.Time) {
			_ = app.Do("a", "radio.play", nil, now) // it has a station
			heard <- sounds.Heard{Key: radio.Package + "/" + app.Step(now).Track.Key, Sounding: true, Title: "Blue in Green"}
			work(app, now)
		},
	}.widget(p)
}

// swing returns levels that move from picture to picture, the low bands slowly and the high
// ones faster, and that are as they were after 40 pictures.
func swing() func() sounds.Levels {
	n := 0
	return func() (l sounds.Levels) {
		n++
		for i := range l {
			turn := 2 * math.Pi * float64(n) / 40
			beat := math.Sin(turn*float64(2+i%5)+float64(i)) * math.Cos(turn*float64(3+i%3))
			l[i] = uint8(150 - 7*i + int(70*beat))
		}
		return l
	}
}
