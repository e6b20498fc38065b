// SPDX-License-Identifier: Apache-2.0

package tally

import (
	"image"
	"image/color"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// layout is a pattern with its position and its digits.
type layout struct {
	lines                  []string // the pattern's
	lead                   int      // digits of the first field
	tenths                 bool
	digits                 *fonts.Face
	scale                  int  // of the gaps
	fine                   bool // digits of the clock's kind
	digit, colon, point, h int  // widths

	size  image.Point
	room  image.Rectangle // for the digits
	bar   image.Rectangle // empty = none
	glass image.Point     // where it is, if this has one
	sandy bool            // a glass stands above the digits, or beside them on low panels

	bright, dim glyphs
}

// best returns the first pattern whose digits fit, or else the last one.
func best(set *fonts.Set, size image.Point, patterns [][]string, lead int, bar bool) (l *layout) {
	for _, group := range patterns {
		for _, pattern := range group {
			if c := largest(set, size, pattern, lead, bar); c != nil && (l == nil || c.worth() > l.worth()) {
				l = c
			}
		}
		if l != nil {
			return l
		}
	}
	l = newLayout(set.Small, 1, "u", 2) // no panel is smaller than two digits
	l.room = image.Rectangle{Max: size}
	return l
}

func newLayout(digits *fonts.Face, scale int, pattern string, lead int) *layout {
	return &layout{
		lines: strings.Split(pattern, "/"), lead: lead, digits: digits, scale: scale,
		digit: digits.Width("0"), colon: digits.Width(":"), point: digits.Width("."), h: digits.Width("h"),
	}
}

// largest returns the pattern with the largest digits that fit, or nil.
func largest(set *fonts.Set, size image.Point, pattern string, lead int, bar bool) *layout {
	var found *layout
	if pattern == "u" {
		lead = 2 // also below 10 min: 59 seconds
	}
	if typeset.Roomy(size) {
		for _, rows := range drawn {
			digits := set.Digits(rows)
			l := newLayout(digits, digits.Width("00")-2*digits.Width("0"), pattern, lead)
			if l.fine = true; digits.Cap() == rows && l.fit(size, bar) {
				return l
			}
		}
	}
	faces := []*fonts.Face{set.Clock, set.Small}
	if pattern == "h:m:s" { // narrower digits of 7 rows keep it in a line of 30 columns
		faces = []*fonts.Face{set.Clock, set.Normal, set.Small}
	}
	for k := 1; k <= fonts.MaxScale; k++ {
		for _, digits := range faces {
			l := newLayout(digits.Scale(k), k, pattern, lead)
			l.fine = digits == set.Clock
			if l.fit(size, bar) && (found == nil || l.worth() > found.worth()) {
				found = l
			}
		}
	}
	return found
}

// drawn are the sizes of digits, rows: as they are drawn, and twice that. Larger squares
// than of two pixels would show.
var drawn = []int{64, 48, 40, 32, 28, 24, 20, 16, 14, 12, 10, 8}

// worth returns how readable it is: large digits count, and fine ones more.
func (l *layout) worth() int {
	if l.fine {
		return 4 * l.digits.Cap()
	}
	return 3 * l.digits.Cap()
}

// withTenths returns l with tenths of a second: in its digits, or on panels with drawn digits
// in the largest in which every time below an hour fits into one line, if these take two fifths
// of the rows, or as many as hours have; else nil.
func withTenths(set *fonts.Set, l *layout, size image.Point) *layout {
	if t := tenthsOf(l, size); t != nil || !typeset.Roomy(size) {
		return t
	}
	t := largest(set, size, "m:s.t", 2, false)
	if t == nil || 5*t.digits.Cap() < 2*size.Y && t.digits.Cap() < 16 {
		return nil
	}
	t.tenths = true
	return t
}

// tenthsOf returns l with tenths of a second added, if there is room.
func tenthsOf(l *layout, size image.Point) *layout {
	t := *l
	t.tenths, t.lines = true, slices.Clone(l.lines)
	t.lines[len(t.lines)-1] += ".t"
	if strings.Contains(t.lines[0], "u") || !t.fit(size, false) {
		return nil
	}
	return &t
}

// fit positions the digits and the bar, and reports whether there is room. The bar goes
// below the digits, on small panels else to their right, always with a dark line between.
func (l *layout) fit(size image.Point, bar bool) bool {
	l.size = image.Pt(0, len(l.lines)*(l.digits.Cap()+l.gap())-l.gap())
	for _, line := range l.lines {
		l.size.X = max(l.size.X, l.width(line, l.lead))
	}
	l.room = image.Rectangle{Max: size}
	thick := max(1, size.Y/16)
	switch {
	case !bar:
	case l.lines[0] == "u": // its line is between
		l.bar = image.Rect(0, size.Y-thick, size.X, size.Y)
		l.room.Max.Y = l.bar.Min.Y
	case l.size.Y+1+thick <= size.Y:
		l.bar = image.Rect(0, size.Y-thick, size.X, size.Y)
		l.room.Max.Y = l.bar.Min.Y - 1
	case typeset.Roomy(size): // smaller digits leave it the rows
		return false
	default:
		thick = max(1, min(size.X/18, size.Y/4)) // one column looks like a digit 1
		l.bar = image.Rect(size.X-thick, 0, size.X, size.Y)
		l.room.Max.X = l.bar.Min.X - 1
	}
	if l.lines[0] == "u" {
		l.room.Max.Y -= 1 + l.scale // of its line
	}
	around := 0
	if typeset.Roomy(size) && l.digits.Cap() >= 8 {
		around = 2
	}
	return l.size.X <= l.room.Dx()-around && l.size.Y <= l.room.Dy()-around
}

// gap returns the rows between two lines: more between digits of 16 rows and more.
func (l *layout) gap() int { return max(l.scale, l.digits.Cap()/6) }

// width returns the width of a line of the pattern if the first field has lead digits.
func (l *layout) width(line string, lead int) (w int) {
	for _, token := range line {
		w += l.cell(token, lead) + l.scale
	}
	return w - l.scale
}

// cell returns the width of a token. A field has two digits, but the leading one has
// lead, and tenths have one.
func (l *layout) cell(token rune, lead int) int {
	switch token {
	case 'h', 'm', 's', 'u':
		if lead == 1 && l.leads(token) {
			return l.digit
		}
		return 2*l.digit + l.scale
	case 't':
		return l.digit
	case ':':
		return l.colon
	case '.':
		return l.point
	case 'H':
		return l.h
	}
	return 0 // of the gap: those around it are two
}

// leads reports whether the token is the pattern's first.
func (l *layout) leads(token rune) bool { return rune(l.lines[0][0]) == token }

// glyphs are the digits and signs of a layout in one colour.
type glyphs struct {
	digit           [10]*image.RGBA
	colon, point, h *image.RGBA
	ink             *image.Uniform
}

// paint makes the glyphs.
func (l *layout) paint(ink, dim color.RGBA) { l.bright, l.dim = l.glyphs(ink), l.glyphs(dim) }

func (l *layout) glyphs(ink color.RGBA) (g glyphs) {
	one := func(text string) *image.RGBA { return l.digits.Line([]fonts.Span{{Text: text, Color: ink}}).Image }
	for i := range g.digit {
		g.digit[i] = one(string(rune('0' + i)))
	}
	g.colon, g.point, g.h, g.ink = one(":"), one("."), one("h"), image.NewUniform(ink)
	return g
}
