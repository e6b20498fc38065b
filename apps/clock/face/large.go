// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// largeFace is the face big on panels of 32 rows and more: the time, the date and the
// weather, each at its place and in its size.
type largeFace struct {
	env  kit.Env
	time *clockFace
	at   image.Point // of the time
	plan plan
}

// plan is where date and weather stand. Rows are a capital's. Columns below 0 are from the right edge, and those of what is
// centred are its middle, 0 = of the panel.
type plan struct {
	fits image.Point     // the least columns and rows of a panel
	room image.Rectangle // of the time
	date image.Point     // its left end, or its middle where it is centred
	rows int             // of the date
	icon int             // side of the weather's icon; 0 = none
	sky  image.Point     // where the weather ends, its middle where it is centred; the row of its top
	text int             // rows of the temperature
	way  way
}

// plans are those of all panels, the largest first.
var plans = []plan{
	{fits: image.Pt(112, 64), room: image.Rectangle{image.Pt(0, 3), image.Pt(-38, 41)}, date: image.Pt(5, 49), rows: 10,
		icon: 24, sky: image.Pt(-18, 4), text: 10, way: inColumn},
	{fits: image.Pt(56, 64), room: image.Rectangle{Max: image.Pt(0, 26)}, date: image.Pt(0, 32), rows: 7,
		icon: 16, sky: image.Pt(0, 43), text: 10, way: inRow},
	{fits: image.Pt(56, 32), room: image.Rectangle{Max: image.Pt(0, 22)}, date: image.Pt(2, 24), rows: 5,
		sky: image.Pt(-2, 24), text: 5},
}

// way is how the weather's icon and its temperature stand.
type way int

const (
	alone    way = iota // the temperature alone, at the right edge, in the line of the date
	inRow               // the icon beside it, in the middle of the panel
	inColumn            // the icon above it, around a column
)

// newBig returns what draws the time over date and weather: where there is room for each, at its own place.
func newBig(env kit.Env, o Options) drawer {
	o.Week = false
	for _, p := range plans {
		if !typeset.Holds(env.Size, p.fits) {
			continue
		}
		p.room.Max.X += env.Size.X
		if p.sky.X += env.Size.X; p.way == inRow {
			p.sky.X /= 2
		}
		f := &largeFace{env: env, plan: p}
		f.time, f.at = newClockFace(env.Fonts, p.room.Size(), o.bare()), p.room.Min
		if p.way == inColumn {
			f.even()
		}
		return f
	}
	return newBigFace(env, o)
}

// even moves all that stands beside a column of weather to the middle of the columns, by the widest time, so that
// nothing moves within a day. The date begins no farther to the right than that time.
func (f *largeFace) even() {
	f.plan.date.X = min(f.plan.date.X, f.at.X+(f.plan.room.Dx()-f.time.Block().X)/2)
	by := (f.env.Size.X - f.plan.date.X - f.plan.sky.X - f.plan.icon/2) / 2
	f.at.X, f.plan.date.X, f.plan.sky.X = f.at.X+by, f.plan.date.X+by, f.plan.sky.X+by
}

// step implements stepper.
func (f *largeFace) step() time.Duration { return f.time.step() }

// pages implements drawer.
func (f *largeFace) pages(m *Reading) (all []page) {
	for _, part := range f.time.pages(m) {
		p := newPage(f.env.Size)
		at := f.at
		if f.plan.way == inColumn && m.Weather.Text == "" { // it has the columns of the weather, too
			at.X = (f.env.Size.X - f.plan.room.Dx()) / 2
		}
		p.join(part, at)
		if m.Known {
			f.date(&p, m)
			f.half(&p, m)
			f.weather(&p, m)
		}
		all = append(all, middled(p))
	}
	return all
}

// whole returns the room of all that stands on p.
func (p *page) whole() (whole image.Rectangle) {
	for _, i := range p.items {
		whole = whole.Union(i.Body)
	}
	return whole
}

// middled moves what stands on p to the middle of the rows.
func middled(p page) page {
	whole := p.whole()
	down := (p.Rect.Dy() - whole.Min.Y - whole.Max.Y) / 2
	if down == 0 {
		return p
	}
	return p.on(p.Rect.Size(), image.Pt(0, down))
}

