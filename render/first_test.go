// SPDX-License-Identifier: Apache-2.0

package render

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestFirstFrameIsSent: a panel is told its picture at the start, also if the first scene
// is as dark as memory is before anything was drawn.
func TestFirstFrameIsSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newFakePanel()
		l := NewLoop(p, quiet)
		l.pace = &timers{}
		clear := &Fill{Bounds: p.Bounds().Size()}
		l.Show(Scene{ID: 1, Root: clear, Start: time.Now(), Level: 1})
		stop := must.Run(t, l.Run)
		synctest.Wait()
		if n := p.count(); n != 1 {
			t.Errorf("%d frames at the start, want 1", n)
		}
		stop()
	})
}

// TestFrameTimes: both times of a frame are counted, each in its own histogram.
func TestFrameTimes(t *testing.T) {
	var s Stats
	s.frame(2*time.Millisecond, 5*time.Millisecond)
	s.frame(2*time.Millisecond, 9*time.Millisecond)
	count := func(h *Histogram) (n, buckets uint64, least time.Duration) {
		h.Each(func(upper time.Duration, c uint64) {
			if buckets == 0 {
				least = upper
			}
			n, buckets = n+c, buckets+1
		})
		return n, buckets, least
	}
	if n, buckets, least := count(&s.Late); n != 2 || buckets != 1 || least < 2*time.Millisecond || least > 3*time.Millisecond {
		t.Errorf("late: %d in %d buckets from %v", n, buckets, least)
	}
	if n, buckets, least := count(&s.Took); n != 2 || buckets != 2 || least < 5*time.Millisecond || least > 6*time.Millisecond {
		t.Errorf("took: %d in %d buckets from %v", n, buckets, least)
	}
}
