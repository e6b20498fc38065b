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
