// SPDX-License-Identifier: Apache-2.0

package board

import (
	"image"
	"image/color"
	"slices"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// page draws one board.
type page struct {
	*Board
	sheet *kit.Sheet
	plan  *plan
	c     *content
	on    *typeset.Page
}

// draw returns the picture of the board.
func (p *page) draw() render.Widget {
	if p.Far && p.c.known {
		_, short := p.c.local.Time(p.c.now)
		return p.sheet.Afar(kit.InkOf(p.Look, p.c.clock.Color), short)
	}
	p.on = p.sheet.Grid.NewPage()
	p.time()
	first := len(p.on.Items)
	p.corner()
	if !p.plan.beside {
		p.apart(first)
	}
	if p.plan.two && len(p.c.lines) == 1 {
		p.headline(p.plan.whole, p.c.lines[0])
		return p.on
	}
	for i, room := range p.plan.slots {
		p.slot(room, p.turn(i))
	}
	return p.on
}

// apart moves the items from the first of the day's line on down, and the time before them up, by a row each, where
// a mark of the day would touch the time.
func (p *page) apart(first int) {
	var time image.Rectangle
	for _, i := range p.on.Items[:first] {
		time = time.Union(i.Ink)
	}
	if !slices.ContainsFunc(p.on.Items[first:], func(i typeset.Item) bool { return i.Text != "" && i.Ink.Min.Y <= time.Max.Y }) {
		return
	}
	for n := range p.on.Items {
		if n < first {
			p.on.Move(n, -1)
		} else {
			p.on.Move(n, 1)
		}
	}
}

// turn returns the entries that share the slot i: the first of all has one for itself
// where there are two.
func (p *page) turn(i int) []entry {
	all := p.c.lines
	switch {
	case !p.plan.two:
		return all
	case i == 0:
		return all[:1]
	}
	return all[1:]
}

// corner draws the weather, or what its owner has chosen, with its icon.
func (p *page) corner() {
	text, ink := p.c.corner.Text, blue
	if p.c.corner.Kind == kit.Coming && p.c.corner.Event != (kit.Event{}) {
		_, text = p.c.when(p.c.corner.Event)
		ink = green
	}
	if p.c.corner.Kind == kit.Figure || p.c.corner.Kind == kit.Chosen {
		ink = pale
	}
	room := p.plan.corner
	switch {
	case p.plan.two && p.plan.beside:
		p.cornerLarge(room, text, ink)
	case p.plan.beside:
		p.cornerSmall(room, text, ink)
	default:
		p.strip(room, text, ink)
	}
}

// icon returns the corner's icon with that side; nil = it has none.
func (p *page) icon(side int) render.Widget {
	if p.c.corner.Icon.IsZero() {
		return nil
	}
	return p.sheet.Fitted(p.c.corner.Icon.String(), side)
}

// cornerSmall draws an icon over a value, in a corner of 18 columns.
func (p *page) cornerSmall(room image.Rectangle, text string, ink color.RGBA) {
	if icon := p.icon(8); icon != nil {
		p.on.Put(typeset.Picture, icon, image.Pt(room.Max.X-max(8, p.Env.Fonts.Digits(5).Width(text)/2+4), room.Min.Y))
		room.Min.Y += 9
	}
	if text != "" {
		p.column(room, typeset.Right, kit.Say(typeset.Label, ink, text))
	}
}

// cornerLarge draws a value and the day beside an icon of 24 rows.
func (p *page) cornerLarge(room image.Rectangle, text string, ink color.RGBA) {
	var lines []typeset.Line
	side := 24
	if p.c.local.Code == "zh" { // the day needs more rows and columns
		side, room.Max.Y = 16, room.Max.Y+2
	}
	if icon := p.icon(side); icon != nil {
		p.on.Put(typeset.Picture, icon, image.Pt(room.Min.X-1, p.plan.time.Y))
		room.Min.X += side + 2
	}
	if text != "" {
		value := kit.Say(typeset.Head, ink, text)
		value.Most = 16
		lines = append(lines, value)
	}
	if day := p.day(); day != "" {
		line := p.whole(day)
		if line.Most = 7; len(lines) > 0 { // shorter beside the weather, whichever day it is
			line.Spans, line.Shorter = kit.Text(day, amber), nil
		}
		lines = append(lines, line)
	}
	p.column(room, typeset.Right, lines...)
}

// strip draws icon and value at the left of a line, the day at its right.
func (p *page) strip(room image.Rectangle, text string, ink color.RGBA) {
	icon, day := p.icon(8), p.day()
	align, left := typeset.Left, room
	if day == "" {
		align = typeset.Middle
	}
	if icon != nil {
		wide := p.Env.Fonts.Letters(7).Width(text)
		at := room.Min
		if day == "" {
			at.X += (room.Dx() - 10 - wide) / 2
		}
		p.on.Put(typeset.Picture, icon, at)
		left.Min.X, align = at.X+10, typeset.Left
	}
	if text != "" && day != "" {
		left.Max.X = room.Min.X + 31
		room.Min.X = left.Max.X + 2
	}
	if text != "" {
		line := kit.Say(typeset.Label, ink, text)
		line.Most = 7
		p.column(left, align, line)
	}
	if day == "" {
		return
	}
	if align = typeset.Right; text == "" && icon == nil {
		align = typeset.Middle
	}
	line := p.whole(day)
	line.Most = 7
	p.column(room, align, line)
}

// day returns the day as it stands beside the weather; "" while it is unknown, or stands
// below.
func (p *page) day() string {
	if !p.c.known || !p.plan.two || p.c.lines[0].day {
		return ""
	}
	return p.c.local.Days[p.c.now.Weekday()] + " " + p.c.now.Format("2")
}

// whole returns the line of the day, with its month where that has room.
func (p *page) whole(day string) typeset.Line {
	l := p.c.local
	if l.Code == "zh" { // in characters it is too wide
		return kit.Say(typeset.Label, amber, day)
	}
	long := l.Days[p.c.now.Weekday()] + " " + l.Order(p.c.now.Format("2"), l.Months[p.c.now.Month()-1], "")
	return kit.Say(typeset.Label, amber, long, day)
}

// column places lines into a room of the upper half.
func (p *page) column(room image.Rectangle, align typeset.Align, lines ...typeset.Line) {
	if len(lines) > 0 {
		p.sheet.Grid.Column(p.on, room, align, lines...)
	}
}
