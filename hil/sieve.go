// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"fmt"
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/hw"
)

// settle is how long a picture stands that is more than a step of a change: what stands
// shorter may be one that has not reached all LEDs. A loop of 60 frames a second shows
// each picture for 16 ms.
const settle = 10 * time.Millisecond

// maxLight bounds the shots of a recording, in LEDs of all pictures together, of 8 bytes
// each: nine minutes of 64×64 LEDs at 60 pictures a second.
const maxLight = 128 << 20

// A sieve takes what a panel shows, and keeps the shots.
type sieve struct {
	most  int    // LEDs of all pictures that are kept; 0 = any number
	shots []Shot // that stood, or are no step of a change
	steps []Shot // since then, each shorter than settle
	last  *Shot  // how long it stands is not known yet
}

// add takes the next picture; an error if there are too many to be kept.
func (s *sieve) add(next Shot) error {
	if s.last != nil && hw.Differ(next.Picture, s.last.Picture) == nil {
		return nil
	}
	s.rest(next.At)
	s.last = &next
	size, n := next.Picture.Bounds().Size(), len(s.shots)+len(s.steps)
	if s.most > 0 && n*size.X*size.Y > s.most {
		return fmt.Errorf(
			"the first %v of the recording show %d different pictures of %d×%d LEDs, more than fit: record for less time",
			next.At, n, size.X, size.Y)
	}
	return nil
}

// rest decides about the last picture, which stood until at.
func (s *sieve) rest(at time.Duration) {
	switch {
	case s.last == nil:
	case at-s.last.At < settle:
		s.steps = append(s.steps, *s.last)
	default:
		s.keep()
	}
}

// keep keeps the last picture, and pictures before it that are no step of the change to it.
func (s *sieve) keep() {
	var before image.Image = image.NewRGBA(s.last.Picture.Bounds())
	if n := len(s.shots); n > 0 {
		before = s.shots[n-1].Picture
	}
	for _, step := range s.steps {
		if !between(step.Picture, before, s.last.Picture) {
			s.put(step)
		}
	}
	s.put(*s.last)
	s.steps = nil
}

// put keeps a shot that is not like the one before.
func (s *sieve) put(shot Shot) {
	if n := len(s.shots); n == 0 || hw.Differ(shot.Picture, s.shots[n-1].Picture) != nil {
		s.shots = append(s.shots, shot)
	}
}

// whole returns the shots of a recording that ends at a time. How long its last picture would have
// stood nobody knows: it is a shot.
func (s *sieve) whole(end time.Duration) []Shot {
	if s.last == nil {
		return nil
	}
	s.keep()
	if last := s.shots[len(s.shots)-1]; end > last.At {
		s.shots = append(s.shots, Shot{end, last.Picture})
	}
	return s.shots
}

// between reports whether each LED of a picture is as bright as in one of two others, or
// between them, to one step of 8 bits.
func between(m, a, b image.Image) bool {
	r := m.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c, p, q := light(m, x, y), light(a, x, y), light(b, x, y)
			for i := range c {
				if c[i]+257 < min(p[i], q[i]) || c[i] > max(p[i], q[i])+257 {
					return false
				}
			}
		}
	}
	return true
}

// light returns red, green and blue of an LED.
func light(m image.Image, x, y int) [3]int {
	c := color.NRGBA64Model.Convert(m.At(x, y)).(color.NRGBA64)
	return [3]int{int(c.R), int(c.G), int(c.B)}
}
