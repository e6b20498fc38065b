// SPDX-License-Identifier: Apache-2.0

package face

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// eventFace shows the time over the next event of the calendar, and alone while there is
// none.
type eventFace struct {
	grid  *typeset.Grid
	alone *clockFace
	time  *clockFace    // with 24 hours
	half  *clockFace    // with 12 hours: AM and PM need columns
	low   *clockFace    // over characters, which take more rows
	tall  [2]*eventRows // on tall panels, with 24 and with 12 hours; nil = one line of text below the time
	han   [2]*eventRows // the same where the words are characters, which take more rows
}

func newEventFace(env kit.Env, o Options) *eventFace {
	size := env.Size
	o.Week, o.Seconds = false, false
	grid := kit.NewSheet(env, kit.PlainLook).Grid
	f := &eventFace{grid: grid, alone: newPlainFace(env, o)}
	if grid.Tall() && !grid.Above() {
		for i := range f.tall {
			f.tall[i] = newEventRows(size, clockOf(env, o, size.Y/2), 7, 12, 1)
			f.han[i] = newEventRows(size, clockOf(env, o, size.Y*3/8), 12, 12, 1)
		}
		return f
	}
	// the line may scroll, in letters that hang below it
	f.time = newClockFace(env.Fonts, image.Pt(size.X, min(size.Y/2+2, size.Y-grid.Reading()-4)), o.time())
	f.time.InOneLine(env.Fonts)
	f.half = &clockFace{*f.time.BesideHalf(env.Fonts)}
	f.low = f.time
	if over := size.Y - typeset.CharacterRows - 3; f.time.Digits.Cap() > over { // a dark row above, between and below
		f.low = newClockFace(env.Fonts, image.Pt(size.X, over), o.time())
		f.low.Room.Y = f.low.Digits.Cap() + 2
	}
	for i, clock := range []*clockFace{f.time, f.half} {
		if clock.Room.Y = clock.Digits.Cap() + 2; grid.Tall() {
			if small := clockOf(env, o, 20); !newEventRows(size, clock, 12, 10, 2).fits() &&
				newEventRows(size, small, 12, 10, 2).fits() {
				clock = small // for titles in one line, too: the time has one size
			}
			f.tall[i], f.han[i] = oneOrTwo(size, clock, 7), oneOrTwo(size, clock, 12)
		}
	}
	return f
}

// clock returns the time as it stands at m.
func (f *eventFace) clock(m *Reading) *clockFace {
	if r := f.rows(m); r != nil {
		return r.time
	}
	switch {
	case f.low != f.time && (m.characters() || f.grid.Face(7, m.Event.Title).Cap() > 7):
		return f.low
	case m.Hours == 12:
		return f.half
	}
	return f.time
}

// pages implements drawer.
func (f *eventFace) pages(m *Reading) []page {
	if !m.Known || m.Event.Start.IsZero() {
		return f.alone.pages(m)
	}
	_, top := f.laid(m)
	clock := f.clock(m)
	all := wholePages(clock.pages(m), f.grid.Size, image.Pt(0, top-1))
	for _, p := range all {
		for i := range p.items {
			p.items[i].Smaller = clock == f.low && clock != f.time
		}
	}
	return all
}

// over implements mover: the event, whose title may scroll.
func (f *eventFace) over(m *Reading) []render.Layer {
	if !m.Known || m.Event.Start.IsZero() {
		return nil
	}
	p, _ := f.laid(m)
	return []render.Layer{{Widget: goesOn(p, m)}}
}

// laid returns the page of the event and the row of the time, a third of the free rows
// above the time, between the two and below the event.
func (f *eventFace) laid(m *Reading) (p *typeset.Page, top int) {
	if r := f.rows(m); r != nil {
		return r.laid(f.grid, m)
	}
	clock := f.clock(m)
	low := image.Rect(1, clock.Room.Y+1, f.grid.Size.X-1, f.grid.Size.Y-1)
	p = f.grid.NewPage()
	f.grid.Column(p, low, typeset.Middle, f.line(m))
	text := p.Items[0].Body
	high, free := clock.Digits.Cap(), f.grid.Size.Y-clock.Digits.Cap()-text.Dy()
	top = max(1, free/3)
	ink, last := p.Items[0].Ink, f.grid.Size.Y
	if !p.Items[0].Scrolls {
		last -= f.grid.Margin
	}
	down := max(top+high+max(free-2*top, 1)-text.Min.Y, top+high+1-ink.Min.Y) // a mark keeps off the digits
	p.Move(0, min(down, last-ink.Max.Y))
	return p, top
}

// line returns when the event is and what it is, in letters of 7 rows whichever event it is.
func (f *eventFace) line(m *Reading) typeset.Line {
	long, short := m.until(m.Words)
	line := func(when string) []fonts.Span {
		return []fonts.Span{{Text: when, Color: m.accentOr(amber)}, {Text: " " + kit.Printable(m.Event.Title), Color: pale}}
	}
	day, _, _ := strings.Cut(short, " ")
	if !m.Event.Start.After(m.Local.Add(time.Hour)) {
		day = short
	}
	return typeset.Line{Role: typeset.Value, Least: 7, Spans: line(long), Shorter: [][]fonts.Span{line(short), line(day)}}
}

// pale is the colour of titles beside the time, which is brighter.
var pale = color.RGBA{190, 190, 190, 255}

// until says when the next event is, and the same without AM or PM.
func (m *Reading) until(words *kit.Language) (long, short string) {
	e, start := m.Event, m.Event.Start.In(m.Local.Location())
	short = start.Format("15:04")
	if long = short; m.Hours == 12 {
		long, short = start.Format("3:04 PM"), start.Format("3:04")
	}
	day := words.Days[start.Weekday()]
	today := start.Format(time.DateOnly) == m.Local.Format(time.DateOnly)
	soon := start.Sub(m.Local).Truncate(time.Minute)
	switch {
	case e.AllDay && (today || start.Before(m.Local)):
		day = words.Days[m.Local.Weekday()]
		return day, day
	case e.AllDay:
		return day, day
	case today && soon > 0 && soon < time.Hour:
		left := fmt.Sprintf(words.Phrases.Minutes, int(soon/time.Minute))
		return left, left
	case today || start.Before(m.Local):
		return long, short
	}
	return day + " " + long, day + " " + short
}
