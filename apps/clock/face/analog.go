// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// analogFace is a dial with hands, and the date beside it where the panel is wide enough.
type analogFace struct {
	set  *fonts.Set
	size image.Point
	dial image.Rectangle
	date image.Rectangle // room beside the dial; empty = no room
}

func newAnalogFace(env kit.Env, _ Options) *analogFace {
	size := env.Size
	side := min(size.X, size.Y) - (min(size.X, size.Y)+1)%2 // odd: there is a pixel in the middle
	f := &analogFace{set: env.Fonts, size: size}
	at := image.Pt((size.X-side)/2, (size.Y-side)/2)
	if size.X >= size.Y*7/4 {
		at.X = (size.Y - side) / 2
		f.date = image.Rect(at.X+side+1, 1, size.X-1, size.Y-1)
	}
	f.dial = image.Rectangle{at, at.Add(image.Pt(side, side))}
	return f
}

// step implements drawer.
func (f *analogFace) step() time.Duration { return time.Minute }

// pages implements drawer.
func (f *analogFace) pages(m *Reading) []page {
	p := newPage(f.size)
	p.picture(f.drawn(m), f.dial.Min)
	if !f.date.Empty() {
		f.dated(&p, m)
	}
	return []page{p}
}

// drawn returns the dial with its marks and the hands of hours and minutes.
func (f *analogFace) drawn(m *Reading) *image.RGBA {
	d := newDial(f.dial.Dx())
	for hour := range 12 {
		d.mark(hour, m.Ink)
	}
	minutes := float64(m.Local.Minute()) / 60
	hours := (float64(m.Local.Hour()%12) + minutes) / 12
	short := m.Ink
	if d.radius < 10 { // where both hands are as wide
		short = m.accentOr(amber)
	}
	d.hand(hours, 0.54, max(1.4, d.radius/11), short)
	d.hand(minutes, 0.86, max(1.1, d.radius/16), m.Ink)
	if d.radius < secondsFrom {
		return d.picture
	}
	d.hand(0, 0, d.radius/7, m.accentOr(amber))
	return d.picture
}

// secondsFrom is the radius from which on a dial has room for the hand of the seconds.
const secondsFrom = 13

// over implements mover: the hand of the seconds.
func (f *analogFace) over(m *Reading) []render.Layer {
	d := newDial(f.dial.Dx())
	if d.radius < secondsFrom {
		return nil
	}
	return []render.Layer{{At: f.dial.Min, Widget: &secondHand{dial: *d, ink: m.accentOr(amber)}}}
}

// dated draws the weekday, the day and the month, one above the other; in characters, which
// need the rows of a large panel, and where the owner writes it before the day, the month stands first.
func (f *analogFace) dated(p *page, m *Reading) {
	rows := map[bool][2]int{true: {10, 24}, false: {5, 12}}[f.size.Y >= 56]
	if f.size.Y < 28 {
		rows = [2]int{5, 5}
	}
	said := lettered(m.Words)
	first, last := said.Days[m.Local.Weekday()], said.Months[m.Local.Month()-1]
	if m.MonthFirst && f.size.Y >= 28 {
		first, last = last, first
	}
	if m.characters() && f.size.Y >= 56 {
		rows[0], first, last = 12, m.Words.Months[m.Local.Month()-1], m.Words.Days[m.Local.Weekday()]
	}
	words, digits := f.set.Letters(rows[0]), f.set.Digits(rows[1])
	lines := []struct {
		face *fonts.Face
		text string
		ink  color.RGBA
	}{
		{words, first, kit.PaleInk},
		{digits, strconv.Itoa(m.Local.Day()), m.Ink},
		{words, last, m.accentOr(amber)},
	}
	shown := lines[:]
	if f.size.Y < 28 {
		shown = lines[:2]
	}
	gap, high := max(2, f.size.Y/11), 0
	for _, l := range shown {
		high += l.face.Cap() + gap
	}
	y := (f.size.Y - high + gap) / 2
	for _, l := range shown {
		p.text(l.face, (f.date.Min.X+f.date.Max.X-l.face.Width(l.text))/2, y, fonts.Span{Text: l.text, Color: l.ink})
		y += l.face.Cap() + gap
	}
}
