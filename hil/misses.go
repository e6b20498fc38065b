// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw"
)

// Pictures that stand shorter may be skipped: two frames of a loop of 60 a second. Of a
// panel whose bus takes longer for each picture it is that time, to a tenth of a second.
const (
	mustShow = 34 * time.Millisecond
	slowest  = 100 * time.Millisecond
)

// misses returns the first picture of the film after an instant that stands long enough
// and is in no shot when it is due; nil if there is none. zero is when the film begins.
func (f *follower) misses(first int, zero, from time.Duration) *stray {
	long := f.patience()
	for at := from; at < f.film.length; {
		want, begins := f.shown(at), at
		for at < f.film.length && f.shown(at) == want {
			at += 4 * step
		}
		if at-begins < long {
			continue
		}
		if s, d := f.during(first, zero+begins-slack, zero+at+slack, want); d != nil {
			return f.strays(begins, d, s, want)
		}
	}
	return nil
}

// patience returns how long a picture may stand that is skipped.
func (f *follower) patience() time.Duration {
	least := slowest
	for i, s := range f.shots[1:] {
		least = min(least, s.At-f.shots[i].At)
	}
	if len(f.shots) < 3 { // nothing is known of the bus
		return mustShow
	}
	return max(least, mustShow)
}

// during looks for a picture among the shots that stand in some time; if there is none, it
// returns the shot that comes closest, and how it differs.
func (f *follower) during(first int, from, to time.Duration, want image.Image) (best Shot, diff *hw.Difference) {
	for i, s := range f.shots[first:] {
		end := f.end
		if next := first + i + 1; next < len(f.shots) {
			end = f.shots[next].At
		}
		if end < from || s.At > to {
			continue
		}
		d := hw.Differ(s.Picture, want)
		if d == nil {
			return s, nil
		}
		if diff == nil || d.Wrong < diff.Wrong {
			best, diff = s, d
		}
	}
	return best, diff
}
