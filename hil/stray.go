// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"fmt"
	"image"
	"time"

	"github.com/ledpost/ledpost/hw"
)

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
	return fmt.Sprintf("the shots follow for %v of %v, then: %s", s.after.Round(step), s.length.Round(step), differs(s.diff, s.got, s.want))
}
