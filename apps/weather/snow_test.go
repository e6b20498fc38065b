// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// TestFirstSnow is told once a winter, by a device that has watched for a while.
func TestFirstSnow(t *testing.T) {
	const clear, snows = 0, 73
	began := time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		why   string
		days  []int // after began, on which it snows; it is watched each day until the last one
		first bool  // on the last one
	}{
		{"the first of a winter", []int{80}, true},
		{"snow on the day after", []int{80, 81}, false},
		{"snow again after a thaw", []int{80, 130}, false},
		{"the next winter", []int{80, 130, 450}, true},
		{"a device that is new in winter", []int{3}, false},
		{"and snow falls again", []int{3, 40}, false},
	} {
		var s snowfall
		last := row.days[len(row.days)-1]
		for day := 0; day <= last; day++ {
			code := clear
			for _, d := range row.days {
				if d == day {
					code = snows
				}
			}
			s.watch(&forecast{At: began.AddDate(0, 0, day), Now: &conditions{Code: code}})
		}
		s.watch(&forecast{At: began.AddDate(0, 0, last)}) // an answer without the current weather
		now := began.AddDate(0, 0, last)
		for after, want := range map[time.Duration]bool{0: row.first, 11 * time.Hour: row.first, 12 * time.Hour: false,
			-time.Hour: false} {
			if got := s.first(now.Add(after)); got != want {
				t.Errorf("%s, %v later: told %v, want %v", row.why, after, got, want)
			}
		}
	}
}

// TestFirstSnowAfterAWrongClock is told although the clock was wrong once: in the future, where it snowed, too, and
// before the program was built, which counts as no time of watching.
func TestFirstSnowAfterAWrongClock(t *testing.T) {
	const clear, snows = 0, 73
	for _, row := range []struct {
		why     string
		watches time.Duration // until the clock is wrong
		wrong   time.Duration // for the forecast that follows
		first   bool          // the snow of the next day
	}{
		{"never wrong", 40 * 24 * time.Hour, 0, true},
		{"three years ahead", 40 * 24 * time.Hour, 3 * 365 * 24 * time.Hour, true},
		{"months ahead", 40 * 24 * time.Hour, 200 * 24 * time.Hour, true},
		{"in the past after weeks", 40 * 24 * time.Hour, -30 * 365 * 24 * time.Hour, true},
		{"in the past at the first start", 0, -30 * 365 * 24 * time.Hour, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			built := time.Now().Add(-24 * time.Hour)
			w := New(kit.Env{Shared: &kit.Shared{}, Clock: device.NewWallClock(built, time.Time{})}, nil, 1)
			state := &record{}
			w.known["here"] = state
			hears := func(code int, ahead time.Duration) {
				w.came("here", nil, &forecast{At: time.Now().Add(ahead), Now: &conditions{Code: code}}, nil)
			}
			for began := time.Now(); time.Since(began) < row.watches; time.Sleep(24 * time.Hour) {
				hears(clear, 0)
			}
			if row.wrong != 0 {
				hears(snows, row.wrong)
			}
			time.Sleep(2 * time.Hour)
			hears(clear, 0)
			time.Sleep(24 * time.Hour)
			hears(snows, 0)
			if got := state.Snow.first(time.Now()); got != row.first {
				t.Errorf("%s: told %v, want %v; %+v", row.why, got, row.first, state.Snow)
			}
			later := state.Snow.First.Add(row.wrong)
			if time.Sleep(48 * time.Hour); state.Snow.first(time.Now()) || row.wrong != 0 && state.Snow.first(later) {
				t.Errorf("%s: told again", row.why)
			}
		})
	}
}
