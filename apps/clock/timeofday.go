// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"encoding/json"
	"strings"

	"github.com/ledpost/ledpost/device"
)

// clockTime is a time of day in settings: HH:MM, or HH:MM:SS where it has seconds. The
// zero value is unset.
type clockTime struct {
	of  device.TimeOfDay
	set bool
}

// parseClockTime reads what device.ParseTimeOfDay does; "" is unset.
func parseClockTime(s string) (clockTime, error) {
	if s == "" {
		return clockTime{}, nil
	}
	of, err := device.ParseTimeOfDay(s)
	return clockTime{of, err == nil}, err
}

// String gives the text form.
func (c clockTime) String() string {
	if !c.set {
		return ""
	}
	return strings.TrimSuffix(c.of.String(), ":00")
}

// MarshalText gives the text form.
func (c clockTime) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText is the inverse of MarshalText.
func (c *clockTime) UnmarshalText(text []byte) (err error) {
	*c, err = parseClockTime(string(text))
	return err
}

// weekdays are days in settings: a list of their names. The zero value has no day.
type weekdays device.Days

// MarshalJSON gives the names, Monday first.
func (w weekdays) MarshalJSON() ([]byte, error) {
	names := []string{}
	if w != 0 { // of which device.Days makes every day
		names = device.Days(w).Names()
	}
	return json.Marshal(names)
}

// UnmarshalJSON reads names; an empty one is absent.
func (w *weekdays) UnmarshalJSON(raw []byte) error {
	var names []string
	if err := json.Unmarshal(raw, &names); err != nil {
		return err
	}
	*w = 0
	for _, name := range names {
		if name == "" {
			continue
		}
		day, err := device.ParseDay(name)
		if err != nil {
			return err
		}
		*w |= weekdays(day)
	}
	return nil
}
