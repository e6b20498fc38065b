// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"fmt"
	"image"
	"slices"
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

// still reports whether the film is one picture on this panel.
func (f *follower) still() bool {
	first := f.shown(0)
	for at := step; at < f.film.length; at += 20 * step {
		if f.shown(at) != first {
			return false
		}
	}
	return true
}

// broken returns where shots that follow the film from one on are broken all the same,
// nil if nowhere.
func (f *follower) broken(first int, still bool) *stray {
	if f.alone {
		return nil
	}
	if s := f.returns(first); s != nil || !still {
		return s
	}
	return f.flickers(first)
}

// flickers returns where the picture of a film that stands still leaves and returns
// within one pass; nil if it does not.
func (f *follower) flickers(first int) *stray {
	want := f.shown(0)
	var left *Shot
	for _, s := range f.shots[first:] {
		switch d := hw.Differ(s.Picture, want); {
		case s.At-f.shots[first].At >= f.film.length:
			return nil
		case d != nil && left == nil:
			left = &s
		case d == nil && left != nil:
			d = hw.Differ(left.Picture, want)
			return f.strays(left.At-f.shots[first].At, d, *left, want)
		}
	}
	return nil
}

// returns returns a picture between the first picture and the same picture shortly
// before; nil without such a picture. The film may have begun there, as far as known, unless
// it is how a recording begins: every panel is dark when it is switched on.
func (f *follower) returns(first int) *stray {
	want := f.shots[first].Picture
	var left *Shot
	for i, s := range slices.Backward(f.shots[:first]) {
		switch d := hw.Differ(s.Picture, want); {
		case f.shots[first].At-s.At > lead:
			return nil
		case d != nil:
			left = &s
		case i == 0 && dark(s.Picture):
			return nil
		case left != nil:
			return f.strays(left.At-s.At, hw.Differ(left.Picture, want), *left, want)
		}
	}
	return nil
}

// strays returns that a shot differs, so long after the beginning.
func (f *follower) strays(after time.Duration, d *hw.Difference, s Shot, want image.Image) *stray {
	d.At, d.Frames, d.Pixel = s.At, len(f.shots), d.Pixel.Add(f.place.Min)
	return &stray{after, f.film.length, d, s.Picture, want}
}

// A stray is where shots leave a film.
type stray struct {
	after     time.Duration // how far they followed; -1 for not at all
	length    time.Duration // of the film
	diff      *hw.Difference
	got, want image.Image
}

// closer reports whether s comes closer than another one: it follows for longer, it is
// not dark, as panels are when they are switched on, or fewer pixels are wrong.
func (s *stray) closer(other *stray) bool {
	switch {
	case s.after != other.after:
		return s.after > other.after
	case dark(s.got) != dark(other.got):
		return dark(other.got)
	}
	return s.diff.Wrong < other.diff.Wrong
}

// dark reports whether no LED is lit.
func dark(m image.Image) bool { return hw.Differ(m, image.NewRGBA(m.Bounds())) == nil }

// Error implements error.
func (s *stray) Error() string {
	if s.after < 0 {
		return "the first picture is never shown: " + differs(s.diff, s.got, s.want)
	}
	return fmt.Sprintf("the shots follow for %v of %v, then: %s", s.after.Round(step), s.length.Round(step),
		differs(s.diff, s.got, s.want))
}
