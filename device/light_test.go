// SPDX-License-Identifier: Apache-2.0

package device

import (
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// TestWhenDark: the patience ends between two samples; nothing else wakes the
// device.
func TestWhenDark(t *testing.T) {
	change := func(_ *Config, s *Saved) { s.Settings.Saver = SaverSettings{Enabled: true, WhenDark: true} }
	story(t, change, func(t *testing.T, r *rig) {
		r.must(r.SetLux(background, 0.5))
		n := notice(note.PriorityInfo)
		n.Cycles = 0
		id := r.post(n)
		time.Sleep(8*time.Second - time.Millisecond)
		r.shows(id, "patience")
		time.Sleep(2 * time.Millisecond)
		r.shows("", "dark")
		r.must(r.SetLux(background, 300))
		time.Sleep(8 * time.Second)
		r.shows(id, "light again")
	})
}

// TestNonsenseReadings: no sensor says these.
func TestNonsenseReadings(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		for _, lux := range []float64{math.NaN(), math.Inf(1), -1} {
			r.must(r.SetLux(background, lux))
		}
		if s := r.Status(); s.Light || s.Lux != 0 {
			t.Errorf("took %v", s.Lux)
		}
	})
}
