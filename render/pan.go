// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"math"
	"time"
)

// Pan moves a window slowly over a picture that is larger, from one corner to the opposite one and back. Between two
// pixels it mixes their light, so that the picture neither jumps nor flickers.
type Pan struct {
	Image  *image.RGBA // opaque, at least as large as Window; must not change afterwards
	Window image.Point
	There  time.Duration // from corner to corner, above 0
	Rising bool          // from the lower left corner to the upper right one, else from the upper left one
	Whole  bool          // moves by whole pixels: for LEDs that are only on or off
}

// part is how many steps the way from pixel to pixel has: finer ones nobody sees.
const part = 16

// Size implements [Widget].
func (p *Pan) Size() image.Point { return p.Window }

// Period implements [Widget]: there and back; 0 if it cannot move.
func (p *Pan) Period() time.Duration {
	if p.room() == (image.Point{}) {
		return 0
	}
	return 2 * p.There
}

// room returns how far the window moves.
func (p *Pan) room() image.Point { return size(p.Image).Sub(p.Window) }

// tick is how long the window rests: about a step in the middle of its way, where it is fastest.
func (p *Pan) tick() time.Duration {
	room := p.room()
	steps := max(room.X, room.Y, 1)
	if !p.Whole {
		steps *= part
	}
	return max(p.There/time.Duration(2*steps), time.Second/30)
}

// Next returns when the window moves again.
func (p *Pan) Next(t time.Duration) time.Duration {
	if p.Period() == 0 {
		return Forever
	}
	n, in := pass(t, p.Period())
	return time.Duration(n)*p.Period() + min((in/p.tick()+1)*p.tick(), p.Period())
}

// at returns where the window is at t, in steps.
func (p *Pan) at(t time.Duration) image.Point {
	_, in := pass(t, 2*p.There)
	in -= in % p.tick()
	way := 0.5 - 0.5*math.Cos(math.Pi*in.Seconds()/p.There.Seconds())
	room := p.room()
	x, y := int(way*float64(room.X*part)+0.5), int(way*float64(room.Y*part)+0.5)
	if p.Rising {
		y = room.Y*part - y
	}
	if p.Whole {
		x, y = (x+part/2)/part*part, (y+part/2)/part*part
	}
	return image.Pt(x, y)
}

// Draw implements [Widget].
func (p *Pan) Draw(dst *image.RGBA, at image.Point, t time.Duration) {
	from := p.at(t)
	fx, fy := uint32(from.X%part), uint32(from.Y%part)
	window := image.Rectangle{at, at.Add(p.Window)}.Intersect(dst.Rect)
	if fx|fy == 0 {
		over(dst, window, p.Image, at.Sub(from.Div(part)))
		return
	}
	corner := from.Div(part).Sub(at).Add(p.Image.Rect.Min)
	right, down := min(int(fx), 1)*4, min(int(fy), 1)*p.Image.Stride // at an edge there is no further pixel
	weights := [4]uint32{(part - fx) * (part - fy), fx * (part - fy), (part - fx) * fy, fx * fy}
	for y := window.Min.Y; y < window.Max.Y; y++ {
		to := dst.Pix[dst.PixOffset(window.Min.X, y):dst.PixOffset(window.Max.X, y)]
		i := p.Image.PixOffset(window.Min.X+corner.X, y+corner.Y)
		for ; len(to) >= 4; to, i = to[4:], i+4 {
			a, b := p.Image.Pix[i:], p.Image.Pix[i+down:]
			for c := range 3 {
				sum := weights[0]*uint32(linear[a[c]]) + weights[1]*uint32(linear[a[c+right]]) +
					weights[2]*uint32(linear[b[c]]) + weights[3]*uint32(linear[b[c+right]])
				to[c] = encoded[min(sum+1<<11, 1<<24-1)>>12] // 16 bits, times 256, to the nearest of 12
			}
			to[3] = 255
		}
	}
}
