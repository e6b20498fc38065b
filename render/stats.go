// SPDX-License-Identifier: Apache-2.0

package render

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// Stats counts what a loop does. Any goroutine may read it.
type Stats struct {
	Late  Histogram // from when a frame was due until the thread was awake
	Took  Histogram // from awake to the end of the panel's Draw
	drawn atomic.Uint64
}

// Drawn is how many frames went to the panel.
func (s *Stats) Drawn() uint64 { return s.drawn.Load() }

func (s *Stats) frame(late, took time.Duration) {
	s.Late.add(late)
	s.Took.add(took)
}

// Histogram counts durations in buckets of about 6 % width, from 1 µs up. The
// zero value is empty. One goroutine adds, any reads.
type Histogram struct{ buckets [16 * 32]atomic.Uint64 }

// add counts d; negative durations count as 0.
func (h *Histogram) add(d time.Duration) {
	h.buckets[bucket(uint64(max(d, 0)/time.Microsecond))].Add(1)
}

// bucket returns the bucket of us: 16 linear ones for each power of two.
func bucket(us uint64) int {
	if us < 16 {
		return int(us)
	}
	// The four bits below the highest one choose among the 16 of a power of two.
	shift := bits.Len64(us) - 5
	return min((shift+1)*16+int(us>>shift)-16, 16*32-1)
}

// upper returns the first duration past bucket i.
func upper(i int) time.Duration {
	if i < 16 {
		return time.Duration(i+1) * time.Microsecond
	}
	shift := i/16 - 1
	return time.Duration(i%16+17) << shift * time.Microsecond // too large for an int of 32 bits
}

// Each calls f with the upper bound and the count of every bucket that is not empty,
// in rising order.
func (h *Histogram) Each(f func(upper time.Duration, count uint64)) {
	for i := range h.buckets {
		if n := h.buckets[i].Load(); n > 0 {
			f(upper(i), n)
		}
	}
}
