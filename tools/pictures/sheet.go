// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/apps/calendar"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/countdown"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/playing"
	"github.com/ledpost/ledpost/apps/radio"
	"github.com/ledpost/ledpost/apps/sky"
	"github.com/ledpost/ledpost/apps/stopwatch"
	"github.com/ledpost/ledpost/apps/weather"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/enlarge"
)

// A sheet is a contact sheet: a row for each thing, at every size.
type sheet struct {
	file string
	rows []row
}

// A row is what panels show at an instant.
type row struct {
	name string
	make func(p *paint.Painter) render.Widget
	at   time.Duration
}

// sheets returns all sheets.
func sheets() []sheet {
	return []sheet{
		{"apps.png", append(appRows(), rows("text ", texts())...)},
		{"effects.png", slices.Concat(rows("", backgrounds()), rows("", overlays()))},
		{"transitions.png", rows("to ", transitions())},
	}
}

// rows returns a row for each film, with prefix before its name.
func rows(prefix string, films []film) (all []row) {
	for _, m := range films {
		all = append(all, row{prefix + m.name, m.make, m.still})
	}
	return all
}

// draw returns what the panel of p shows.
func (r row) draw(p *paint.Painter) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: p.Size})
	render.Clear(m)
	r.make(p).Draw(m, image.Point{}, r.at)
	return m
}

// sheetSizes are the sizes of panels on a sheet, the largest first.
var sheetSizes = []image.Point{large, small, {32, 8}, {16, 16}, {8, 8}}

// Layout of a sheet, in pixels of the picture.
const (
	sheetScale   = 4 // for one pixel of a panel
	sheetColumns = 3
	sheetGap     = 8
	sheetLabel   = 190 // width
)

var (
	sheetPaper = color.RGBA{0x26, 0x26, 0x2c, 0xff}
	sheetInk   = color.RGBA{0xc8, 0xd4, 0xe0, 0xff}
)

// draw arranges the rows in columns, each with its name in front.
func (s sheet) draw(p panels) *image.RGBA {
	wide, high := sheetLabel, 0
	for _, size := range sheetSizes {
		wide += size.X*sheetScale + sheetGap
		high = max(high, size.Y*sheetScale+sheetGap)
	}
	column := (len(s.rows) + sheetColumns - 1) / sheetColumns
	m := image.NewRGBA(image.Rect(0, 0, sheetColumns*(wide+sheetGap)+sheetGap, column*high+sheetGap))
	draw.Draw(m, m.Rect, image.NewUniform(sheetPaper), image.Point{}, draw.Src)
	for i, r := range s.rows {
		at := image.Pt(sheetGap+i/column*(wide+sheetGap), sheetGap+i%column*high)
		label := p[large].Fonts.Normal.Scale(2).Line([]fonts.Span{{Text: r.name, Color: sheetInk}}).Image
		draw.Draw(m, label.Rect.Add(at), label, image.Point{}, draw.Over)
		at.X += sheetLabel
		for _, size := range sheetSizes {
			panel := enlarge.Squares(r.draw(p[size]), sheetScale)
			draw.Draw(m, panel.Rect.Add(at), panel, image.Point{}, draw.Src)
			at.X += panel.Rect.Dx() + sheetGap
		}
	}
	return m
}

// sheetTime is the time of the apps on the sheet. Its zone is not UTC, which is the second one
// of a clock by default.
var sheetTime = time.Date(2026, time.October, 14, 10, 8, 42, 0, time.FixedZone("CEST", 2*60*60))

// A scenario is a situation with a name.
type scenario struct {
	name string
	staged
}

// busy are the rows of apps that show something else once they have been set up.
var busy = []scenario{
	{"alarm rings", staged{pkg: clock.Package, settings: `{"alarms":[{"time":"10:08"}]}`, ago: time.Minute}},
	{"alarm, sunrise",
		staged{pkg: clock.Package, settings: `{"alarms":[{"time":"10:08","sunrise":1}]}`, ago: time.Minute}},
	{"countdown over", staged{pkg: countdown.Package, action: "countdown.start", ago: 301 * time.Second}},
	{"countdown runs", staged{pkg: countdown.Package, action: "countdown.start", ago: 93 * time.Second}},
	{"stopwatch runs",
		staged{pkg: stopwatch.Package, action: "stopwatch.start", ago: 754*time.Second + 300*time.Millisecond}},
	{"weather now", staged{pkg: weather.Package, settings: place, kept: wet}},
	{"weather rain", staged{pkg: weather.Package, settings: place, kept: wet, into: 4 * time.Second}},
	{"weather days", staged{pkg: weather.Package, settings: place, kept: wet, action: "weather.forecast"}},
	{"sky at a place", staged{pkg: sky.Package, settings: place}},
	{"calendar event", staged{pkg: calendar.Package, settings: calendars,
		kept: event(sheetTime, "Dentist", time.Date(2026, time.October, 14, 12, 30, 0, 0, time.UTC), 30*time.Minute)}},
	{"radio station", staged{pkg: radio.Package, settings: jazz}},
	{"another player", staged{pkg: playing.Package, given: plays}},
}

// wet is the forecast on the sheet.
var wet = forecast(sheetTime.Truncate(time.Hour), 12.4, 61, week, shower)

// appRows returns a row for each app and each of its faces, and then its busy ones.
func appRows() (all []row) {
	add := func(name string, s staged) {
		s.at, s.env = sheetTime, dayOut
		if s.given == nil {
			s.given = filled
		}
		all = append(all, row{name: name, make: s.widget})
	}
	for _, app := range apps.All(kit.Env{Size: small}, nil).Apps {
		about := app.About()
		name := last(about.Package)
		setting, values := choice(about.Settings, "face", "view", "style", "show")
		if values == nil {
			add(name, staged{pkg: about.Package})
		}
		for _, value := range values {
			settings, _ := json.Marshal(map[string]string{setting: value}) // cannot fail: only strings
			add(name+" "+value, staged{pkg: about.Package, settings: string(settings)})
		}
		for _, s := range busy {
			if s.pkg == about.Package {
				add(s.name, s.staged)
			}
		}
	}
	return all
}

// dayOut is what apps know from each other on the sheet.
func dayOut(env *kit.Env) {
	env.Shared.Weather = kit.WeatherNow{Icon: "weather-sun", Text: "24°"}
	env.Shared.Day = kit.Day{
		From:  sheetTime,
		Hours: []float64{16, 18, 20, 22, 24, 24, 23, 22, 20, 18, 16, 15, 14, 13, 12, 11, 10, 10, 9, 9, 10, 12, 14, 15, 17},
	}
	env.Shared.Event = kit.Event{Title: "Piano", Start: sheetTime.Add(50 * time.Minute), End: sheetTime.Add(2 * time.Hour)}
	env.Shared.Tell("sheet", map[string]kit.Brief{
		"sky":   {Kind: kit.Sky, Icon: kit.Builtin("weather-sun"), Text: "24°"},
		"event": {Kind: kit.Coming, Event: env.Shared.Event},
		"sound": {Kind: kit.Playing, Icon: kit.Builtin("media-radio-playing"), Lead: "Jazz", Text: "Blue in Green"},
	})
}

// filled gives an app content that is not its own.
func filled(app device.App, now time.Time) {
	if a, ok := app.(device.Pusher); ok {
		_ = a.Push("a", frames[:1], now) // it takes frames
	}
	if _, ok := app.(device.Senser); ok {
		sense(app, known(640))
	}
}
