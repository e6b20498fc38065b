// SPDX-License-Identifier: Apache-2.0

package main

import (
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
	"github.com/ledpost/ledpost/apps/room"
	"github.com/ledpost/ledpost/apps/sky"
	"github.com/ledpost/ledpost/apps/stopwatch"
	"github.com/ledpost/ledpost/apps/until"
	"github.com/ledpost/ledpost/apps/weather"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
)

// midnight is shortly before a day ends, when pages of days change.
var midnight = time.Date(2026, 11, 23, 23, 59, 58, 0, time.UTC)

// appFilms are apps on the large panel, named by the last part of their packages.
func appFilms() (all []film) {
	for _, f := range []struct {
		staged
		long time.Duration
		fps  int
	}{
		{staged{pkg: countdown.Package, settings: `{"duration":60}`, action: "countdown.start", ago: 47 * time.Second},
			6 * time.Second, 4},
		{staged{pkg: stopwatch.Package, action: "stopwatch.start", ago: 83 * time.Second}, 2 * time.Second, 10},
		{staged{pkg: data.Package, settings: solar, given: produced}, 8 * time.Second, 10},
		{staged{pkg: picture.Package, settings: `{"seconds":2}`}, 8 * time.Second, 8},
		{staged{pkg: effects.Package, settings: `{"effects":["radar","stars"],"seconds":5}`, ago: 3500 * time.Millisecond},
			3 * time.Second, 8},
		{staged{pkg: weather.Package, settings: place, kept: forecast(noon, 12.4, 61, week, shower)}, 9 * time.Second, 10},
		{staged{pkg: sky.Package, settings: place}, 6 * time.Second, 10},
		{staged{pkg: date.Package, at: midnight}, 4 * time.Second, 4},
		{staged{pkg: until.Package, settings: `{"date":"2026-12-24","name":"Holidays"}`, at: midnight}, 4 * time.Second, 4},
		{staged{pkg: playing.Package, given: plays}, 4 * time.Second, 10},
		{staged{pkg: room.Package, given: measured}, 9 * time.Second, 10},
		{staged{pkg: calendar.Package, settings: calendars,
			kept: event(noon, "Standup", noon.Add(10*time.Minute), 15*time.Minute),
			at:   noon.Add(58 * time.Second)}, 4 * time.Second, 4},
		{staged{pkg: board.Package, env: evening}, 15 * time.Second, 4},
	} {
		all = append(all, film{name: last(f.pkg), make: f.alive, until: f.long, fps: f.fps})
	}
	return append(all,
		film{name: "radio", make: station, until: 4 * time.Second, fps: 10},
		film{name: "tronbyt", make: served, until: 4 * time.Second, fps: 10},
	)
}

// last returns the last part of a package's name.
func last(pkg string) string { return pkg[strings.LastIndexByte(pkg, '.')+1:] }

// faces are the faces of the clock.
func faces() (all []film) {
	about := clock.New(kit.Env{}, nil, 0).About()
	_, names := choice(about.Settings, "face")
	for _, name := range names {
		all = append(all, film{name: name, until: 4 * time.Second, fps: 10, make: func(p *paint.Painter) render.Widget {
			return staged{pkg: clock.Package}.start(p).(device.Poser).Pose("face", name)
		}})
	}
	return all
}

// choice returns the first setting of the names that has values to choose from, and these.
func choice(s device.Schema, names ...string) (name string, values []string) {
	for _, p := range s.Properties {
		for _, name := range names {
			if p.Name == name && p.Schema.Enum != nil {
				return name, p.Schema.Enum
			}
		}
	}
	return "", nil
}

// solar is a widget of My Data, and produced what its server answers.
const solar = `{"url":"http://inverter.local/status","pointer":"/now","text":"{value} kW","chart":"/day",` +
	`"icon":"weather-sun"}`

func produced(app device.App, now time.Time) {
	_ = app.(*data.Data).Answer("a", []byte(`{"now":2.4,"day":[0,0,0.2,0.7,1.3,1.9,2.5,2.9,3.2,3.1,2.8,2.4]}`), now)
}

// plays tells an app the sound of another player, and its cover.
func plays(app device.App, now time.Time) {
	app.(device.Listener).SetPlaying(note.Playing{Title: "So What", Artist: "Miles Davis", Length: 40 * time.Second,
		Position: 20 * time.Second, At: now, Cover: cover()})
	work(app, now)
}

// known is a reading.
func known(v float64) device.Measured { return device.Measured{Value: v, Known: true} }

// measured tells an app the readings of a room, all but the carbon dioxide.
func measured(app device.App, _ time.Time) { sense(app, device.Measured{}) }

// sense tells an app the readings of a room.
func sense(app device.App, co2 device.Measured) {
	climate := device.Climate{Temperature: known(21.5), Humidity: known(45), CO2: co2}
	app.(device.Senser).Sense(device.Sensed{Climate: climate, Lux: known(120)})
}

// evening gives a board an event, music and a value to show in turn.
func evening(env *kit.Env) {
	env.Shared.Tell("example", map[string]kit.Brief{
		"sky": cool, "event": standup(noon),
		"music": {Kind: kit.Playing, Icon: kit.Builtin("media-radio-playing"), Lead: "Jazz", Text: "So What"},
		"value": {Kind: kit.Figure, Icon: kit.Builtin("weather-sun"), Lead: "Solar", Text: "2.4 kW"},
	})
}

// cool is a brief of the weather.
var cool = kit.Brief{Kind: kit.Sky, Icon: kit.Builtin("weather-partly"), Text: "12°"}

// standup is a brief of an event ten minutes after now.
func standup(now time.Time) kit.Brief {
	return kit.Brief{
		Kind: kit.Coming, Event: kit.Event{Title: "Standup", Start: now.Add(10 * time.Minute), End: now.Add(time.Hour)}}
}
