// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
)

// actions are the actions of a clock (docs/decisions.md 6).
var actions = []device.Action{
	{ID: "clock.alarm", Params: []device.Param{
		{Name: "enabled", Type: device.BoolParam},
		{Name: "time", Type: device.TextParam, Format: "[0-9]{2}:[0-9]{2}(?::[0-9]{2})?"},
		{Name: "wake_with_radio", Type: device.BoolParam},
	}},
	{ID: "clock.clockface", Params: []device.Param{
		{Name: "icon", Type: device.TextParam},
		{Name: "type", Type: device.TextParam, Format: "none|page_a_day|weather|custom"},
	}},
}

// clockfaces maps the names that clients use to faces.
var clockfaces = map[string]string{"none": "plain", "page_a_day": "calendar", "weather": "weather", "custom": "icon"}

// Do implements [device.App].
func (c *Clock) Do(id, action string, args device.Args, _ time.Time) error {
	d := kit.Find(c.clocks, id)
	if d == nil {
		return device.ErrNoWidget
	}
	cfg := d.cfg
	do := setAlarm
	if action == "clock.clockface" {
		do = setClockface
	}
	if err := do(&cfg, args); err != nil {
		return err
	}
	d.want(cfg)
	return nil
}

// setClockface changes the face. An icon alone selects the face with an icon.
func setClockface(cfg *Config, args device.Args) error {
	icon, given := args.Text("icon")
	kind, named := args.Text("type")
	if kind = strings.ToLower(strings.TrimSpace(kind)); kind == "" && icon != "" {
		kind, named = "custom", true
	}
	if !named {
		return note.Invalid("params.type", "is missing, want none, page_a_day, weather or custom")
	}
	face, known := clockfaces[kind]
	if !known {
		return note.Invalid("params.type", "%q is not one of none, page_a_day, weather, custom", args["type"])
	}
	if given && icon != "" {
		if n := utf8.RuneCountInString(icon); n > maxIcon {
			return note.Invalid("params.icon", "%d characters, at most %d are allowed", n, maxIcon)
		}
		if _, err := icons.Parse(icon); err != nil {
			return note.Invalid("params.icon", "%v", err)
		}
		cfg.Icon = icon
	}
	if face == "icon" && cfg.Icon == "" {
		return note.Invalid("params.icon", "is missing: none was set before")
	}
	cfg.Face = face
	return nil
}

// setAlarm changes the first alarm. If there is none it adds one, for every day.
func setAlarm(cfg *Config, args device.Args) error {
	text, timed := args.Text("time")
	at, _ := parseClockTime(text) // it is not set then
	if timed && !at.set {
		return note.Invalid("params.time", "%q is not a time, want HH:MM or HH:MM:SS", text)
	}
	enabled, switched := args.Bool("enabled")
	cfg.Alarms = slices.Clone(cfg.Alarms)
	if len(cfg.Alarms) == 0 {
		if !timed && !enabled {
			return nil // no alarm that could be switched off
		}
		if !timed {
			return note.Invalid("params.time", "is missing: there is no alarm yet")
		}
		cfg.Alarms = []AlarmConfig{{Days: weekdays(device.AllDays)}}
	}
	first := &cfg.Alarms[0]
	if timed {
		first.Time = at
	}
	if switched {
		first.Enabled = &enabled
	}
	switch radio, given := args.Bool("wake_with_radio"); {
	case given && radio:
		first.Sound = radioRing
	case given && first.Sound == radioRing:
		first.Sound = ""
	}
	return nil
}
