// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"image"
	"image/color"
	"strings"

	"github.com/ledpost/ledpost/fonts"
)

// Time is what a clock says.
type Time struct {
	Fields []string // hours, minutes and, on a clock that has them, seconds
	Half   string   // AM or PM; "" = the hours are 24, or unknown
	Known  bool     // false = nobody knows the time: it stands in the middle
}

// Part is a text of a clock at its place.
type Part struct {
	Kind PartKind
	Text string
	Face *fonts.Face
	At   image.Point // of the upper left corner of a capital
	// Left is the column where its body begins: before At where a line keeps the columns of the widest time, behind it
	// where its first columns are dark.
	Left int
}

// PartKind is what a part says.
type PartKind int

// Kinds of parts.
const (
	PartDigits  PartKind = iota
	PartSeconds          // in small digits below
	PartHalf             // AM or PM
)

// Place returns the parts of t at their places. They stand in the middle of the room, which [Clock.Beyond] may make
// higher, above the bar at the foot. t has as many fields as the clock shows. For a clock that is InTurn, call
// [Clock.Turn].
func (c *Clock) Place(t Time) []Part {
	room := c.Room.Y + c.Beyond(t.Half != "")
	if c.Week {
		room -= BarRows(c.Room) + 1
	}
	high, foot := c.Height(t.Half != ""), c.Block().Y-c.Digits.Cap()
	if c.How == Digitwise && len(t.Fields[0]) == 1 { // an hour of one digit has one line
		high, foot = high-c.Digits.Cap()-c.gap(), foot-c.Digits.Cap()-c.gap()
	}
	y := (room - high) / 2
	switch c.How {
	case Lines, Digitwise:
		return c.below(t, y, foot)
	case OverSeconds:
		line, right := c.line(t, y)
		y += c.Digits.Cap() + c.lead()
		x := (c.Room.X - c.small.Width("00")) / 2
		return append(c.half(t, []Part{line}, right, y), Part{PartSeconds, t.Fields[2], c.small, image.Pt(x, y), x})
	case Tight:
		return c.inARow(t, y)
	}
	line, right := c.line(t, y)
	return c.half(t, []Part{line}, right, y)
}

// Turn returns one of the fields alone, and the bar at the foot, where there is room, that shows which field it is.
func (c *Clock) Turn(t Time, i int) (field Part, bar image.Rectangle) {
	field = c.Middle(t.Fields[i])
	if free := c.Room.Y - c.Digits.Cap(); free >= 2 {
		bar = image.Rect(i*c.Room.X/len(t.Fields), c.Room.Y-1, (i+1)*c.Room.X/len(t.Fields), c.Room.Y)
		field.At.Y = (free - 1) / 2
	}
	return field, bar
}

// Middle returns text in the digits of the time, in the middle of its room.
func (c *Clock) Middle(text string) Part {
	return c.digits(text, (c.Room.X-c.Digits.Width(text))/2, (c.Room.Y-c.Digits.Cap())/2)
}

// digits returns text at a place.
func (c *Clock) digits(text string, x, y int) Part {
	return Part{PartDigits, text, c.Digits, image.Pt(x, y), x}
}

// below places a line for each field, or for each digit, from row y on; the last line begins so many rows below.
func (c *Clock) below(t Time, y, foot int) []Part {
	middle := c.Room.X
	if where, in := c.Half(t.Half != ""); where == AtRight {
		middle -= c.Apart() + HalfColumns(in)
	}
	right := (middle + c.Block().X) / 2
	parts := c.half(t, nil, right, y+foot)
	for _, field := range t.Fields {
		lines := []string{field} // An hour of one digit is alone on its line: in the middle it moves nothing else.
		if c.How == Digitwise {
			lines = strings.Split(field, "")
		}
		for _, line := range lines {
			parts = append(parts, c.digits(line, right-(c.Block().X+c.Digits.Width(line))/2, y))
			y += c.Digits.Cap() + c.gap()
		}
		if c.How == Digitwise { // more between hours and minutes
			y += c.gap()
		}
	}
	return parts
}

// inARow places the fields side by side.
func (c *Clock) inARow(t Time, y int) (parts []Part) {
	x := (c.Room.X - c.Block().X - c.Digits.Width(t.Fields[0]) + c.Digits.Width("00")) / 2
	for _, field := range t.Fields {
		parts = append(parts, c.digits(field, x, y))
		x += c.Digits.Width(field) + 2*c.gap()
	}
	return parts
}

// text returns what a line of digits says.
func (c *Clock) text(t Time) string {
	if c.How == OverSeconds {
		t.Fields = t.Fields[:2]
	}
	return strings.Join(t.Fields, ":")
}

// line places the fields in one line, and returns the column at its right end.
func (c *Clock) line(t Time, y int) (line Part, right int) {
	text := c.text(t)
	left, right := c.Columns(t)
	line = c.digits(text, right-c.Digits.Width(text), y)
	line.Left = left
	return line, right
}

// Columns returns the first column of a line of digits and the one behind its last: beside it AM and PM have room where
// they stand there. With 24 hours it has the same columns all day. With 12 hours it is in the middle as it is lit:
// without the place of the tens, which is dark from one to ten o'clock, and without the dark columns before a 1; so it
// stands still for an hour at least.
func (c *Clock) Columns(t Time) (left, right int) {
	text := c.text(t)
	wide, room := c.Digits.Width(text), c.Room.X
	widest := c.Digits.Width(strings.Repeat(":00", strings.Count(text, ":")+1)[1:])
	if t.Half != "" {
		first := c.Digits.Line([]fonts.Span{{Text: text[:1], Color: color.RGBA{A: 255}}}).Image
		wide -= Ink(first).Min.X - first.Rect.Min.X
	}
	if where, in := c.Half(t.Half != ""); where == AtRight {
		room -= c.Apart() + HalfColumns(in)
	}
	switch {
	case !t.Known || c.Stands == Amid:
		left = (room - wide) / 2
	case c.Stands == InTable:
		return (room - widest) / 2, (room + widest) / 2
	case c.Stands == AtLeft:
		left = (room - widest) / 2
	}
	return left, left + wide
}

// half adds AM or PM to parts whose last line ends at right and begins at y.
func (c *Clock) half(t Time, parts []Part, right, y int) []Part {
	where, in := c.Half(t.Half != "")
	var x int
	switch foot := y + c.Digits.Cap(); where {
	case Nowhere:
		return parts
	case AtRight:
		x, y = right+c.Apart(), foot-in.Cap()
	case WithSeconds:
		x, y = right-HalfColumns(in), y+c.small.Cap()-in.Cap()
	case AtFoot:
		x, y = min(right, c.Room.X-1)-in.Width(t.Half), foot+c.footRows(in)-in.Cap()
		if c.How != OneLine {
			x = (c.Room.X - in.Width(t.Half)) / 2
		}
	}
	return append(parts, Part{PartHalf, t.Half, in, image.Pt(x, y), x})
}
