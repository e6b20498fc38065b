// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// barFace is the time over a bar along the bottom, with a dark row between them.
type barFace struct {
	size image.Point
	time *clockFace
	rows int // of the bar
}

func newBarFace(set *fonts.Set, size image.Point, o Options) barFace {
	rows := typeset.BarRows(size)
	over := typeset.ClockOptions{Seconds: o.Seconds, Panel: size.Y}
	return barFace{size, newClockFace(set, size.Sub(image.Pt(0, rows+1)), over), rows}
}

// step implements stepper.
func (f *barFace) step() time.Duration { return f.time.step() }

// weekdayFace has the days of the week in its bar.
type weekdayFace struct{ barFace }

func newWeekdayFace(env kit.Env, o Options) *weekdayFace {
	return &weekdayFace{newBarFace(env.Fonts, env.Size, o)}
}

// pages implements drawer.
func (f *weekdayFace) pages(m *Reading) []page {
	all := wholePages(f.time.pages(m), f.size, image.Point{})
	for i := range all {
		drawWeek(&all[i], all[i].foot(f.rows), m.column(), m.dimmed(m.Ink, 5), m.accentOr(amber))
	}
	return all
}

// drawWeek draws Monday to Sunday as dashes from the left to the right of row.
func drawWeek(p *page, row image.Rectangle, today int, other, bright color.RGBA) {
	width, gap := (row.Dx()+1)/7-1, 1
	if width < 1 { // seven columns of eight, side by side
		width, gap = 1, 0
	}
	left := row.Min.X + (row.Dx()-7*(width+gap)+gap)/2
	for i := range 7 {
		c := other
		if i == today {
			c = bright
		}
		x := left + i*(width+gap)
		p.fill(image.Rect(x, row.Min.Y, x+width, row.Max.Y), c)
	}
}

// foot returns the last rows of p.
func (p *page) foot(rows int) image.Rectangle {
	return image.Rect(0, p.Rect.Max.Y-rows, p.Rect.Max.X, p.Rect.Max.Y)
}

// amber is a face's second colour, unless one is set.
var amber = color.RGBA{255, 160, 0, 255}

// secondsFace has a line that grows with the seconds in its bar.
type secondsFace struct{ barFace }

func newSecondsFace(env kit.Env, o Options) *secondsFace {
	return &secondsFace{newBarFace(env.Fonts, env.Size, o)}
}

// pages implements drawer.
func (f *secondsFace) pages(m *Reading) []page {
	all := wholePages(f.time.pages(m), f.size, image.Point{})
	for i := range all {
		all[i].fill(image.Rect(0, f.size.Y-f.rows, f.size.X, f.size.Y), m.dimmed(m.accentOr(amber), 6))
	}
	return all
}

// over implements mover.
func (f *secondsFace) over(m *Reading) []render.Layer {
	line := &secondsLine{ticking{image.Pt(f.size.X, f.rows), f.size.X + 1}, m.accentOr(amber)}
	return []render.Layer{{At: image.Pt(0, f.size.Y-f.rows), Widget: line}}
}

// secondsLine grows over a minute, from nothing to the whole width.
type secondsLine struct {
	ticking // a pixel lights up in each step but the first
	ink     color.RGBA
}

// Draw implements [render.Widget].
func (l *secondsLine) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	render.Block(dst, image.Rectangle{p, p.Add(image.Pt(l.step(t), l.size.Y))}, l.ink)
}
