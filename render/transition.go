// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"math"
	"time"
)

// Transition is how one picture replaces another. The zero value is a cut.
type Transition struct {
	Style Style
	For   time.Duration
}

// Style is the style of a transition. The zero value is Cut.
type Style uint8

const (
	Cut        Style = iota
	Fade             // cross-fade in linear light
	Slide            // the new picture pushes the old one up
	SlideDown        // down
	SlideLeft        // to the left
	SlideRight       // to the right
	Wipe             // from left to right, with a soft edge
	Darken           // the old one goes dark, then the new one comes
	Zoom             // the old one shrinks into the middle, the new one grows out of it
	Rotate           // the same, turning
	Pixelate         // the old one becomes coarse, the new one fine
	Curtain          // opens from the middle
	Ripple           // a wave runs from the middle outwards
	Blink            // the old one blinks
	Reload           // the old one is removed from left to right, then the new one appears the same way
	Dissolve         // pixel by pixel, in random order
	Blinds           // strips that turn
	Iris             // a circle opens
	Checker          // squares, first the squares of one colour
	Random           // a different one of these each time

	styles // how many there are
)

// of returns the style for the nth transition: for Random one of the others.
func (s Style) of(n uint64) Style {
	if s != Random {
		return s
	}
	n = (n + 1) * 0x9e3779b97f4a7c15
	return Fade + Style((n>>32)%uint64(Random-Fade))
}

// compose draws two pictures, done (0 to 1) of the way from the old one to the
// new one, into dst. All must have the same bounds, and dst must be a third picture. n
// counts transitions.
func (t Transition) compose(dst, old, new *image.RGBA, done float64, n uint64) {
	switch s := t.Style.of(n); s {
	case Fade:
		fade(dst, old, new, uint32(done*256))
	case Slide, SlideDown, SlideLeft, SlideRight:
		slide(dst, old, new, gone(done), s)
	case Darken, Blink, Reload:
		inTurn(dst, old, new, done, s)
	case Zoom, Rotate, Pixelate, Ripple:
		warp(dst, old, new, done, s)
	case Wipe, Curtain, Dissolve, Blinds, Iris, Checker:
		uncover(dst, old, new, done, s)
	default:
		copy(dst.Pix, new.Pix)
	}
}

// gone returns how far something has moved that slows down to a stop.
func gone(done float64) float64 { return 1 - (1-done)*(1-done) }

func fade(dst, old, new *image.RGBA, done uint32) {
	for i := 0; i < len(dst.Pix); i += 4 {
		mixed(dst.Pix[i:i+4], old.Pix[i:], new.Pix[i:], done)
	}
}

// mixed sets a pixel to what is done, of 256, of the way from one to another in linear light.
func mixed(dst, old, new []uint8, done uint32) {
	for j := range 3 {
		a, b := uint32(linear[old[j]]), uint32(linear[new[j]])
		dst[j] = encoded[(a*(256-done)+b*done)>>12] // 16 bits, times 256, to 12
	}
	dst[3] = 255
}

// slide moves by whole pixels.
func slide(dst, old, new *image.RGBA, way float64, s Style) {
	rows, stride := dst.Rect.Dy(), dst.Stride
	n := int(float64(rows)*way+0.5) * stride
	switch s {
	case Slide: // rows are whole, so each picture moves by one copy
		copy(dst.Pix, old.Pix[n:])
		copy(dst.Pix[len(dst.Pix)-n:], new.Pix[:n])
		return
	case SlideDown:
		copy(dst.Pix[n:], old.Pix)
		copy(dst.Pix[:n], new.Pix[len(new.Pix)-n:])
		return
	}
	n = 4 * int(float64(dst.Rect.Dx())*way+0.5)
	for y := range rows {
		to, from, by := dst.Pix[y*stride:][:stride], old.Pix[y*stride:][:stride], new.Pix[y*stride:][:stride]
		if s == SlideLeft {
			copy(to, from[n:])
			copy(to[stride-n:], by[:n])
		} else {
			copy(to[n:], from)
			copy(to[:n], by[stride-n:])
		}
	}
}

// inTurn shows the old picture first, and then the new one.
func inTurn(dst, old, new *image.RGBA, done float64, s Style) {
	from, in := old, 2*done // in is how much of that picture's time is over
	if done >= 0.5 {
		from, in = new, 2*done-1
	}
	copy(dst.Pix, from.Pix)
	switch s {
	case Darken:
		if from == old {
			in = 1 - in
		}
		darken(dst, in)
	case Blink: // off in the second third of either half, and the old one at its end
		if third := int(in * 3); third == 1 || third == 2 && from == old {
			Clear(dst)
		}
	case Reload:
		n := 4 * int(in*float64(dst.Rect.Dx())+0.5)
		for y := range dst.Rect.Dy() {
			row := dst.Pix[y*dst.Stride:][:dst.Stride]
			if from == old {
				row = row[:n]
			} else {
				row = row[n:]
			}
			for i := 0; i < len(row); i += 4 {
				row[i], row[i+1], row[i+2] = 0, 0, 0
			}
		}
	}
}

// darken scales the values of m by level, 0 to 1; 0 is black.
func darken(m *image.RGBA, level float64) {
	scale := uint32(level * 256)
	for i := 0; i < len(m.Pix); i += 4 {
		for j := i; j < i+3; j++ {
			m.Pix[j] = uint8(uint32(m.Pix[j]) * scale >> 8)
		}
	}
}

// uncover shows the new picture pixel by pixel, each at its own time.
func uncover(dst, old, new *image.RGBA, done float64, s Style) {
	w, h := dst.Rect.Dx(), dst.Rect.Dy()
	soft := softness[s]
	now := int(done * float64(256+soft))
	for y := range h {
		for x := range w {
			i := y*dst.Stride + 4*x
			// From when its time has come until it shows the new picture.
			switch level := (now - when(s, x, y, w, h)) * 256 / soft; {
			case level <= 0:
				copy(dst.Pix[i:i+4], old.Pix[i:])
			case level >= 256:
				copy(dst.Pix[i:i+4], new.Pix[i:])
			default:
				mixed(dst.Pix[i:i+4], old.Pix[i:], new.Pix[i:], uint32(level))
			}
		}
	}
}

// softness is how long a pixel takes, in 256ths of the transition.
var softness = [styles]int{Wipe: 40, Curtain: 16, Dissolve: 48, Blinds: 32, Iris: 32, Checker: 112}

// when returns the time at which a pixel begins to change, 0 to 256.
func when(s Style, x, y, w, h int) int {
	switch s {
	case Wipe:
		return x * 256 / w
	case Curtain:
		return distance(x, w) * 256 / (w + 1)
	case Blinds:
		strip := max(w/6, 4)
		return x % strip * 256 / strip
	case Iris:
		dx, dy := distance(x, w), distance(y, h)
		return int(256 * math.Sqrt(float64(dx*dx+dy*dy)/float64(w*w+h*h)))
	case Checker:
		side := max(h/4, 2)
		return (x/side + y/side) & 1 * 160
	}
	n := uint32(x*0x9e37+y*0x79b9) * 0x85ebca6b // Dissolve
	return int((n ^ n>>13) * 0xc2b2ae35 >> 24)
}

// distance returns the distance from the middle of a row of n, in half pixels.
func distance(x, n int) int {
	d := 2*x + 1 - n
	return max(d, -d)
}
