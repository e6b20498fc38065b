// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"image"
	"strings"
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
	"github.com/ledpost/ledpost/cli/moving"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
)

// sheetTime is the time at which the apps of the sheet are drawn, and sheetZone
// the time zone. It is not UTC, which is the second zone of a clock by default. sheetDay are
// the temperatures of the hours from then on.
var (
	sheetTime = time.Date(2026, time.October, 14, 8, 8, 42, 0, time.UTC)
	sheetZone = time.FixedZone("CEST", 2*60*60)
	sheetDay  = []float64{16, 18, 20, 22, 24, 24, 23, 22, 20, 18, 16, 15, 14, 13, 12, 11, 10, 10, 9, 9, 10, 12, 14, 15, 17}
)

// faceSettings are the settings whose values each give a different picture.
var faceSettings = []string{"face", "view", "style", "show"}

// staged is a row of the sheet that shows an app with its settings, and with what it
// has got and done so far. The zero values of all but name and pkg are a new device.
type staged struct {
	name, pkg string
	settings  string
	kept      string        // by the app, before a restart
	action    string        // carried out; "" = none
	ago       time.Duration // before sheetTime; 0 = the app begins then
	into      time.Duration // of what shows, for what takes turns
	sound     note.Playing  // of another player, which has a cover, too
}

// busy are the rows of apps that show something else once they have been set up.
var busy = []staged{
	{name: "alarm rings", pkg: clock.Package, settings: `{"alarms":[{"time":"10:08"}]}`, ago: time.Minute},
	{name: "alarm, sunrise", pkg: clock.Package, settings: `{"alarms":[{"time":"10:08","sunrise":1}]}`, ago: time.Minute},
	{name: "countdown over", pkg: countdown.Package, action: "countdown.start", ago: 301 * time.Second},
	{name: "countdown runs", pkg: countdown.Package, action: "countdown.start", ago: 93 * time.Second},
	{name: "stopwatch runs", pkg: stopwatch.Package, action: "stopwatch.start", ago: 754*time.Second + 300*time.Millisecond},
	{name: "weather now", pkg: weather.Package, settings: sheetPlace, kept: sheetWeather},
	{name: "weather rain", pkg: weather.Package, settings: sheetPlace, kept: sheetWeather, into: 4 * time.Second},
	{name: "weather days", pkg: weather.Package, settings: sheetPlace, kept: sheetWeather, action: "weather.forecast"},
	{name: "sky at a place", pkg: sky.Package, settings: sheetPlace},
	{name: "calendar event", pkg: calendar.Package, settings: `{"urls":["https://example.com/a.ics"]}`,
		kept: `{"known":{"https://example.com/a.ics":` +
			`{"at":"2026-10-14T08:00:00Z","events":[{"uid":"1","title":"Dentist","start":"2026-10-14T12:30:00Z","end":"2026-10-14T13:00:00Z"}]}}}`},
	{name: "radio station", pkg: radio.Package, settings: `{"stations":[{"name":"Jazz","url":"http://radio.example.com/"}]}`},
	{name: "another player", pkg: playing.Package,
		sound: note.Playing{Title: "So What", Artist: "Miles Davis", Length: 545 * time.Second, Position: 200 * time.Second}},
}

// sheetPlace is the place of the weather, of which sheetWeather is what a server said.
const (
	sheetPlace   = `{"latitude":52.5,"longitude":13.4}`
	sheetWeather = `{"at 52.5,13.4 ":{"forecast":{"at":"2026-10-14T08:00:00Z","now":{"temperature":12.4,"code":61},"days":[` +
		`{"day":20740,"code":61,"high":14.1,"low":8.3},{"day":20741,"code":2,"high":16.4,"low":7.2},{"day":20742,"code":0,"high":18,"low":6.6},` +
		`{"day":20743,"code":95,"high":17.2,"low":9.9}],"from":"2026-10-14T08:00:00Z","east":7200,"rain":[0,0.1,0.3,0.4,0.8,1.2,1.6,2.2,3.1,` +
		`2.4,1.5,1.1,0.9,0.4,0.1,0,0,0.2,0.2,0,0,0,0,0]}}}`
)

