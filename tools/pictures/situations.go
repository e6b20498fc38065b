// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/board"
	"github.com/ledpost/ledpost/apps/calendar"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/countdown"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/radio"
	"github.com/ledpost/ledpost/apps/until"
	"github.com/ledpost/ledpost/apps/weather"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// message returns what the panel shows of a notification of one frame.
func message(lead note.IconType, f note.Frame) func(*paint.Painter) render.Widget {
	return func(p *paint.Painter) render.Widget {
		n := note.Notification{IconType: lead, Frames: []note.Frame{f}}
		if lead == note.IconTypeAlert {
			n.Priority = note.PriorityCritical
		}
		return p.Picture(&n)
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
			given: func(app device.App, _ time.Time) { app.(device.Nocturnal).SetNight(true) },
			at:    noon.AddDate(0, 0, -19).Add(-9*time.Hour - 46*time.Minute)}.widget, until: 2 * time.Second, fps: 8},
		{name: "timer", make: staged{pkg: countdown.Package, action: "countdown.start", ago: 253 * time.Second}.widget,
			until: 4 * time.Second, fps: 8},
		{name: "rain", make: staged{pkg: weather.Package, settings: place,
			kept: forecast(noon, 9.4, 3, nil, "0,0,0,0.3,0.4,0.8,1.2,1.6,2.2,3.1,2.4,1.5,1.1,0.9,0.4"),
			into: 4 * time.Second}.widget,
			until: 2 * time.Second, fps: 8},
		{name: "message",
			make:  message(note.IconTypeNone, note.Frame{Icon: kit.Builtin("home-washer"), Text: words("Laundry is done")}),
			until: 4 * time.Second, fps: 10},
		{name: "alert", make: message(note.IconTypeAlert, note.Frame{Icon: kit.Builtin("home-leak"), Text: words("Leak")}),
			until: 4 * time.Second, fps: 10},
		{name: "radio", make: station, until: 4 * time.Second, fps: 10},
		{name: "meeting", make: staged{pkg: calendar.Package, settings: calendars,
			kept: event(noon, "Standup", noon.Add(10*time.Minute), 15*time.Minute)}.widget, until: 6 * time.Second, fps: 8},
		{name: "holiday", make: staged{pkg: until.Package, settings: `{"date":"2026-12-24","name":"Holidays"}`}.widget,
			until: 3 * time.Second, fps: 8},
		{name: "party",
			make:  message(note.IconTypeNone, note.Frame{Text: words("Party!"), Background: note.Background{Name: "plasma"}, Overlay: note.OverlayConfetti}),
			until: 3 * time.Second, fps: 8, style: shaded},
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
	w, _ := p.Frame(&note.Frame{Icon: kit.Builtin("device-wifi"), Text: words(strings.TrimPrefix(address, "http://"))})
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
	return &render.Begun{Widget: render.NewInset(v.Root, time.Second, v.Room, n, 4*time.Second), Ago: -time.Second}
}

// cover returns the cover of an invented album, a yellow moon and its light on waves, as a
// data URI for note.Playing.
func cover() string {
	const side = 96 // pixels: four for each pixel of an icon on 64×32
	m := image.NewRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			m.SetRGBA(x, y, coverAt(float64(x)/side, float64(y)/side))
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, m) // cannot fail: the buffer takes all
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

// coverAt returns the colour of a point of the cover; both coordinates go from 0 to 1.
func coverAt(x, y float64) color.RGBA {
	const horizon, middle, radius = 0.62, 0.5, 0.27
	if y < horizon {
		if math.Hypot(x-middle, y-0.4) < radius {
			return color.RGBA{255, uint8(230 - 150*y), 60, 255}
		}
		return color.RGBA{uint8(30 + 150*y), uint8(20 + 40*y), uint8(90 + 60*y), 255}
	}
	depth := (y - horizon) / (1 - horizon)
	if math.Abs(x-middle) < (0.24-0.14*depth)*(0.6+0.4*math.Sin(40*depth)) {
		return color.RGBA{255, 150, 50, 255}
	}
	return color.RGBA{10, uint8(70 - 40*depth), uint8(150 - 80*depth), 255}
}

// A day is one of a forecast: the code of its weather (WMO 4677), and its temperatures in °C.
type day struct {
	code      int
	high, low float64
}

// week is a forecast that changes, and shower the rain of the next hours in mm.
var week = []day{{61, 14.1, 8.3}, {2, 16.4, 7.2}, {0, 18, 6.6}, {95, 17.2, 9.9}}

const shower = "0,0.1,0.3,0.4,0.8,1.2,1.6,2.2,3.1,2.4,1.5,1.1,0.9,0.4,0.1,0,0,0.2,0.2,0,0,0,0,0"

// forecast is what the weather app keeps of a forecast for the place, from now on.
func forecast(now time.Time, celsius float64, code int, days []day, rain string) string {
	var list []string
	_, east := now.Zone()
	for i, d := range days {
		date := (now.Unix()+int64(east))/86400 + int64(i)
		list = append(list, fmt.Sprintf(`{"day":%d,"code":%d,"high":%g,"low":%g}`, date, d.code, d.high, d.low))
	}
	at := now.Format(time.RFC3339)
	return fmt.Sprintf(
		`{"at 52.5,13.4 ":{"forecast":{"at":%q,"from":%q,"east":%d,"now":{"temperature":%g,"code":%d},"days":[%s],`+
			`"rain":[%s]}}}`,
		at, at, east, celsius, code, strings.Join(list, ","), rain)
}

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
