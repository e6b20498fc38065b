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
var week = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday}

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
