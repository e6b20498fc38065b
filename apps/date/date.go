// SPDX-License-Identifier: Apache-2.0

// Package date is an app that shows the day on a calendar leaf.
package date

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/words"
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
	kit.Static[Settings]
	drawn string // the day of the views; "" = unknown
}

// New is the factory of the date app; it keeps nothing.
func New(env kit.Env, _ json.RawMessage, _ int) device.App {
	return &Date{Static: kit.Static[Settings]{Base: kit.NewBase(env)}}
}

// About implements [device.App].
func (d *Date) About() device.About {
	return kit.About(Package, "Date", []device.Property{
		{Name: "language", Schema: device.Schema{Type: "string", Title: "Language", Enum: words.Codes,
			Titles: kit.LanguageTitles()}},
		{Name: "week", Schema: device.Schema{Type: "boolean", Title: "Week", Default: false,
			Description: "The number of the week too"}},
		kit.ColorProperty,
	})
}

// Step implements [device.App].
func (d *Date) Step(now time.Time) device.Now {
	local, day := now.In(d.Env.Zone.Location()), ""
	if d.Env.Clock.Plausible(now) {
		day = local.Format(time.DateOnly)
	}
	if day != d.drawn {
		clear(d.Views)
	}
	d.drawn = day
	d.Draw(func(_ string, cfg Settings) device.View {
		return device.View{Root: kit.Pages(d.steps(cfg, local, day != "")), Start: now, Anew: true}
	})
	d.tell(local, day != "")
	y, m, n := local.Date()
	next := time.Date(y, m, n+1, 0, 0, 0, 0, d.Env.Zone.Location())
	if hour := now.Truncate(time.Hour).Add(time.Hour); hour.Before(next) {
		next = hour // the clock may be set meanwhile
	}
	return device.Now{Views: d.Views, Again: next}
}

// tell publishes the day for pages that several apps share.
func (d *Date) tell(day time.Time, known bool) {
	all := map[string]kit.Brief{}
	for id, cfg := range d.Widgets {
		if words := d.Env.Local(d.Region, cfg.Language); known {
			all[id] = kit.Brief{Kind: kit.Chosen, Lead: words.Days[day.Weekday()],
				Text: words.Order(strconv.Itoa(day.Day()), words.Months[day.Month()-1], "")}
		}
	}
	d.Env.Shared.Tell(Package, all)
}

// steps are the pages of a widget.
func (d *Date) steps(cfg Settings, day time.Time, known bool) []render.Step {
	sheet, ink := kit.NewSheet(d.Env, d.Look), kit.InkOf(d.Look, cfg.Color)
	if !known {
		return sheet.Says("status-calendar", "…")
	}
	words := d.Env.Local(d.Region, cfg.Language)
	name, month, year := words.Days[day.Weekday()], words.Months[day.Month()-1], strconv.Itoa(day.Year())
	lines := []typeset.Line{kit.Say(typeset.Head, ink, name, string([]rune(name)[:2]))}
	_, week := day.ISOWeek()
	number := words.Phrases.Week + strconv.Itoa(week)
	long, short := words.Order("", month, year), month
	if words.Code == "zh" { // characters would be larger than the weekday above them
		long, short = day.Format("2006-01"), day.Format("01")
	}
	switch {
	case sheet.Low():
		lines = append(lines, kit.Spare(kit.Say(typeset.Note, kit.PaleInk, month)))
		if cfg.Week {
			lines = append(lines, kit.Spare(kit.Say(typeset.Note, kit.PaleInk, year)), kit.Say(typeset.Note, kit.Cool, number))
		}
	case cfg.Week:
		both := func(month string) []fonts.Span {
			return []fonts.Span{{Text: month + " ", Color: kit.PaleInk}, {Text: number, Color: kit.Cool}}
		}
		less, widest := [][]fonts.Span{both(short), kit.Text(number, kit.Cool)}, words.Order("", "MMM", year)+" W53"
		if words.Code == "zh" { // where a character has room
			less, number, widest = append([][]fonts.Span{both(long)}, less...), "第"+strconv.Itoa(week)+"周", ""
		}
		note := typeset.Line{Role: typeset.Note, Spans: both(long), Shorter: less, Lines: 2, Widest: widest}
		lines = append(lines, note)
	default:
		lines = append(lines, kit.Say(typeset.Note, kit.PaleInk, long, short))
	}
	return sheet.Steps(typeset.Content{Picture: sheet.Leaf(day.Day()), Lines: lines})
}
