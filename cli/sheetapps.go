package cli

import (
	"encoding/json"
	"image"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
)

// sheetTime is the time at which the apps of the sheet are drawn, and sheetZone
// the time zone. It is not UTC, which is the second zone of a clock by default.
var (
	sheetTime = time.Date(2026, time.October, 14, 8, 8, 42, 0, time.UTC)
	sheetZone = time.FixedZone("CEST", 2*60*60)
)

// faceSettings are the settings whose values each give a different picture.
var faceSettings = []string{"face", "view", "style", "show"}

// appSamples returns all apps, with every face of those that have faces.
func appSamples() (all []sample) {
	for _, app := range apps.All(apps.Env{Size: image.Pt(37, 8)}, nil) {
		about := app.About()
		name := about.Package[strings.LastIndexByte(about.Package, '.')+1:]
		face, values := faces(about.Settings)
		if values == nil {
			all = append(all, appSample(name, about.Package, nil))
		}
		for _, value := range values {
			settings, _ := json.Marshal(map[string]string{face: value}) // cannot fail: only strings
			all = append(all, appSample(name+" "+value, about.Package, settings))
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

// appSample returns what a widget of an app shows with these settings on a new
// device.
func appSample(name, pkg string, settings json.RawMessage) sample {
	return sample{name, func(dst *image.RGBA, p *paint.Painter) {
		env := apps.Env{Size: p.Size, Fonts: p.Fonts, Icons: p.Icons, Zone: sheetZone, Shared: new(apps.Shared)}
		env.Shared.Weather = apps.WeatherNow{Icon: "weather-sun", Text: "24°"}
		for _, app := range apps.All(env, nil) {
			if app.About().Package == pkg {
				drawApp(dst, app, device.WidgetSettings{ID: "a", Package: pkg, Visible: true, Seconds: 10, Settings: settings}, p.Look)
			}
		}
	}}
}

// drawApp draws an app that has a single widget.
func drawApp(dst *image.RGBA, app device.App, widget device.WidgetSettings, look paint.Look) {
	if a, ok := app.(device.Configurer); ok {
		if a.Configure([]device.WidgetSettings{widget}) != nil {
			return
		}
	}
	if a, ok := app.(device.Styler); ok {
		a.SetLook(look)
	}
	if a, ok := app.(device.Pusher); ok { // such an app has no content of its own
		_ = a.Push(widget.ID, sampleNote.Frames[:1], sheetTime)
	}
	views := app.Step(sheetTime).Views
	view, ok := views[widget.ID]
	if !ok {
		view = views[""]
	}
	if view.Root != nil {
		view.Root.Draw(dst, image.Point{}, sheetTime.Sub(view.Start))
	}
}
