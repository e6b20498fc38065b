// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/internal/srgb"
)

// Hold is how long a marquee pauses at its start (docs/decisions.md 4, one
// cycle).
const Hold = 1500 * time.Millisecond

// DefaultSpeed is the default speed of scrolling in pixels a second.
const DefaultSpeed = 20

// Marquee scrolls a picture that is wider than its window: it pauses at its start
// for Hold, moves until the picture is gone and Gap more pixels have passed, and starts
// again. It moves by elapsed time: a late frame shows a later picture.
type Marquee struct {
	Image  *image.RGBA
	Width  int     // of the window
	Speed  float64 // pixels a second; 0 = DefaultSpeed
	Gap    int     // pixels after the end of the picture
	Right  bool    // moves to the right: text that is read from right to left
	Smooth bool    // moves between pixels too, and stays crisp
}

func (m *Marquee) Size() image.Point { return image.Pt(m.Width, size(m.Image).Y) }

func (m *Marquee) Period() time.Duration {
	return Hold + time.Duration(float64(m.way())/m.speed()*float64(time.Second))
}

func (m *Marquee) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	window := image.Rectangle{p, p.Add(m.Size())}
	moved := m.moved(t)
	whole := int(moved)
	if m.Smooth && moved > float64(whole) {
		m.drawBetween(dst, window, whole, moved-float64(whole))
		return
	}
	over(dst, window, m.Image, m.place(p, whole))
}

// Next returns when the picture has moved by a pixel, or at once when it is smooth.
func (m *Marquee) Next(t time.Duration) time.Duration {
	n, in := pass(t, m.Period())
	start := time.Duration(n) * m.Period()
	if in < Hold && !m.Smooth {
		return start + Hold + m.timeOf(1)
	}
	if in < Hold {
		return start + Hold
	}
	if m.Smooth {
		return t + 1
	}
	return start + min(Hold+m.timeOf(int(m.moved(t))+1), m.Period())
}

func (m *Marquee) way() int { return size(m.Image).X + m.Gap }

func (m *Marquee) speed() float64 {
	if m.Speed <= 0 {
		return DefaultSpeed
	}
	return m.Speed
}

// moved returns how many pixels the picture has moved at t.
func (m *Marquee) moved(t time.Duration) float64 {
	_, in := pass(t, m.Period())
	if in <= Hold {
		return 0
	}
	return (in - Hold).Seconds() * m.speed()
}

// timeOf returns the first instant after Hold at which it has moved by px pixels.
func (m *Marquee) timeOf(px int) time.Duration {
	// The division may round down, and moved would then return less than px.
	d := time.Duration(float64(px) / m.speed() * float64(time.Second))
	for d.Seconds()*m.speed() < float64(px) {
		d++
	}
	return d
}

// place returns where the picture's corner lies after moving by px.
func (m *Marquee) place(p image.Point, px int) image.Point {
	if m.Right {
		return p.Add(image.Pt(m.Width-size(m.Image).X+px, 0))
	}
	return p.Sub(image.Pt(px, 0))
}

// drawBetween draws the picture moved by px and a fraction of a pixel more. What a column
// loses in light the next one gains, so that the light of a text is the same in every frame.
// A text has few colours, so most mixtures have been made before.
func (m *Marquee) drawBetween(dst *image.RGBA, window image.Rectangle, px int, fraction float64) {
	at := m.place(window.Min, px)
	step := 1
	if m.Right {
		step = -1
	}
	weight := lightOf(share(fraction))
	r := window.Intersect(dst.Rect)
	var made mixtures
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := rowOf(m.Image, y-at.Y)
		out := dst.Pix[dst.PixOffset(r.Min.X, y):dst.PixOffset(r.Max.X, y)]
		for x := r.Min.X - at.X; len(out) > 0; x, out = x+1, out[4:] {
			// Clear pixels, most of a text, change nothing.
			if from, to := row.pixel(x), row.pixel(x+step); from|to != 0 {
				blend(out[:4:4], made.of(from, to, weight))
			}
		}
	}
}

// share returns how bright the next pixel is, of 255, when a picture has moved by a fraction
// of a pixel. Half the light of either would turn strokes and gaps that are a pixel wide, as
// in "ting", into a grey block: so at most 72 of a stroke shows in a gap, and the picture
// stays near whole pixels for as long as possible. From the middle on the result is below 0:
// that much, of 255, is left of the pixel before.
func share(fraction float64) float64 {
	const most, from = 72, 0.15 // from: before that, nothing of the next pixel shows
	if fraction >= 0.5 {
		return -max(1-fraction-from, 0)/(0.5-from)*most - 1e-9
	}
	return max(fraction-from, 0) / (0.5 - from) * most
}

// lightOf returns the light of the next pixel, of 65535, for what share says.
func lightOf(share float64) uint32 {
	if share < 0 {
		return 65535 - lightOf(-share)
	}
	return uint32(srgb.Light(share/255)*65535 + 0.5)
}

// mixtures caches mixed colours, by whether either side is opaque: of a text in one colour
// all that there are.
type mixtures [4]struct{ from, to, out uint32 }

func (all *mixtures) of(from, to, weight uint32) uint32 {
	l := &all[from>>31<<1|to>>31]
	if from != l.from || to != l.to {
		l.from, l.to, l.out = from, to, from
		if from != to {
			l.out = mixLight(from, to, weight)
		}
	}
	return l.out
}

// mixLight returns the colour with the light of from and to, weight of 65535 of the
// latter, in each channel.
func mixLight(from, to, weight uint32) (out uint32) {
	for i := 0; i < 32; i += 8 {
		a, b := uint64(lights[from>>i&255]), uint64(lights[to>>i&255])
		out |= valueOf(uint32((a*uint64(65535-weight)+b*uint64(weight)+32767)/65535)) << i
	}
	return out
}

// lights are the lights of the values of a channel.
var lights = srgb.Table()

// valueOf returns the value whose light is nearest.
func valueOf(light uint32) uint32 {
	low, high := 0, 255 // low's light is at most light, high's at least
	for high-low > 1 {
		if mid := (low + high) / 2; uint32(lights[mid]) <= light {
			low = mid
		} else {
			high = mid
		}
	}
	if uint32(lights[high])-light < light-uint32(lights[low]) {
		return uint32(high)
	}
	return uint32(low)
}
