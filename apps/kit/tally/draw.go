// SPDX-License-Identifier: Apache-2.0

package tally

import (
	"image"
	"image/draw"
	"strings"
)

// draw draws the fields in the middle of their room, within window.
func (l *layout) draw(dst *image.RGBA, window image.Rectangle, p image.Point, g *glyphs, fields [4]int) {
	lead := l.leadOf(fields)
	y := p.Y + l.room.Min.Y + (l.room.Dy()-l.size.Y)/2
	for _, line := range l.lines {
		to := pen{dst: dst, window: window, left: p.X,
			at: image.Pt(p.X+l.room.Min.X+(l.room.Dx()-l.width(line, lead))/2, y-(l.digits.Ascent()-l.digits.Cap()))}
		for _, token := range line {
			l.token(&to, g, token, fields, lead)
		}
		y += l.digits.Cap() + l.gap()
	}
}

// leadOf returns how many digits the leading field needs.
func (l *layout) leadOf(fields [4]int) int {
	n := fields[1]
	switch {
	case l.leads('h'):
		n = fields[0]
	case l.leads('u'):
		return 2
	}
	if n < 10 {
		return 1
	}
	return 2
}

// unitOf returns the largest field that is not zero, and its index.
func unitOf(fields [4]int) (n, place int) {
	for place < 2 && fields[place] == 0 {
		place++
	}
	return fields[place], place
}

// token draws a token and moves the pen past it.
func (l *layout) token(to *pen, g *glyphs, token rune, fields [4]int, lead int) {
	switch token {
	case 'h', 'm', 's':
		l.field(to, g, fields[strings.IndexRune("hms", token)], l.leads(token) && lead == 1)
	case 't':
		to.draw(g.digit[fields[3]])
	case 'u':
		n, place := unitOf(fields)
		l.line(to, g, place+1)
		l.field(to, g, n, false)
	case ':':
		to.draw(g.colon)
	case '.':
		to.draw(g.point)
	case 'H':
		to.draw(g.h)
	}
	to.at.X += l.scale
}

// field draws a field of one or two digits.
func (l *layout) field(to *pen, g *glyphs, n int, single bool) {
	if !single {
		to.draw(g.digit[n/10%10])
		to.at.X += l.scale
	}
	to.draw(g.digit[n%10])
}

// line draws a line in n parts below the digits, from edge to edge: no digit becomes
// another sign by it, as a 7 does by a dot below it.
func (l *layout) line(to *pen, g *glyphs, n int) {
	y := to.at.Y + l.digits.Ascent() + 1
	wide := (l.room.Dx() - (n-1)*l.scale) / n
	for i := range n {
		x := to.left
		if i > 0 {
			x += i * (l.room.Dx() - wide) / (n - 1)
		}
		part := image.Rect(x, y, x+wide, y+l.scale)
		draw.Draw(to.dst, part.Intersect(to.window), g.ink, image.Point{}, draw.Src)
	}
}

// pen is where the next glyph goes.
type pen struct {
	dst    *image.RGBA
	window image.Rectangle
	left   int         // of the panel
	at     image.Point // the next glyph's upper left corner
}

func (p *pen) draw(m *image.RGBA) {
	r := m.Rect.Add(p.at)
	within := r.Intersect(p.window)
	draw.Draw(p.dst, within, m, within.Min.Sub(r.Min).Add(m.Rect.Min), draw.Over)
	p.at.X += m.Rect.Dx()
}
