// SPDX-License-Identifier: Apache-2.0

package walltime

import (
	"fmt"
	"time"
)

// TimeOfDay is the time since midnight on a clock's face, in whole seconds,
// 0 to 24 h exclusive.
type TimeOfDay time.Duration

// ParseTimeOfDay reads HH:MM:SS or HH:MM.
func ParseTimeOfDay(s string) (TimeOfDay, error) {
	for _, layout := range []string{time.TimeOnly, "15:04"} {
		if t, err := time.Parse(layout, s); err == nil {
			return TimeOfDayAt(t), nil
		}
	}
	return 0, fmt.Errorf("%q is not a time, want HH:MM or HH:MM:SS", s)
}

// TimeOfDayAt returns the time of day that a clock shows at t, in the zone of t.
func TimeOfDayAt(t time.Time) TimeOfDay {
	h, m, s := t.Clock()
	return TimeOfDay(time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s)*time.Second)
}

// Valid reports whether t is a time of a day.
func (t TimeOfDay) Valid() bool { return t >= 0 && t < TimeOfDay(24*time.Hour) }

// String gives HH:MM:SS.
func (t TimeOfDay) String() string { return time.Time{}.Add(time.Duration(t)).Format(time.TimeOnly) }

// MarshalText gives HH:MM:SS; a value that is not a time of day is an error.
func (t TimeOfDay) MarshalText() ([]byte, error) {
	if !t.Valid() {
		return nil, fmt.Errorf("walltime: %v is not a time of day", time.Duration(t))
	}
	return []byte(t.String()), nil
}

// UnmarshalText takes what ParseTimeOfDay takes.
func (t *TimeOfDay) UnmarshalText(text []byte) error {
	v, err := ParseTimeOfDay(string(text))
	if err == nil {
		*t = v
	}
	return err
}

// A Place is where rules about wall times hold: its zone, and a clock that can be
// trusted there or not.
type Place struct {
	Location *time.Location
	Clock    Clock
}

// Local returns now in local wall time.
func (p Place) Local(now time.Time) time.Time { return now.In(p.Location) }

// In reports whether w holds at now: never while the clock can be wrong.
func (p Place) In(w Window, now time.Time) bool {
	return p.Clock.Plausible(now) && w.Contains(p.Local(now))
}

// Next is [Next] as an instant of now's monotonic clock, on which the device sleeps.
func (p Place) Next(now time.Time, times ...TimeOfDay) time.Time {
	local := p.Local(now)
	// The difference of wall times, added to now, keeps now's monotonic reading: a timer
	// set by it does not move when somebody sets the clock. Wake applies the rules then.
	return now.Add(Next(local, times...).Sub(local))
}

// FromGMT converts a GMT time of day to a local one by the offset of now.
func (p Place) FromGMT(t TimeOfDay, now time.Time) TimeOfDay { return t.shifted(p.offset(now)) }

// ToGMT is the inverse of FromGMT.
func (p Place) ToGMT(t TimeOfDay, now time.Time) TimeOfDay { return t.shifted(-p.offset(now)) }

func (p Place) offset(now time.Time) time.Duration {
	_, seconds := p.Local(now).Zone()
	return time.Duration(seconds) * time.Second
}

// shifted moves t by less than a day, wrapping at midnight.
func (t TimeOfDay) shifted(by time.Duration) TimeOfDay {
	const day = 24 * time.Hour
	return TimeOfDay((time.Duration(t) + by + day) % day) // + day: % of a negative number is negative
}
