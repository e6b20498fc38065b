// SPDX-License-Identifier: Apache-2.0

// Package date is an app that shows the day on a calendar leaf.
package date

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// Package is the app of the date.
const Package = "com.ledpost.date"

// App is the date, for the table of apps.
var App = kit.App{Package: Package, New: New}

// Settings is the settings of a date. The zero value is in the language of the region, without the week.
type Settings struct {
	Language string `json:"language,omitempty"` // as of kit.Languages; "" = the region's
	Week     bool   `json:"week,omitempty"`     // the number of the week too (ISO 8601)
	Color    string `json:"color,omitempty"`    // #RRGGBB; "" = the device's text colour
}

// Date shows the day on a calendar leaf, with weekday and month beside it.
type Date struct {
	env     kit.Env
	look    paint.Look
	region  device.Region
	widgets map[string]Settings
	views   map[string]device.View
	drawn   string // the day of the views; "" = unknown
}

// New is the factory of the date app; it keeps nothing.
func New(env kit.Env, _ json.RawMessage, _ int) device.App {
	return &Date{env: env, look: kit.PlainLook, views: map[string]device.View{}}
}

// About implements [device.App].
func (d *Date) About() device.About {
	return device.About{
		Package: Package, Title: "Date", Vendor: "ledpost", Version: "1.0.0", Code: 1,
		Settings: device.Schema{Properties: []device.Property{
			{Name: "language", Schema: device.Schema{Type: "string", Title: "Language", Enum: kit.LanguageCodes(), Titles: kit.LanguageTitles()}},
			{Name: "week", Schema: device.Schema{Type: "boolean", Title: "Week", Description: "The number of the week too", Default: false}},
			kit.ColorProperty,
		}},
	}
}

// Configure implements [device.Configurer].
func (d *Date) Configure(list []device.WidgetSettings) error {
	widgets := map[string]Settings{}
	for i, w := range list {
		var cfg Settings
		if err := kit.ReadSettings(i, w, &cfg); err != nil {
			return err
		}
		widgets[w.ID] = cfg
	}
	d.widgets = widgets
	clear(d.views)
	return nil
}

// SetLook implements [device.Styler].
func (d *Date) SetLook(l paint.Look) { d.look = l; clear(d.views) }

// SetRegion implements [device.Localizer].
func (d *Date) SetRegion(r device.Region) { d.region = r; clear(d.views) }

// Do implements [device.App]: there are no actions.
func (d *Date) Do(string, string, device.Args, time.Time) error { return nil }

// Step implements [device.App].
func (d *Date) Step(now time.Time) device.Now {
	local, day := now.In(d.env.Zone), ""
	if d.env.Clock.Plausible(now) {
		day = local.Format(time.DateOnly)
	}
	if day != d.drawn {
		clear(d.views)
	}
	d.drawn = day
	for id, cfg := range d.widgets {
		if _, drawn := d.views[id]; !drawn {
			d.views[id] = device.View{Root: kit.Pages(d.steps(cfg, local, day != "")), Start: now, Anew: true}
		}
	}
	d.tell(local, day != "")
	y, m, n := local.Date()
	next := time.Date(y, m, n+1, 0, 0, 0, 0, d.env.Zone)
	if hour := now.Truncate(time.Hour).Add(time.Hour); hour.Before(next) {
		next = hour // the clock may be set meanwhile
	}
	return device.Now{Views: d.views, Again: next}
}

// tell publishes the day for pages that several apps share.
func (d *Date) tell(day time.Time, known bool) {
	all := map[string]kit.Brief{}
	for id, cfg := range d.widgets {
		if words := d.env.Local(d.region, cfg.Language); known {
			all[id] = kit.Brief{Kind: kit.Chosen, Lead: words.Days[day.Weekday()],
				Text: words.Order(strconv.Itoa(day.Day()), words.Months[day.Month()-1], "")}
		}
	}
	d.env.Shared.Tell(Package, all)
}

// steps are the pages of a widget.
func (d *Date) steps(cfg Settings, day time.Time, known bool) []render.Step {
	sheet, ink := kit.NewSheet(d.env, d.look), kit.InkOf(d.look, cfg.Color)
	if !known {
		return sheet.Says("status-calendar", "…")
	}
	words := d.env.Local(d.region, cfg.Language)
	name, month, year := words.Days[day.Weekday()], words.Months[day.Month()-1], strconv.Itoa(day.Year())
	if d.env.Size.X < 12 { // as much as stands still
		name = string([]rune(name)[:2])
	}
	lines := []typeset.Line{kit.Say(typeset.Head, ink, name)}
	_, week := day.ISOWeek()
	number := words.Phrases.Week + strconv.Itoa(week)
	long, short := words.Order("", month, year), month
	if words.Code == "zh" { // characters would be larger than the weekday above them
		long, short = day.Format("2006-01"), day.Format("01")
	}
	switch {
	case sheet.Low():
		if d.env.Size.X >= 12 {
			lines = append(lines, kit.Say(typeset.Note, kit.PaleInk, month))
		}
		if cfg.Week && d.env.Size.X >= 12 {
			lines = append(lines, kit.Say(typeset.Note, kit.PaleInk, year))
		}
		if cfg.Week {
			lines = append(lines, kit.Say(typeset.Note, kit.Cool, number))
		}
	case cfg.Week && sheet.Grid.Wide() && d.env.Size.Y >= 56 && d.env.Size.X >= 96: // each has a line, and an accent a margin
		lines[0].Most = 16
		if words.Code == "zh" { // here its character has room
			number = "第" + strconv.Itoa(week) + "周"
		}
		lines = append(lines, kit.Say(typeset.Note, kit.PaleInk, long, short), kit.Say(typeset.Note, kit.Cool, number))
	case cfg.Week:
		both := func(month string) []fonts.Span {
			return []fonts.Span{{Text: month + " ", Color: kit.PaleInk}, {Text: number, Color: kit.Cool}}
		}
		less := [][]fonts.Span{both(short), kit.Text(number, kit.Cool)}
		lines = append(lines, typeset.Line{Role: typeset.Note, Spans: both(long), Shorter: less})
	default:
		lines = append(lines, kit.Say(typeset.Note, kit.PaleInk, long, short))
	}
	return sheet.Steps(kit.Card{Icon: &render.Still{Image: sheet.Leaf(day.Day())}, Lines: lines})
}