// appSamples returns all apps, with every face of those that have faces, and then the
// busy ones.
func appSamples() (all []sample) {
	for _, app := range apps.All(kit.Env{Size: image.Pt(37, 8)}, nil).Apps {
		about := app.About()
		name := about.Package[strings.LastIndexByte(about.Package, '.')+1:]
		face, values := faces(about.Settings)
		if values == nil {
			all = append(all, sample{name, staged{pkg: about.Package}.draw})
		}
		for _, value := range values {
			settings, _ := json.Marshal(map[string]string{face: value}) // cannot fail: only strings
			all = append(all, sample{name + " " + value, staged{pkg: about.Package, settings: string(settings)}.draw})
		}
		for _, s := range busy {
			if s.pkg == about.Package {
				all = append(all, sample{s.name, s.draw})
			}
		}
	}
	return all
}

// faces returns the setting that selects how a widget looks, and its values.
func faces(s device.Schema) (name string, values []string) {
	for _, p := range s.Properties {
		for _, name := range faceSettings {
			if p.Name == name && p.Schema.Enum != nil {
				return name, p.Schema.Enum
			}
		}
	}
	return "", nil
}

// draw draws what the only widget of the app shows.
func (s staged) draw(dst *image.RGBA, p *paint.Painter) {
	env := kit.Env{Size: p.Size, Fonts: p.Fonts, Icons: p.Icons, Zone: sheetZone, Shared: new(kit.Shared)}
	env.Shared.Weather = kit.WeatherNow{Icon: "weather-sun", Text: "24°"}
	env.Shared.Day = kit.Day{From: sheetTime, Hours: sheetDay}
	env.Shared.Event = kit.Event{Title: "Piano", Start: sheetTime.Add(50 * time.Minute), End: sheetTime.Add(2 * time.Hour)}
	env.Shared.Tell("sheet", map[string]kit.Brief{
		"sky":   {Kind: kit.Sky, Icon: kit.Builtin("weather-sun"), Text: "24°"},
		"event": {Kind: kit.Coming, Event: env.Shared.Event},
		"sound": {Kind: kit.Playing, Icon: kit.Builtin("media-radio-playing"), Lead: "Jazz", Text: "Blue in Green"},
	})
	for _, app := range apps.All(env, map[string]device.SavedApp{s.pkg: {Keep: json.RawMessage(s.kept), Version: 1}}).Apps {
		if app.About().Package == s.pkg {
			s.show(dst, app, p.Look)
		}
	}
}

// show is draw for an app that has no widget yet.
func (s staged) show(dst *image.RGBA, app device.App, look paint.Look) {
	widget := device.WidgetSettings{ID: "a", Package: s.pkg, Visible: true, Seconds: 10, Settings: json.RawMessage(s.settings)}
	if a, ok := app.(device.Configurer); ok {
		if a.Configure([]device.WidgetSettings{widget}) != nil {
			return
		}
	}
	if a, ok := app.(device.Styler); ok {
		a.SetLook(look)
	}
	if a, ok := app.(device.Pusher); ok { // such an app has no own content
		_ = a.Push(widget.ID, sampleNote.Frames[:1], sheetTime)
	}
	if a, ok := app.(device.Listener); ok && !s.sound.IsZero() {
		s.sound.At, s.sound.Cover = sheetTime, moving.Cover()
		a.SetPlaying(s.sound)
		readCover(app)
	}
	if a, ok := app.(device.Senser); ok {
		known := func(v float64) device.Measured { return device.Measured{Value: v, Known: true} }
		a.Sense(device.Sensed{Climate: device.Climate{Temperature: known(21.5), Humidity: known(45), CO2: known(640)}, Lux: known(120)})
	}
	if s.ago != 0 {
		app.Step(sheetTime.Add(-s.ago))
	}
	if s.action != "" {
		_ = app.Do(widget.ID, s.action, nil, sheetTime.Add(-s.ago))
	}
	views := app.Step(sheetTime).Views
	view, ok := views[widget.ID]
	if !ok {
		view = views[""]
	}
	if view.Root != nil {
		view.Root.Draw(dst, image.Point{}, sheetTime.Sub(view.Start)+s.into)
	}
}

// readCover lets an app read the cover of its sound.
func readCover(app device.App) {
	if a, ok := app.(device.Runner); ok {
		_ = a.Run(context.Background(), func(_ context.Context, f func(time.Time)) error {
			f(sheetTime)
			return errRead
		})
	}
}

// errRead ends the background work of an app that has read a cover.
var errRead = errors.New("the cover is there")
