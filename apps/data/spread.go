// SPDX-License-Identifier: Apache-2.0

package data

import (
	"image/color"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// several returns the page of a text with several values, each part in its role; nil where
// the panel has no room for lines or the answer is anything else.
func (d *datum) several(p *paint.Painter) render.Widget {
	s := kit.NewSheet(kit.Env{Size: p.Size, Fonts: p.Fonts, Icons: p.Icons}, p.Look)
	parts, ok := spreadOf(d.cfg.template())
	if d.got == nil || d.got.frames != nil || d.got.chart != nil || !ok || !s.Grid.Wide() {
		return nil
	}
	ink := p.Look.WithDefaults().TextColor.Opaque()
	if c := d.frames[0].Color; c.Set {
		ink = c.Opaque()
	}
	rest := kit.Say(typeset.Value, ink, d.filled(parts.rest))
	rest.Lines = s.Size.Y / 32
	head := d.head(parts.head, ink)
	lines := []typeset.Line{head, kit.Sized(rest, zeroes(d.filled(parts.rest)))}
	if parts.ends {
		head.Most = s.Size.Y * 3 / 8                // up to three lines share the rows
		if len(head.Shorter) > 0 && s.Size.X < 96 { // AM and PM tell more than larger digits
			head.Most = 12
		}
		lines = []typeset.Line{rest, head}
	}
	for _, way := range d.ways(s, parts, lines) {
		page := s.Grid.Hero(way.icon, way.lines...)[0] // without room for three lines the last one is left out, here the time
		scrolls := slices.ContainsFunc(page.Items, func(i typeset.Item) bool { return i.Scrolls })
		if slices.ContainsFunc(page.Items, func(i typeset.Item) bool { return i.Role == typeset.Head }) && !(way.still && scrolls) {
			return page
		}
	}
	return nil
}

// way is a picture and lines that may stand on a page.
type way struct {
	icon  render.Widget // nil = none
	lines []typeset.Line
	still bool // only if no line scrolls
}

// ways returns how lines may stand, the best first: the label of a departure is told before an icon is shown,
// and a smaller icon comes before figures that scroll.
func (d *datum) ways(s *kit.Sheet, parts spread, lines []typeset.Line) (all []way) {
	var icon render.Widget
	if !d.icon.IsZero() {
		icon = s.Icon(d.cfg.Icon)
	}
	if parts.label != "" {
		labelled := slices.Insert(slices.Clone(lines), 0, kit.Say(typeset.Label, kit.Warm, d.filled(parts.label)))
		all = append(all, way{icon: icon, lines: labelled}, way{lines: labelled})
	}
	for _, side := range []int{s.Box(), 24, 16, 8} {
		if icon != nil && !parts.ends && side <= s.Box() {
			all = append(all, way{s.Fitted(d.cfg.Icon, side), lines, true})
		}
	}
	return append(all, way{icon: icon, lines: lines}, way{lines: lines})
}

// head returns the line of the value that the page is about, in the size that it has on
// other days. A time has the halves of the day where there is room.
func (d *datum) head(template string, ink color.RGBA) typeset.Line {
	text := d.filled(template)
	long, _ := fill(template, d.got.values, func(t time.Time) string {
		whole, _ := d.local.Time(t.In(d.zone))
		return whole
	})
	text, long = text+arrows[d.trend], long+arrows[d.trend]
	if long == text {
		return kit.Sized(kit.Say(typeset.Head, ink, text), zeroes(text))
	}
	return kit.Say(typeset.Head, ink, long, text)
}

// filled fills a part of the template as it is where there is little room.
func (d *datum) filled(template string) string {
	text, _ := fill(template, d.got.values, func(t time.Time) string {
		_, short := d.local.Time(t.In(d.zone))
		return short
	})
	return text
}
