// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/ics"
	"github.com/ledpost/ledpost/render/window"
)

// Shared is what one app publishes for others. Like the apps it belongs to the
// device's goroutine. Apps before the changing app notice at their next step, later
// apps at once. The zero value is empty.
type Shared struct {
	Weather  WeatherNow // written by the weather app
	Place    *Location  // of the weather app's first widget, written by it; nil = unset
	Day      Day        // written by the weather app
	Event    Event      // the next one, written by the calendar; zero = none, or unknown
	Birthday string     // title of today's, written by the calendar; "" = none, or unknown
	Station  string     // URL of the radio's chosen station, written by the radio; "" = unset

	Clocks     map[string]Timepiece // by widget, written by the clock
	FirstClock string               // id among them, written by the clock

	// Skip leaves out the next alarm of the clocks once, or takes that back, and returns the
	// time of the alarm and a word, as the owner writes both; at is "" if no alarm is near.
	// Written by the clock; nil = there is no clock.
	Skip func(now time.Time) (at, word string)

	// Alarm returns what the clocks say of their alarms by themselves, as the owner writes it: the
	// rest of a snooze, in the evening the time of the next alarm, or else "". Written by the
	// clock; nil = there is no clock.
	Alarm func(now time.Time) string

	briefs map[string]map[string]Brief // by app and widget
}

// WeatherNow is a short summary of the weather. The zero value is unknown.
type WeatherNow struct {
	Icon  string    // name of a built-in icon: weather-rain
	Text  string    // 12°
	Until time.Time // when it is too old to be shown; zero = never
	Air   window.Air

	FirstSnow bool // of the winter falls, or has fallen within hours
}

// At returns the weather at now: the zero value if it is unknown or too old.
func (w WeatherNow) At(now time.Time) WeatherNow {
	if !w.Until.IsZero() && !now.Before(w.Until) {
		return WeatherNow{}
	}
	return w
}

// Day is the temperature of the coming hours. The zero value is unknown.
type Day struct {
	From  time.Time // of the first value
	Hours []float64 // degrees in the units that the weather app shows, one for each hour; must not change
}

// At returns the day from the hour of now on.
func (d Day) At(now time.Time) Day {
	past := int(max(now.Sub(d.From), 0) / time.Hour)
	if past >= len(d.Hours) {
		return Day{}
	}
	return Day{d.From.Add(time.Duration(past) * time.Hour), d.Hours[past:]}
}

// Event is an event of a calendar.
type Event = ics.Event

// Minutes returns in how many minutes an event of the coming hour begins, rounded up; 0 of any other.
func Minutes(e Event, now time.Time) int {
	left := e.Start.Sub(now)
	if e.AllDay || left <= 0 || left > time.Hour {
		return 0
	}
	return int((left + time.Minute - 1) / time.Minute)
}

// Location is a place on Earth.
type Location struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
	Name      string  `json:"name,omitempty"`
}

// Position returns where l is; nil for nil.
func (l *Location) Position() *device.Position {
	if l == nil {
		return nil
	}
	return &device.Position{Latitude: l.Latitude, Longitude: l.Longitude}
}
