// SPDX-License-Identifier: Apache-2.0

package walltime

import (
	"fmt"
	"strings"
	"time"
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
