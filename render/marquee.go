// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"time"
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
