// SPDX-License-Identifier: Apache-2.0

package data

import (
	"image/color"
	"slices"

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
	ink := d.frames[0].Color.Or(p.Look.WithDefaults().TextColor.Opaque())
	rest := kit.Sized(kit.Say(typeset.Value, ink, d.filled(parts.rest)), typeset.Usual(d.filled(parts.rest)))
	rest.Lines = 2
	head := d.head(parts.head, ink)
	if len(head.Spans) == 0 {
		return nil
	}
	page := typeset.Content{Lines: []typeset.Line{head, rest}}
	if parts.ends {
		rest.Widest = ""
		page.Lines = []typeset.Line{rest, head}
	}
	if parts.label != "" {
		page.Lines = slices.Insert(page.Lines, 0, kit.Say(typeset.Label, kit.Warm, d.filled(parts.label)))
	}
	if !d.icon.IsZero() {
		page.Picture = s.Icon(d.cfg.Icon)
		page.Picture.Spare = true
	}
	return s.Grid.Solve(page)[0]
}

// head returns the line of the value that the page is about, in the size that it has on
// other days. A time has the halves of the day where there is room.
func (d *datum) head(template string, ink color.RGBA) typeset.Line {
	text := d.filled(template)
	long, _ := fill(template, d.got.values, d.writing(true))
	text, long = text+arrows[d.trend], long+arrows[d.trend]
	if long == text {
		return kit.Sized(kit.Say(typeset.Head, ink, text), typeset.Usual(text))
	}
	line := kit.Say(typeset.Head, ink, long, text)
	line.Full = true // AM and PM tell more than larger digits
	return line
}

// writing is how the panel writes; whole says with the halves of the day.
func (d *datum) writing(whole bool) writing { return writing{d.local, d.zone, d.now, whole} }

// filled fills a part of the template as it is where there is little room.
func (d *datum) filled(template string) string {
	text, _ := fill(template, d.got.values, d.writing(false))
	return text
}
