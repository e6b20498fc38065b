// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"io"
	"time"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/bounded"
)

// A Shot is what a panel showed from an instant on: the light of its LEDs.
type Shot struct {
	At      time.Duration // since the recording began
	Picture image.Image   // in the size of the panel
}

// settle is how long a picture stands that is more than a step of a change: what stands
// shorter may be one that has not reached all LEDs. A loop of 60 frames a second shows
// each picture for 16 ms.
const settle = 10 * time.Millisecond

// maxDumps bounds what Shots reads, in bytes: the length of a recording, for each part
// of a composite of sixteen.
const maxDumps = 16 * 256 << 20

// Shots returns what a recording carries for a panel, in order: of pictures that are
// alike, one after the other, the first; without the steps of a change, which lie between
// the picture before and the one after; and the last picture once more, where the
// recording ends. Its lines have their usual names (docs/hil.md,
// and those that Capture gives). Of a composite vcd is the recordings of its parts, one
// after the other. A recording that cannot be read ends the test.
func Shots(t T, p PanelConfig, vcd io.Reader) []Shot {
	t.Helper()
	panel, err := p.panel()
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	captures, err := dumps(vcd, len(panel.Parts()))
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	var all sieve
	end, err := hw.Frames(panel, captures, nil, func(at time.Duration, m image.Image) error {
		all.add(Shot{at, m})
		return nil
	})
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	return all.whole(end)
}

// A sieve takes what a panel shows, and keeps the shots.
type sieve struct {
	shots []Shot // that stood, or are no step of a change
	steps []Shot // since then, each shorter than settle
	last  *Shot  // how long it stands is not known yet
}

// add takes the next picture.
func (s *sieve) add(next Shot) {
	if s.last != nil && hw.Differ(next.Picture, s.last.Picture) == nil {
		return
	}
	s.rest(next.At)
	s.last = &next
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

// keep keeps the last picture, and before it what is no step of the change to it.
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

// dumps returns the recordings of n buses that follow one another: each begins with a
// declaration after the values of the one before.
func dumps(vcd io.Reader, n int) (all []io.Reader, err error) {
	if n <= 1 {
		return []io.Reader{vcd}, nil
	}
	text, err := bounded.Read(vcd, maxDumps)
	if err != nil {
		return nil, err
	}
	for len(text) > 0 {
		end := len(text)
		if values := bytes.Index(text, []byte("$enddefinitions")); values >= 0 {
			for _, word := range []string{"\n$version", "\n$date", "\n$timescale", "\n$scope", "\n$var"} {
				if next := bytes.Index(text[values:], []byte(word)); next >= 0 {
					end = min(end, values+next+1)
				}
			}
		}
		all, text = append(all, bytes.NewReader(text[:end])), text[end:]
	}
	if len(all) != n {
		return nil, fmt.Errorf("%d recordings, want %d: one for each part of the panel", len(all), n)
	}
	return all, nil
}
