// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"image"
	"image/color"
	"math"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// text is the letters of a frame.
type text struct {
	letters []letter
	width   int // columns, the gap behind the last letter included

	hues        bool          // some letters change their colour with each frame
	fade, blink time.Duration // of the others; 0 = they do not
}

// letter is one letter, and where it is in the text.
type letter struct {
	x     int
	shape *glyph
	ink   color.RGBA
	hue   int // its place on the wheel at the start; -1 = it has its ink
}

// newText returns the text of f.
func newText(f *note.Frame, look Look) text {
	var t text
	switch f.Effect {
	case note.EffectFade:
		t.fade = f.Period
	case note.EffectBlink:
		t.blink = f.Period
	}
	for _, run := range f.Text {
		codes, _ := coded(run.Text)
		for i, code := range codes {
			l := letter{x: t.width, shape: &face()[code], ink: run.Color.Or(f.Color.Or(look.Ink)), hue: -1}
			switch {
			case f.Effect == note.EffectRainbow, run.Effect == note.EffectRainbow:
				l.hue, t.hues = i*360/len(codes), true
			case f.Effect == note.EffectGradient && len(f.Colors) > 1:
				l.ink = between(f.Colors[0].Opaque(), f.Colors[1].Opaque(), i, len(codes)-1)
			}
			t.letters = append(t.letters, l)
			t.width += int(advances[code])
		}
	}
	return t
}

// between returns the colour of step i of n on the way from one colour to another.
func between(from, to color.RGBA, i, n int) color.RGBA {
	if i == 0 { // of a single letter, too
		return from
	}
	part := float32(i) / float32(n)
	mix := func(a, b uint8) uint8 { return uint8(float32(a) + float32(float32(int(b)-int(a))*part)) }
	return color.RGBA{mix(from.R, to.R), mix(from.G, to.G), mix(from.B, to.B), 255}
}

// period returns how long it takes until the colours repeat; 0 = they do not change.
func (t *text) period() time.Duration {
	if t.hues {
		// The wheel of hues has 256 steps, one a frame.
		return max(t.fade, t.blink, timeOf(256))
	}
	return max(t.fade, t.blink)
}

// next returns when a colour changes after now.
func (t *text) next(now time.Duration) time.Duration {
	switch {
	case len(t.letters) == 0:
	case t.hues, t.fade > 0:
		return timeOf(frameAt(now) + 1)
	case t.blink > 0:
		return t.nextBlink(timeOf(frameAt(now)))
	}
	return render.Forever
}

// nextBlink returns the first frame after the one that began at start in which the text appears or goes.
func (t *text) nextBlink(start time.Duration) time.Duration {
	in, lit := start%t.blink, t.litFrom()
	change := start - in + t.blink
	if in < lit {
		change = start - in + lit
	}
	n := frameAt(change)
	if timeOf(n) < change {
		n++
	}
	return timeOf(n)
}

// litFrom returns when text that blinks is seen: in the second half, counted in whole milliseconds.
func (t *text) litFrom() time.Duration {
	return (t.blink.Truncate(2*time.Millisecond) / 2).Truncate(time.Millisecond) + time.Millisecond
}

// draw draws the text with its first letter in column x.
func (t *text) draw(m *image.RGBA, x int, now time.Duration) {
	n := frameAt(now)
	part := t.part(n)
	for i := range t.letters {
		l := &t.letters[i]
		if x+l.x > m.Rect.Max.X {
			return
		}
		c := dimmed(l.ink, part)
		if l.hue >= 0 {
			c = wheel(uint8(l.hue + n))
		}
		l.shape.draw(m, x+l.x, 1, c)
	}
}

// part returns which part of their brightness the letters have in frame n.
func (t *text) part(n int) float64 {
	now := timeOf(n)
	switch {
	case t.fade > 0: // a sine that begins at half
		return (math.Sin(2*math.Pi*float64(now%t.fade)/float64(t.fade)) + 1) / 2
	case t.blink > 0 && now%t.blink < t.litFrom():
		return 0
	}
	return 1
}

func dimmed(c color.RGBA, part float64) color.RGBA {
	if part == 1 {
		return c
	}
	return color.RGBA{uint8(float64(c.R) * part), uint8(float64(c.G) * part), uint8(float64(c.B) * part), 255}
}

// wheel returns a full colour: from red over green and blue to red in 256 steps.
func wheel(hue uint8) color.RGBA {
	step := int(hue) * 192 >> 8
	up, down := uint8(step%64*255/64), uint8((63-step%64)*255/64)
	switch step / 64 {
	case 0:
		return color.RGBA{down, up, 0, 255}
	case 1:
		return color.RGBA{0, down, up, 255}
	}
	return color.RGBA{up, 0, down, 255}
}

// draw draws the letter with its top left corner at x, y. AWTRIX draws dark letters, too.
func (g *glyph) draw(m *image.RGBA, x, y int, c color.RGBA) {
	for row, b := range g {
		for at := x; b != 0; at, b = at+1, b>>1 {
			if b&1 != 0 {
				m.SetRGBA(at, y+row, c)
			}
		}
	}
}