// date draws the date: at the left, or in the middle.
func (f *largeFace) date(p *page, m *Reading) {
	face := f.env.Fonts.Letters(f.plan.rows)
	room := f.env.Size.X - 4
	if f.plan.way == alone && m.Weather.Text != "" {
		room -= face.Width(m.Weather.Text) + 3
	}
	middle, beside := f.plan.way == inRow || m.Weather.Text == "", 0
	if middle && m.twelve() && f.plan.way != inRow {
		beside = face.Cap() + typeset.HalfColumns(face)
	}
	said := lettered(m.Words)
	if m.characters() && face.Draws(m.Words.Days[0]) {
		said = m.Words
	}
	for _, lines := range dates(m, said) {
		words := lines[0][0]
		wide := face.Width(words) + beside
		if wide > room {
			continue
		}
		x := f.plan.date.X
		if middle {
			x = (f.env.Size.X - wide) / 2
		}
		p.text(face, x, f.plan.date.Y, fonts.Span{Text: words, Color: m.accentOr(amber)})
		return
	}
}

// half draws AM or PM into the line of the date: beside it, below the weather, or between it
// and the temperature, where it has room. Where the weather has a line, it stands there, so
// that the date is whole.
func (f *largeFace) half(p *page, m *Reading) {
	text, face := m.halfText(), f.env.Fonts.Letters(f.plan.rows)
	if text == "" || len(p.items) == 0 {
		return
	}
	date, wide := p.items[len(p.items)-1].Body, typeset.HalfColumns(face)
	var x int
	least := date.Max.X + face.Cap()
	switch {
	case f.plan.way == inRow:
		if m.Weather.Text == "" {
			p.half(m, face, f.plan.sky.X-face.Width(text)/2, f.plan.sky.Y, m.Ink)
		}
		return
	case f.plan.way == inColumn && m.Weather.Text != "":
		x = f.plan.sky.X - wide/2
	case f.plan.way == alone && m.Weather.Text != "":
		x = (date.Max.X + f.plan.sky.X - f.env.Fonts.Digits(f.plan.text).Width(m.Weather.Text) - wide) / 2
		least = date.Max.X + 4
	default:
		x = least
	}
	if x >= least && x+wide < f.env.Size.X {
		p.half(m, face, x, f.plan.date.Y, m.Ink)
	}
}

// weather draws the icon and the temperature, if the weather is known.
func (f *largeFace) weather(p *page, m *Reading) {
	if m.Weather.Text == "" {
		return
	}
	face := f.env.Fonts.Digits(f.plan.text)
	words, wide := fonts.Span{Text: m.Weather.Text, Color: skyInk}, face.Width(m.Weather.Text)
	icon := drawing(f.env.Icons, m.Weather.Icon, f.plan.icon)
	at := f.plan.sky
	switch {
	case f.plan.way == alone:
		p.text(face, at.X-wide, at.Y, words)
		p.as(typeset.Note)
	case f.plan.way == inColumn:
		if icon != nil {
			p.picture(icon, image.Pt(at.X-f.plan.icon/2, at.Y))
		}
		p.text(face, at.X-wide/2, at.Y+f.plan.icon+3, words)
		p.as(typeset.Note)
	default:
		whole, letters := wide, f.env.Fonts.Letters(f.plan.rows)
		if m.twelve() {
			whole += letters.Cap() + typeset.HalfColumns(letters)
		}
		if icon != nil && icon.Rect.Dx()+4+whole > f.env.Size.X-2 { // it gives way first
			icon = drawing(f.env.Icons, m.Weather.Icon, f.plan.icon/2)
		}
		if icon != nil {
			whole += icon.Rect.Dx() + 4
		}
		left, y := at.X-whole/2, at.Y+(16-face.Cap())/2
		if icon != nil {
			p.picture(icon, image.Pt(left, at.Y+(16-icon.Rect.Dy())/2))
			left += icon.Rect.Dx() + 4
		}
		p.text(face, left, y, words)
		if p.as(typeset.Note); m.twelve() {
			p.half(m, letters, left+wide+letters.Cap(), y+face.Cap()-letters.Cap(), m.Ink)
		}
	}
}

// skyInk is the colour of the temperature outside.
var skyInk = color.RGBA{100, 170, 255, 255}

// drawing returns the first picture of an icon in a box with that side; nil if there is
// none, or the side is 0.
func drawing(source paint.IconSource, name string, side int) *image.RGBA {
	if side == 0 {
		return nil
	}
	if icon := iconOf(source, name, side); icon != nil {
		return icon.Frames[0].Image
	}
	return nil
}
