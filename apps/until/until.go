// SPDX-License-Identifier: Apache-2.0

// Package until is an app that counts the days to a date. It is no mode of the countdown:
// that counts seconds, has actions and rings, while this has a date and nothing to start.
package until

import (
	"encoding/json"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
)

// Package is the app that counts the days to a date.
const Package = "com.ledpost.until"

// App is the app, for the table of apps.
var App = kit.App{Package: Package, New: New}

// Settings are the settings of a widget. The zero value has no date, and says so.
type Settings struct {
	Date   string `json:"date,omitempty"`   // YYYY-MM-DD
	Yearly bool   `json:"yearly,omitempty"` // each year on this day
	Name   string `json:"name,omitempty"`   // of the day
	Icon   string `json:"icon,omitempty"`   // "" = of the feast or birthday, or the day on a calendar leaf
	Color  string `json:"color,omitempty"`  // #RRGGBB; "" = the device's text colour
}

// Check returns an error that names what is no date and no icon.
func (c *Settings) Check() error {
	if _, err := time.Parse(time.DateOnly, c.Date); err != nil && c.Date != "" {
		return note.Invalid("date", "%q is not a date such as 2026-12-24", kit.Short(c.Date, 32))
	}
	if _, err := icons.Parse(c.Icon); err != nil && c.Icon != "" {
		return note.Invalid("icon", "%v", err)
	}
	return nil
}

// Until counts the days to dates.
type Until struct {
	kit.Static[Settings]
	drawn string // the day of the views; "" = unknown
}

// New is the factory of the app; it keeps nothing.
func New(env kit.Env, _ json.RawMessage, _ int) device.App {
	return &Until{Static: kit.Static[Settings]{Base: kit.NewBase(env)}}
}

// About implements [device.App].
func (u *Until) About() device.About {
	text := func(name, title, description, format string, most int) device.Property {
		return device.Property{Name: name,
			Schema: device.Schema{Type: "string", Title: title, Description: description, Format: format, MaxLen: most}}
	}
	return kit.About(Package, "Days until", []device.Property{
		text("date", "Date", "Year, month and day: 2026-12-24", "date", 10),
		{Name: "yearly", Schema: device.Schema{Type: "boolean", Title: "Every year", Default: false}},
		text("name", "Name", "Of the day, such as Christmas", "", 64),
		text("icon", "Icon", "Unless it is set, the feast or birthday of the date, or a calendar leaf", "icon", 8192),
		kit.ColorProperty,
	})
}

// Refresh implements [device.Refresher].
func (u *Until) Refresh() { clear(u.Views) }

// Step implements [device.App]. It draws at midnight, and each hour looks whether the clock has been set.
func (u *Until) Step(now time.Time) device.Now {
	local, day := now.In(u.Env.Zone.Location()), ""
	if u.Env.Clock.Plausible(now) {
		day = local.Format(time.DateOnly)
	}
	if day != u.drawn {
		clear(u.Views)
	}
	u.drawn = day
	u.Draw(func(_ string, cfg Settings) device.View {
		root, says := u.picture(cfg, day)
		return device.View{Root: root, Start: now, Anew: true, Says: says}
	})
	u.tell(day)
	y, m, n := local.Date()
	return device.Now{Views: u.Views, Again: kit.Soonest(time.Date(y, m, n+1, 0, 0, 0, 0, u.Env.Zone.Location()),
		now.Truncate(time.Hour).Add(time.Hour))}
}
