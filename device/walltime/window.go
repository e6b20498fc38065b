// SPDX-License-Identifier: Apache-2.0

package walltime

import (
	"fmt"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/enum"
)

// Window is a time span of each day: Start is inside, End is outside, and it may
// cross midnight. Start = End means never.
type Window struct{ Start, End TimeOfDay }

// Contains reports whether the wall time of t is in the window.
func (w Window) Contains(t time.Time) bool { return w.Has(TimeOfDayAt(t)) }

// Has reports whether t is in the window (docs/decisions.md 5).
func (w Window) Has(t TimeOfDay) bool {
	if w.Start <= w.End {
		return w.Start <= t && t < w.End
	}
	return t >= w.Start || t < w.End // past midnight
}

// MarshalText gives "22:00:00-07:00:00", or "" for never.
func (w Window) MarshalText() ([]byte, error) {
	if w.Start == w.End {
		return nil, nil
	}
	return []byte(w.Start.String() + "-" + w.End.String()), nil
}

// UnmarshalText reads "22:00-07:00", with or without seconds, or "" for never.
func (w *Window) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*w = Window{}
		return nil
	}
	from, to, ok := strings.Cut(string(text), "-")
	if !ok {
		return fmt.Errorf("%q is not a window like 22:00-07:00", text)
	}
	start, err := ParseTimeOfDay(strings.TrimSpace(from))
	if err != nil {
		return err
	}
	end, err := ParseTimeOfDay(strings.TrimSpace(to))
	if err != nil {
		return err
	}
	*w = Window{start, end}
	return nil
}

// Days is a set of days of the week: bit time.Sunday and so on. The zero value is
// every day.
type Days uint8

// AllDays has every day of the week.
const AllDays Days = 1<<7 - 1

var dayNames = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// week is the order in which people list the days.
var week = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday,
	time.Sunday}

// Has reports whether d is one of the days.
func (days Days) Has(d time.Weekday) bool { return days == 0 || days&(1<<d) != 0 }

// Names lists the days, from Monday: mon, tue and so on.
func (days Days) Names() (names []string) {
	for _, d := range week {
		if days.Has(d) {
			names = append(names, dayNames[d])
		}
	}
	return names
}

// MarshalText gives the names with commas between them.
func (days Days) MarshalText() ([]byte, error) { return []byte(strings.Join(days.Names(), ",")), nil }

// UnmarshalText is the inverse of MarshalText.
func (days *Days) UnmarshalText(text []byte) error {
	var all Days
	for name := range strings.SplitSeq(string(text), ",") {
		one, err := ParseDay(name)
		if err != nil {
			return err
		}
		all |= one
	}
	*days = all
	return nil
}

// ParseDay returns the set of one day, given a name as in Names.
func ParseDay(s string) (Days, error) {
	d, err := enum.Parse[uint8](dayNames, s)
	return 1 << d, err
}

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
	Zone  *Zone
	Clock Clock
}

// Local returns now in local wall time.
func (p Place) Local(now time.Time) time.Time { return now.In(p.Zone.Location()) }

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
