// SPDX-License-Identifier: Apache-2.0

// Package until is an app that counts the days to a date. It is no mode of the countdown:
// that counts seconds, has actions and rings, while this has a date and nothing to start.
package until

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
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
	Icon   string `json:"icon,omitempty"`   // "" = the day on a calendar leaf
	Color  string `json:"color,omitempty"`  // #RRGGBB; "" = the device's text colour
}

// Until counts the days to dates.
type Until struct {
	env     kit.Env
	look    paint.Look
	region  device.Region
	widgets map[string]Settings
	views   map[string]device.View
	drawn   string // the day of the views; "" = unknown
}

// New is the factory of the app; it keeps nothing.
func New(env kit.Env, _ json.RawMessage, _ int) device.App {
	return &Until{env: env, look: kit.PlainLook, views: map[string]device.View{}}
}

// About implements [device.App].
func (u *Until) About() device.About {
	text := func(name, title, description, format string, most int) device.Property {
		return device.Property{Name: name,
			Schema: device.Schema{Type: "string", Title: title, Description: description, Format: format, MaxLen: most}}
	}
	return device.About{
		Package: Package, Title: "Days until", Vendor: "ledpost", Version: "1.0.0", Code: 1,
		Settings: device.Schema{Properties: []device.Property{
			text("date", "Date", "Year, month and day: 2026-12-24", "date", 10),
			{Name: "yearly", Schema: device.Schema{Type: "boolean", Title: "Every year", Default: false}},
			text("name", "Name", "Of the day, such as Christmas", "", 64),
			text("icon", "Icon", "The day on a calendar leaf unless it is set", "icon", 8192),
			kit.ColorProperty,
		}},
	}
}

// Configure implements [device.Configurer].
func (u *Until) Configure(list []device.WidgetSettings) error {
	widgets := map[string]Settings{}
	for i, w := range list {
		var cfg Settings
		if err := kit.ReadSettings(i, w, &cfg); err != nil {
			return err
		}
		if _, err := time.Parse(time.DateOnly, cfg.Date); err != nil && cfg.Date != "" {
			return note.Invalid(fmt.Sprintf("[%d].settings.date", i), "%q is not a date such as 2026-12-24", kit.Short(cfg.Date, 32))
		}
		if cfg.Icon != "" {
			if _, err := icons.Parse(cfg.Icon); err != nil {
				return note.Invalid(fmt.Sprintf("[%d].settings.icon", i), "%v", err)
			}
		}
		widgets[w.ID] = cfg
	}
	u.widgets = widgets
	clear(u.views)
	return nil
}

// SetLook implements [device.Styler].
func (u *Until) SetLook(l paint.Look) { u.look = l; clear(u.views) }

// SetRegion implements [device.Localizer].
func (u *Until) SetRegion(r device.Region) { u.region = r; clear(u.views) }

// Refresh implements [device.Refresher].
func (u *Until) Refresh() { clear(u.views) }

// Do implements [device.App]: there are no actions.
func (u *Until) Do(string, string, device.Args, time.Time) error { return nil }

// Step implements [device.App]. It draws at midnight, and each hour looks whether the clock has been set.
func (u *Until) Step(now time.Time) device.Now {
	local, day := now.In(u.env.Zone), ""
	if u.env.Clock.Plausible(now) {
		day = local.Format(time.DateOnly)
	}
	if day != u.drawn {
		clear(u.views)
	}
	u.drawn = day
	for id, cfg := range u.widgets {
		if _, drawn := u.views[id]; !drawn {
			root, says := u.picture(cfg, day)
			u.views[id] = device.View{Root: root, Start: now, Anew: true, Says: says}
		}
	}
	u.tell(day)
	y, m, n := local.Date()
	return device.Now{Views: u.views, Again: kit.Soonest(time.Date(y, m, n+1, 0, 0, 0, 0, u.env.Zone), now.Truncate(time.Hour).Add(time.Hour))}
}
