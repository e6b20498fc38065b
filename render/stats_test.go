// SPDX-License-Identifier: Apache-2.0

package render

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

func TestGrid(t *testing.T) {
	g := grid{time.Unix(0, 0)}
	rows := []struct {
		name       string
		after, now time.Duration
		want       time.Duration
	}{
		{"on a frame", time.Second, 0, time.Second},
		{"just after one", time.Second + 1, 0, time.Second + 16666667},
		{"a past one comes with the next", 0, time.Second, time.Second + 16666667},
	}
	for _, row := range rows {
		got := g.frame(g.origin.Add(row.after), g.origin.Add(row.now)).Sub(g.origin)
		if got != row.want {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}

func TestHistogram(t *testing.T) {
	var h Histogram
	for _, d := range []time.Duration{-1, 0, 15 * time.Microsecond, 100 * time.Microsecond, time.Second, 10 * time.Hour} {
		h.add(d)
	}
	n, last := 0, time.Duration(0)
	h.Each(func(upper time.Duration, count uint64) {
		if upper <= last {
			t.Errorf("bucket up to %v after one up to %v", upper, last)
		}
		n, last = n+int(count), upper
	})
	if n != 6 {
		t.Errorf("%d counted, want 6", n)
	}
	if got := bucket(uint64(10 * time.Hour / time.Microsecond)); got != len(h.buckets)-1 {
		t.Errorf("ten hours are in bucket %d, want the last of %d", got, len(h.buckets))
	}
	for _, d := range []time.Duration{20 * time.Microsecond, 333 * time.Microsecond, 16 * time.Millisecond, time.Second} {
		if up := upper(bucket(uint64(d / time.Microsecond))); up <= d || float64(up) > float64(d)*1.07+1000 {
			t.Errorf("%v falls into the bucket up to %v", d, up)
		}
	}
}

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
	if n, buckets, least := count(&s.Late); n != 2 || buckets != 1 || least < 2*time.Millisecond ||
		least > 3*time.Millisecond {
		t.Errorf("late: %d in %d buckets from %v", n, buckets, least)
	}
	if n, buckets, least := count(&s.Took); n != 2 || buckets != 2 || least < 5*time.Millisecond ||
		least > 6*time.Millisecond {
		t.Errorf("took: %d in %d buckets from %v", n, buckets, least)
	}
}
