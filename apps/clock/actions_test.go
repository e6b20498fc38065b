// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// onePixel is a PNG of a red pixel.
const onePixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="

// TestClockActions: what clients ask of the clock is in the settings as soon as they
// have their answer, and a fault names the parameter and changes nothing.
func TestClockActions(t *testing.T) {
	on, off := true, false
	every := weekdays(device.AllDays)
	rows := []struct {
		name, action string
		args         device.Args
		want         func(*Config) // what it changes, beside what was changed before
		fault        string
	}{
		{name: "no alarm to switch off", action: "clock.alarm", args: device.Args{"enabled": false}, want: func(*Config) {}},
		{name: "no alarm to switch on", action: "clock.alarm", args: device.Args{"enabled": true},
			fault: "params.time: is missing: there is no alarm yet"},
		{name: "no time", action: "clock.alarm", args: device.Args{"time": "25:00"},
			fault: `params.time: "25:00" is not a time, want HH:MM or HH:MM:SS`},
		{name: "a first alarm is for every day", action: "clock.alarm",
			args: device.Args{"enabled": true, "time": "10:00:00", "wake_with_radio": false},
			want: func(c *Config) {
				c.Alarms = []AlarmConfig{{Time: clockTimeOf(t, "10:00"), Days: every, Enabled: &on}}
			}},
		{name: "its time alone", action: "clock.alarm", args: device.Args{"time": "10:30:15"},
			want: func(c *Config) { c.Alarms[0].Time = clockTimeOf(t, "10:30:15") }},
		{name: "the radio", action: "clock.alarm", args: device.Args{"wake_with_radio": true},
			want: func(c *Config) { c.Alarms[0].Sound = "radio" }},
		{name: "no radio", action: "clock.alarm", args: device.Args{"wake_with_radio": false},
			want: func(c *Config) { c.Alarms[0].Sound = "" }},
		{name: "off", action: "clock.alarm", args: device.Args{"enabled": false},
			want: func(c *Config) { c.Alarms[0].Enabled = &off }},
		{name: "a face", action: "clock.clockface", args: device.Args{"type": "page_a_day"},
			want: func(c *Config) { c.Face = "calendar" }},
		{name: "in capitals", action: "clock.clockface", args: device.Args{"type": " Weather "},
			want: func(c *Config) { c.Face = "weather" }},
		{name: "an icon of none", action: "clock.clockface", args: device.Args{"type": "custom"},
			fault: "params.icon: is missing: none was set before"},
		{name: "an icon", action: "clock.clockface", args: device.Args{"type": "custom", "icon": onePixel},
			want: func(c *Config) { c.Face, c.Icon = "icon", onePixel }},
		{name: "none", action: "clock.clockface", args: device.Args{"type": "none"},
			want: func(c *Config) { c.Face = "plain" }},
		{name: "the icon of before", action: "clock.clockface", args: device.Args{"type": "custom"},
			want: func(c *Config) { c.Face = "icon" }},
		{name: "an icon alone", action: "clock.clockface", args: device.Args{"icon": "weather-rain"},
			want: func(c *Config) { c.Icon = "weather-rain" }},
		{name: "nothing", action: "clock.clockface",
			fault: "params.type: is missing, want none, page_a_day, weather or custom"},
		{name: "another face", action: "clock.clockface", args: device.Args{"type": "cuckoo"},
			fault: `params.type: "cuckoo" is not one of none, page_a_day, weather, custom`},
		{name: "no icon", action: "clock.clockface",
			args: device.Args{"type": "custom", "icon": "data:image/png;base64,AAAA"}, fault: "params.icon"},
		{name: "a large icon", action: "clock.clockface",
			args:  device.Args{"type": "custom", "icon": strings.Repeat("a", maxIcon+1)},
			fault: "params.icon: 16385 characters, at most 16384 are allowed"},
	}
	synctest.Test(t, func(t *testing.T) {
		saved := live(t, device.Fresh(), func(h *home) {
			want := h.settings()
			for _, row := range rows {
				err := h.Do(t.Context(), Package, "", row.action, row.args, false)
				var bad *note.InvalidError
				if row.fault != "" && (!errors.As(err, &bad) || !strings.HasPrefix(bad.Error(), row.fault)) ||
					row.fault == "" && err != nil {
					t.Errorf("%s: %v, want %q", row.name, err, row.fault)
				}
				if row.want != nil {
					row.want(&want)
				}
				if got := h.settings(); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: %+v, want %+v", row.name, got, want)
				}
			}
		})
		live(t, saved, func(h *home) {
			if cfg := h.settings(); cfg.Face != "icon" || cfg.Icon != "weather-rain" || len(cfg.Alarms) != 1 {
				t.Errorf("after a restart %+v", cfg)
			}
		})
	})
}

// TestClockSettingsAreChecked: a fault names its place, and changes nothing.
func TestClockSettingsAreChecked(t *testing.T) {
	rows := map[string]string{
		`{"face":"cuckoo"}`:                                              "[0].settings.face",
		`{"hours":13}`:                                                   "[0].settings.hours",
		`{"zone":"Mars/Olympus"}`:                                        "[0].settings.zone",
		`{"icon":"no such thing!"}`:                                      "[0].settings.icon",
		`{"zone2":"Mars/Olympus"}`:                                       "[0].settings.zone2",
		`{"accent":"red!"}`:                                              "[0].settings.accent",
		`{"alarms":[{}]}`:                                                "[0].settings.alarms[0].time",
		`{"alarms":[{"time":"7"}]}`:                                      "[0].settings.alarms[0].time",
		`{"alarms":[{"time":"07:00","days":["someday"]}]}`:               "[0].settings.alarms[0].days[0]",
		`{"alarms":[{"time":"07:00","sunrise":61}]}`:                     "[0].settings.alarms[0].sunrise",
		`{"alarms":[{"time":"07:00","snooze":-1}]}`:                      "[0].settings.alarms[0].snooze",
		`{"alarms":[{"time":"07:00"},{"time":"08:00","sound":"quack"}]}`: "[0].settings.alarms[1].sound",
		`{"alarms":[{"time":"07:00","sound":"file:///etc/passwd"}]}`:     "[0].settings.alarms[0].sound",
		`{"alarms":[{},{},{},{},{},{},{},{},{}]}`:                        "[0].settings.alarms",
	}
	atHome(t, func(t *testing.T, h *home) {
		h.set(`{"face":"words"}`)
		for settings, field := range rows {
			list, err := h.Apps(t.Context())
			h.Must(err)
			list[0].Settings = []byte(settings)
			_, err = h.SetApps(t.Context(), list)
			var bad *note.InvalidError
			if !errors.As(err, &bad) || bad.Field != field {
				t.Errorf("%s: %v, want a fault of %s", settings, err, field)
			}
			if h.settings().Face != "words" {
				t.Fatalf("%s has changed something", settings)
			}
		}
	})
}
