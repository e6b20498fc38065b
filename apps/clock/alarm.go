// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/sounds"
)

const (
	maxAlarms     = 8
	maxSunrise    = 60 // minutes
	maxSnooze     = 60 // minutes
	defaultSnooze = 9  // minutes, as clocks have had it since the gears of 1956
	defaultRing   = "alarm10"
	radioRing     = "radio" // what the radio would play
)

// AlarmConfig is an alarm in the settings of a clock.
type AlarmConfig struct {
	Time    clockTime `json:"time"`              // in the zone of the clock; must be set
	Days    weekdays  `json:"days,omitempty"`    // on which it rings; none = once
	Enabled *bool     `json:"enabled,omitempty"` // nil = true
	Sound   string    `json:"sound,omitempty"`   // a built-in alarm, a URL, or "radio"; "" = defaultRing
	Sunrise int       `json:"sunrise,omitempty"` // minutes of light before it, up to maxSunrise; 0 = none
	Snooze  *int      `json:"snooze,omitempty"`  // minutes, up to maxSnooze; 0 = the button ends it; nil = defaultSnooze
}

// alarmSchema declares an AlarmConfig.
func alarmSchema() *device.Schema {
	return &device.Schema{Properties: []device.Property{
		{Name: "time", Schema: device.Schema{Type: "string", Title: "Time", Format: "time"}},
		{Name: "days",
			Schema: device.Schema{Type: "array", Title: "Days", Description: "Without days, the alarm rings once", MaxLen: 7,
				Items: &device.Schema{Type: "string", Enum: device.AllDays.Names()}}},
		{Name: "enabled", Schema: device.Schema{Type: "boolean", Title: "On", Default: true}},
		{Name: "sound",
			Schema: device.Schema{Type: "string", Title: "Sound", Format: "alarm", MaxLen: note.MaxURL, Default: defaultRing,
				Description: "A built-in alarm, radio, or a URL; in place of a sound that cannot be fetched it plays " +
					defaultRing}},
		{Name: "sunrise",
			Schema: device.Schema{Type: "integer", Title: "Sunrise", Description: "Minutes of light before the alarm",
				Max: maxSunrise, Default: 0}},
		{Name: "snooze", Schema: device.Schema{Type: "integer", Title: "Snooze", Description: "Minutes; 0 for none",
			Max: maxSnooze, Default: defaultSnooze}},
	}}
}

// on reports whether the alarm is enabled.
func (a *AlarmConfig) on() bool { return a.Enabled == nil || *a.Enabled }

// snooze returns how long the button silences the alarm; 0 = for good.
func (a *AlarmConfig) snooze() time.Duration {
	if a.Snooze == nil {
		return defaultSnooze * time.Minute
	}
	return time.Duration(*a.Snooze) * time.Minute
}

// check returns the error in an alarm that fits the schema; its field begins with at.
func (a *AlarmConfig) check(at string) error {
	if !a.Time.set {
		return note.Invalid(at+"time", "is missing, want HH:MM")
	}
	if !knownRing(a.Sound) {
		return note.Invalid(at+"sound", "want one of %s, radio, or an http or https URL",
			strings.Join(sounds.IDs("alarms"), ", "))
	}
	return nil
}

func knownRing(sound string) bool {
	if sound == "" || sound == radioRing || slices.Contains(sounds.IDs("alarms"), sound) {
		return true
	}
	u, err := url.Parse(sound)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

// track returns the sound: endless, and with a built-in sound as fallback for one from
// the network.
func (a *AlarmConfig) track(key, station string) sounds.Track {
	t := sounds.Track{Key: key, Fallback: sounds.Builtin{Category: "alarms", ID: defaultRing}}
	switch {
	case strings.Contains(a.Sound, "://"):
		t.URL = a.Sound
	case a.Sound == radioRing && station != "":
		t.URL, t.Live = station, true
	case a.Sound == "" || a.Sound == radioRing:
		return sounds.Track{Key: key, Category: "alarms", ID: defaultRing}
	default:
		return sounds.Track{Key: key, Category: "alarms", ID: a.Sound}
	}
	return t
}

// when holds the days and the time of day of an alarm.
type when struct {
	days device.Days // empty = any day
	at   time.Duration
}

// when returns the days and time of a.
func (a *AlarmConfig) when() when { return when{device.Days(a.Days), time.Duration(a.Time.of)} }

// next returns the first ring after t: on each of the days the first instant at which
// clocks in that zone show the time or, where they skip it, a later one. A time
// that occurs twice in a night therefore rings once.
func (w when) next(t time.Time, zone *time.Location) time.Time {
	local := t.In(zone)
	for day := -1; ; day++ { // there is one within a week
		y, m, d := local.Date()
		wall := time.Date(y, m, d+day, 0, 0, 0, 0, time.UTC).Add(w.at)
		if at := firstAt(wall, zone); w.days.Has(wall.Weekday()) && at.After(t) {
			return at
		}
	}
}

// firstAt returns the first instant at which clocks in the zone show the time that wall
// has in UTC, or a later one.
func firstAt(wall time.Time, zone *time.Location) time.Time {
	const earlier = 48 * time.Hour // than wall in any zone
	for at := wall.Add(-earlier).In(zone); ; {
		_, offset := at.Zone()
		begin, end := at.ZoneBounds()
		shown := wall.Add(-time.Duration(offset) * time.Second)
		switch {
		case !begin.IsZero() && shown.Before(begin): // skipped: the offset has changed
			return begin
		case end.IsZero() || shown.Before(end):
			return shown
		}
		at = end.In(zone)
	}
}
