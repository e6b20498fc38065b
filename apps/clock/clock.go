// SPDX-License-Identifier: Apache-2.0

// Package clock is the app that shows the time, on one of several faces, and rings alarms.
package clock

import (
	"encoding/json"
	"strings"
	"time"
	_ "time/tzdata" // for the zone of a widget, on machines that have no zone files

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render/window"
	"github.com/ledpost/ledpost/words"
)

// Package is the name that clients know the clock by (docs/decisions.md 6).
const Package = "com.lametric.clock"

// Widget is the id of the first clock, the same on every device
// (docs/decisions.md 5, screensaver.widget).
const Widget = "08b8eac21074f8f7e5a29f2855ba8060"

// App is the clock, for the table of apps.
var App = kit.App{Package: Package, Widget: Widget, New: New}

// Clock shows the time, each of its widgets in its own zone.
type Clock struct {
	kit.Base
	clocks []*widgetClock
	kept   map[string][]alarmState // for widgets not configured yet
	night  bool                    // the device's night is on
}

// New is the factory of the clock app.
func New(env kit.Env, kept json.RawMessage, _ int) device.App {
	c := &Clock{Base: kit.NewBase(env)}
	c.Redraw = c.Refresh
	if json.Unmarshal(kept, &c.kept) != nil {
		c.kept = nil
	}
	return c
}

// About implements [device.App].
func (c *Clock) About() device.About {
	faces, titles := face.Choices()
	return device.About{
		Package: Package, Title: "Clock", Vendor: "ledpost", Version: "1.1.0", Code: 2,
		Actions: actions,
		Settings: device.Schema{Properties: []device.Property{
			{Name: "face", Schema: device.Schema{Type: "string", Title: "Face", Enum: faces, Titles: titles,
				Format: "pictured", Default: faces[0]}},
			{Name: "hours", Schema: device.Schema{Type: "integer", Title: "Hours", Format: "hours", Min: 12, Max: 24,
				Personal: true}},
			{Name: "seconds", Schema: device.Schema{Type: "boolean", Title: "Seconds",
				Description: "Shown where there is room", Default: false}},
			{Name: "week", Schema: device.Schema{Type: "boolean", Title: "Days of the week",
				Description: "Seven dashes below, where there is room", Default: false}},
			kit.ColorProperty,
			{Name: "accent", Schema: device.Schema{Type: "string", Title: "Second colour",
				Description: "Of bars, dates and the second zone", Format: "color"}},
			{Name: "zone", Schema: device.Schema{Type: "string", Title: "Time zone",
				Description: "Such as Europe/Berlin; the device's unless it is set", Format: "timezone", MaxLen: 64,
				Personal: true}},
			{Name: "zone2", Schema: device.Schema{Type: "string", Title: "Second time zone",
				Description: "Of the face with two; UTC unless it is set", Format: "timezone", MaxLen: 64}},
			{Name: "icon", Schema: device.Schema{Type: "string", Title: "Icon",
				Description: "Of the face with an icon: a number, a name, or a data URI of 8×8 pixels", Format: "icon",
				MaxLen: maxIcon}},
			{Name: "language", Schema: device.Schema{Type: "string", Title: "Language",
				Description: "Of the date and of the time in words", Enum: words.Codes, Titles: kit.LanguageTitles(),
				Personal: true}},
			{Name: "background", Schema: device.Schema{Type: "string", Title: "Background",
				Description: "Behind every face; the face Window has its own. Not on LEDs that are only on or off",
				Format:      "effect", Enum: face.Backgrounds(), Titles: backgroundTitles()}},
			{Name: "behind", Schema: device.Schema{Type: "string", Title: "App behind",
				Description: "Dimmed behind the time: pictures, a cover, an own app. Not on LEDs that are only on or off",
				Format:      "widget", MaxLen: 64}},
			{Name: "progress", Schema: device.Schema{Type: "string", Title: "Progress of",
				Description: "A bar below the time: a countdown, a song, a goal of My Data", Format: "widget", MaxLen: 64}},
			{Name: "landscape", Schema: device.Schema{Type: "string", Title: "Landscape", Description: "Of the window",
				Enum: window.Lands(), Titles: []string{"Hills", "Town", "Sea", "Desert"}, Default: window.Lands()[0]}},
			{Name: "still", Schema: device.Schema{Type: "boolean", Title: "Still background",
				Description: "Nothing moves behind the time, and there are no moon and stars at night", Default: false}},
			{Name: "living", Schema: device.Schema{Type: "array", Title: "Living days",
				Description: "What the clock shows of its day", Items: livingSchema()}},
			{Name: "alarms", Schema: device.Schema{Type: "array", Title: "Alarms", MaxLen: maxAlarms, Items: alarmSchema(),
				Personal: true}},
		}},
	}
}

// backgroundTitles returns what people call the backgrounds.
func backgroundTitles() (titles []string) {
	for _, name := range face.Backgrounds() {
		titles = append(titles, strings.ToUpper(name[:1])+strings.ReplaceAll(name[1:], "_", " "))
	}
	return titles
}

// Configure implements [device.Configurer].
func (c *Clock) Configure(widgets []device.WidgetSettings) error {
	err := kit.Arrange(&c.clocks, c.Views, widgets, func(w device.WidgetSettings, cfg Config) *widgetClock {
		return newWidgetClock(c.Env, c.Region, w.ID, cfg, c.alarmsOf(w.ID))
	})
	if err == nil {
		c.kept = nil
	}
	return err
}

// SetRegion implements [device.Localizer].
func (c *Clock) SetRegion(r device.Region) {
	c.Region = r
	for _, d := range c.clocks {
		d.locate(c.Env, r)
	}
}

// Attend implements [device.Attender]: texts that scroll begin with the turn of the widget,
// which comes up to Ahead later, so they stand still until then.
func (c *Clock) Attend(due func(widget string) bool, now time.Time) {
	for _, d := range c.clocks {
		was := d.due
		if d.due = due(d.ID); d.due && !was {
			d.shown = now.Add(device.Ahead)
		}
	}
}

// SetNight implements [device.Nocturnal].
func (c *Clock) SetNight(on bool) { c.night = on }

// alarmsOf returns the state of a widget's alarms.
func (c *Clock) alarmsOf(widget string) []alarmState {
	if d := kit.Find(c.clocks, widget); d != nil {
		return d.states()
	}
	return c.kept[widget]
}

// Refresh implements [device.Refresher]: an icon has arrived.
func (c *Clock) Refresh() {
	for _, d := range c.clocks {
		d.key = ""
	}
}
