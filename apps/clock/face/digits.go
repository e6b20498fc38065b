// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// clockFace draws a time in its room.
type clockFace struct{ typeset.Clock }

// newPlainFace returns the time alone, on the whole panel.
func newPlainFace(env kit.Env, o Options) *clockFace {
	return &clockFace{*typeset.ClockAlone(env.Fonts, env.Size, o.time())}
}

// newClockFace returns the time in a room of a panel.
func newClockFace(set *fonts.Set, room image.Point, o typeset.ClockOptions) *clockFace {
	return &clockFace{*typeset.NewClock(set, room, o)}
}

// time returns what is wanted of a time.
func (o Options) time() typeset.ClockOptions {
	return typeset.ClockOptions{Seconds: o.Seconds, Week: o.Week}
}

// bare is time without AM and PM, for faces with another place for them, or none.
func (o Options) bare() typeset.ClockOptions {
	t := o.time()
	t.Bare = true
	return t
}

// step implements stepper.
func (f *clockFace) step() time.Duration {
	if f.Seconds {
		return time.Second
	}
	return time.Minute
}

// pages implements drawer: the time of m, with a blinking colon.
func (f *clockFace) pages(m *Reading) []page {
	return f.pagesOf(m, m.fields(m.Local, f.Seconds), m.Ink)
}

// pagesOf returns the pages of a time given as fields.
func (f *clockFace) pagesOf(m *Reading, fields []string, ink color.RGBA) (all []page) {
	says := m.says(fields)
	switch {
	case f.How == typeset.InTurn:
		for i := range fields {
			all = append(all, f.turn(says, i, ink))
		}
	case f.How == typeset.OneLine && !f.Seconds:
		for _, colon := range []color.RGBA{ink, m.dimmed(ink, 4)} {
			p := f.draw(m, says, ink, colon)
			p.hold = time.Second
			all = append(all, p)
		}
	default:
		all = append(all, f.draw(m, says, ink, ink))
	}
	return all
}

// draw draws the time, above the row of weekdays if that shows.
func (f *clockFace) draw(m *Reading, says typeset.Time, ink, colon color.RGBA) page {
	p := newPage(f.Room.Add(image.Pt(0, f.Beyond(m.twelve()))))
	if f.Week {
		drawWeek(&p, p.foot(typeset.BarRows(f.Room)), m.column(), m.faint(ink, 5), ink)
	}
	for _, part := range f.Place(says) {
		switch part.Kind {
		case typeset.PartHalf:
			p.half(m, part.Face, part.At.X, part.At.Y, m.Ink)
		case typeset.PartSeconds:
			p.part(part, kit.Shade(ink, 2))
			p.as(typeset.Note)
		default:
			p.text(part.Face, part.At.X, part.At.Y, colons(strings.Split(part.Text, ":"), ink, colon)...)
			if n := len(p.items); n > 0 && p.items[n-1].Text == part.Text { // its body is as wide as the line keeps it
				p.items[n-1].Body.Min.X = part.Left
			}
		}
	}
	return p
}

// turn draws field i alone, over the bar that shows which field it is.
func (f *clockFace) turn(says typeset.Time, i int, ink color.RGBA) page {
	p := newPage(f.Room)
	field, bar := f.Turn(says, i)
	if !bar.Empty() {
		p.fill(bar, ink)
	}
	p.part(field, ink)
	return p
}

// part draws a part of a time in one colour.
func (p *page) part(part typeset.Part, ink color.RGBA) {
	p.text(part.Face, part.At.X, part.At.Y, fonts.Span{Text: part.Text, Color: ink})
}

// colons joins the fields into one line.
func colons(fields []string, ink, colon color.RGBA) (spans []fonts.Span) {
	for i, field := range fields {
		if i > 0 {
			spans = append(spans, fonts.Span{Text: ":", Color: colon})
		}
		spans = append(spans, fonts.Span{Text: field, Color: ink})
	}
	return spans
}

// halfText returns what tells the halves of the day apart; "" where 24 hours need nothing.
func (m *Reading) halfText() string {
	if m.Hours != 12 || !m.Known {
		return ""
	}
	return m.Local.Format("PM")
}

// twelve reports whether AM or PM belongs to the time.
func (m *Reading) twelve() bool { return m.halfText() != "" }

// says returns what a time with those fields says.
func (m *Reading) says(fields []string) typeset.Time {
	return typeset.Time{Fields: fields, Half: m.halfText(), Known: m.Known}
}

// half draws the half of the day beside a time in that ink, with its upper left corner at x, y.
func (p *page) half(m *Reading, in *fonts.Face, x, y int, ink color.RGBA) {
	if !m.dawn {
		ink = kit.Quiet(ink)
	}
	p.text(in, x, y, fonts.Span{Text: m.halfText(), Color: ink})
}
