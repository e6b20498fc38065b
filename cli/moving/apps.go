// SPDX-License-Identifier: Apache-2.0

package moving

import (
	"image"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/board"
	"github.com/ledpost/ledpost/apps/calendar"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/countdown"
	"github.com/ledpost/ledpost/apps/data"
	"github.com/ledpost/ledpost/apps/date"
	"github.com/ledpost/ledpost/apps/effects"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/picture"
	"github.com/ledpost/ledpost/apps/playing"
	"github.com/ledpost/ledpost/apps/radio"
	"github.com/ledpost/ledpost/apps/room"
	"github.com/ledpost/ledpost/apps/sky"
	"github.com/ledpost/ledpost/apps/stopwatch"
	"github.com/ledpost/ledpost/apps/tronbyt"
	"github.com/ledpost/ledpost/apps/until"
	"github.com/ledpost/ledpost/apps/weather"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
)

// midnight is shortly before a day ends, when pages of days change.
var midnight = time.Date(2026, 11, 23, 23, 59, 58, 0, time.UTC)

// elsewhere are the apps without a picture of this group, each with its reason.
var elsewhere = map[string]string{
	clock.Package: "has a picture of each face",
}

// pages are the apps on the large panel, by the last part of their packages.
func pages() (all []Picture) {
	add := func(pkg string, make func(*paint.Painter) render.Widget, until time.Duration, fps int) {
		all = append(all, Picture{pkg[strings.LastIndexByte(pkg, '.')+1:], make, 0, until, fps, large, flat})
	}
	add(countdown.Package, staged{app: countdown.App, settings: `{"duration":60}`, action: "countdown.start", ago: 47 * time.Second}.alive,
		6*time.Second, 4)
	add(stopwatch.Package, staged{app: stopwatch.App, action: "stopwatch.start", ago: 83 * time.Second}.alive, 2*time.Second, 10)
	add(data.Package, staged{app: data.App, settings: solar, given: produced}.alive, 8*time.Second, 10)
	add(picture.Package, staged{app: picture.App, settings: `{"seconds":2}`}.alive, 8*time.Second, 8)
	add(effects.Package, staged{app: effects.App, settings: `{"effects":["radar","stars"],"seconds":5}`, ago: 3500 * time.Millisecond}.alive,
		3*time.Second, 8)
	add(weather.Package, staged{app: weather.App, settings: `{"latitude":52.5,"longitude":13.4}`, kept: rainy}.alive, 9*time.Second, 10)
	add(sky.Package, staged{app: sky.App, settings: `{"latitude":52.5,"longitude":13.4}`}.alive, 6*time.Second, 10)
	add(date.Package, staged{app: date.App, at: midnight}.alive, 4*time.Second, 4)
	add(until.Package, staged{app: until.App, settings: `{"date":"2026-12-24","name":"Holidays"}`, at: midnight}.alive, 4*time.Second, 4)
	add(playing.Package, staged{app: playing.App, given: plays}.alive, 4*time.Second, 10)
	add(room.Package, staged{app: room.App, given: measured}.alive, 9*time.Second, 10)
	add(calendar.Package, staged{app: calendar.App, settings: `{"urls":["https://example.com/a.ics"]}`,
		kept: event("Standup", noon.Add(10*time.Minute), 15*time.Minute), at: noon.Add(58 * time.Second)}.alive, 4*time.Second, 4)
	add(radio.Package, station, 4*time.Second, 10)
	add(tronbyt.Package, served, 4*time.Second, 10)
	add(board.Package, boardInTurn, 15*time.Second, 4)
	return all
}

// solar is a widget of My Data, and produced what its server answers.
const solar = `{"url":"http://inverter.local/status","pointer":"/now","text":"{value} kW","chart":"/day","icon":"weather-sun"}`

func produced(app device.App, at time.Time) {
	_ = app.(*data.Data).Answer("a", []byte(`{"now":2.4,"day":[0,0,0.2,0.7,1.3,1.9,2.5,2.9,3.2,3.1,2.8,2.4]}`), at)
}

// plays tells an app the sound of another player.
func plays(app device.App, at time.Time) {
	app.(device.Listener).SetPlaying(note.Playing{Title: "So What", Artist: "Miles Davis", Length: 40 * time.Second,
		Position: 20 * time.Second, At: at})
}

// measured tells an app the readings of a room.
func measured(app device.App, _ time.Time) {
	known := func(v float64) device.Measured { return device.Measured{Value: v, Known: true} }
	app.(device.Senser).Sense(device.Sensed{Climate: device.Climate{Temperature: known(21.5), Humidity: known(45)}, Lux: known(120)})
}

// rainy is a forecast with rain in the next hours, as the weather keeps it.
const rainy = `{"at 52.5,13.4 ":{"forecast":{"at":"2026-11-23T12:00:00Z","now":{"temperature":12.4,"code":61},"days":[` +
	`{"day":20780,"code":61,"high":14.1,"low":8.3},{"day":20781,"code":2,"high":16.4,"low":7.2},{"day":20782,"code":0,"high":18,"low":6.6}],` +
	`"from":"2026-11-23T12:00:00Z","rain":[0,0.1,0.3,0.4,0.8,1.2,1.6,2.2,3.1,2.4,1.5,1.1,0.9,0.4,0.1,0,0,0.2,0.2,0,0,0,0,0]}}}`

// boardInTurn is a board that shows an event, music and a value in turn.
func boardInTurn(p *paint.Painter) render.Widget {
	env := envOf(p)
	env.Shared.Tell("example", map[string]kit.Brief{
		"sky":   {Kind: kit.Sky, Icon: kit.Builtin("weather-partly"), Text: "12°"},
		"event": {Kind: kit.Coming, Event: kit.Event{Title: "Standup", Start: noon.Add(10 * time.Minute), End: noon.Add(time.Hour)}},
		"music": {Kind: kit.Playing, Icon: kit.Builtin("media-radio-playing"), Lead: "Jazz", Text: "So What"},
		"value": {Kind: kit.Figure, Icon: kit.Builtin("weather-sun"), Lead: "Solar", Text: "2.4 kW"},
	})
	app := board.App.New(env, nil, 1)
	if app.(device.Configurer).Configure([]device.WidgetSettings{{ID: "a"}}) != nil {
		return nil
	}
	return living{app, noon, p.Size}
}

// alive returns what the app shows while time goes on.
func (s staged) alive(p *paint.Painter) render.Widget {
	app := s.start(p)
	if app == nil {
		return nil
	}
	return living{app, s.time(), p.Size}
}

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
	view := l.app.Step(now).Views["a"]
	begin := view.Start
	if view.Anew && begin.Before(l.at) {
		begin = l.at
	}
	view.Root.Draw(dst, p, now.Sub(begin))
}
