// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
)

// binaryFace shows each digit of the time as a column of lamps for 8, 4, 2 and 1, from
// below; on high panels as a row of them; where these have no room hours, minutes and seconds as rows of lamps.
type binaryFace struct {
	size    image.Point
	seconds bool
	lamp    image.Point // pixels of one
	gap     image.Point // between two
	pair    int         // columns between hours and minutes, beyond the gap
	rows    bool        // numbers are rows
	turned  bool        // digits are rows, the first at the top
}

// newBinaryFace returns nil where the lamps have no room.
func newBinaryFace(env kit.Env, _ Options) *binaryFace {
	size := env.Size
	f := &binaryFace{size: size}
	gap := max(1, min(size.Y/16, size.X/32))
	f.gap = image.Pt(gap, max(1, size.Y/16))
	high := (size.Y - 2*(size.Y/28) - 3*f.gap.Y) / 4
	for _, f.pair = range []int{2 * gap, 0} {
		for _, pairs := range []int{3, 2} {
			f.seconds = pairs > 2
			wide := (size.X - (2*pairs-1)*gap - (pairs-1)*f.pair) / (2 * pairs)
			if f.lamp = image.Pt(min(wide, high*5/4), min(high, wide*3/2)); f.lamp.X >= 3 {
				return f.filling()
			}
		}
	}
	return f.inRows()
}

// filling returns f, with its digits as rows where columns would leave the panel half empty.
func (f *binaryFace) filling() *binaryFace {
	if typeset.Fills(4*f.lamp.Y+3*f.gap.Y, f.size.Y) {
		return f
	}
	f.turned, f.seconds = true, true
	wide := (f.size.X - 3*f.gap.X) / 4
	f.lamp = image.Pt(wide, min(wide*3/2, f.size.Y/9))
	f.gap.Y = (f.size.Y - 6*f.lamp.Y) / 9 // five, and two between numbers, and as much around all
	f.pair = f.gap.Y
	return f
}

// inRows lays out three rows of six lamps.
func (f *binaryFace) inRows() *binaryFace {
	f.rows, f.seconds, f.gap = true, true, image.Pt(1, 1)
	f.lamp = image.Pt((f.size.X-5)/6, (f.size.Y-2)/3)
	if f.lamp.X < 2 {
		return nil
	}
	return f
}

// step implements stepper.
func (f *binaryFace) step() time.Duration {
	if f.seconds {
		return time.Second
	}
	return time.Minute
}

// pages implements drawer.
func (f *binaryFace) pages(m *Reading) []page {
	hour := m.Local.Hour()
	if m.Hours == 12 {
		hour = (hour+11)%12 + 1
	}
	numbers := []int{hour, m.Local.Minute(), m.Local.Second()}
	if !f.seconds {
		numbers = numbers[:2]
	}
	p := newPage(f.size)
	inks := []color.RGBA{m.Ink, m.accentOr(amber), kit.Cool}
	if f.rows {
		f.drawRows(&p, m, numbers, inks)
	} else {
		f.drawColumns(&p, m, numbers, inks)
	}
	return []page{p}
}

// drawRows draws each number as a row of six lamps, 32 at the left.
func (f *binaryFace) drawRows(p *page, m *Reading, numbers []int, inks []color.RGBA) {
	block := image.Pt(6*f.lamp.X+5, 3*f.lamp.Y+2)
	at := f.size.Sub(block).Div(2)
	for i, n := range numbers {
		for bit := range 6 {
			f.light(p, at.Add(image.Pt(bit*(f.lamp.X+1), i*(f.lamp.Y+1))), lampInk(m, inks[i], n>>(5-bit)&1 == 1))
		}
	}
}

// most is how many lamps a digit of the time needs: of hours, minutes and seconds.
var most = [3][2]int{{2, 4}, {3, 4}, {3, 4}}

// drawColumns draws each digit as a column of lamps, 1 at the bottom, or as a row, 1 at the right.
func (f *binaryFace) drawColumns(p *page, m *Reading, numbers []int, inks []color.RGBA) {
	lamp, gap, panel := f.turn(f.lamp), f.turn(f.gap), f.turn(f.size)
	columns := 2 * len(numbers)
	block := image.Pt(columns*lamp.X+(columns-1)*gap.X+(len(numbers)-1)*f.pair, 4*lamp.Y+3*gap.Y)
	at := panel.Sub(block).Div(2)
	for i, n := range numbers {
		for place, digit := range []int{n / 10, n % 10} {
			for bit := range most[i][place] {
				y := at.Y + (3-bit)*(lamp.Y+gap.Y)
				f.light(p, f.turn(image.Pt(at.X, y)), lampInk(m, inks[i], digit>>bit&1 == 1))
			}
			at.X += lamp.X + gap.X
		}
		at.X += f.pair
	}
}

// turn returns p with its sides exchanged where digits are rows.
func (f *binaryFace) turn(p image.Point) image.Point {
	if f.turned {
		return image.Pt(p.Y, p.X)
	}
	return p
}

// lampInk returns the colour of a lamp.
func lampInk(m *Reading, ink color.RGBA, on bool) color.RGBA {
	if on {
		return ink
	}
	return m.dimmed(ink, 9)
}

// light draws a lamp; large ones are rounded.
func (f *binaryFace) light(p *page, at image.Point, ink color.RGBA) {
	p.picture(rounded(f.lamp, ink), at)
}

// rounded returns a filled rectangle, without its corners where it is large.
func rounded(size image.Point, ink color.RGBA) *image.RGBA {
	return roundedBy(size, ink, min(size.X, size.Y)/5)
}

// roundedBy returns a filled rectangle without so many pixels at its corners.
func roundedBy(size image.Point, ink color.RGBA, round int) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			if dx, dy := min(x, size.X-1-x), min(y, size.Y-1-y); dx+dy >= round {
				m.SetRGBA(x, y, ink)
			}
		}
	}
	return m
}
