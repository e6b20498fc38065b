// SPDX-License-Identifier: Apache-2.0

package board

import (
	"image"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// stands is how long an entry shows that shares its slot and does not scroll.
const stands = 6 * time.Second

// slot draws the entries that share a room, in turn.
func (p *page) slot(room image.Rectangle, all []entry) {
	if len(all) == 0 {
		return
	}
	var steps []render.Step
	for i, e := range all {
		one := p.entry(room.Size(), e)
		step := p.sheet.Turn(one)
		step.For = max(step.For, stands)
		steps = append(steps, step)
		if i == 0 { // what it says of itself is as it begins
			for _, item := range one.Items {
				p.on.Items = append(p.on.Items, item.Moved(room.Min))
			}
		}
	}
	var w render.Widget = steps[0].Widget
	if len(steps) > 1 {
		w = render.NewSequence(render.Step{}, 0,
			render.Transition{Style: render.Slide, For: 400 * time.Millisecond}, steps...)
	}
	p.on.Layers = append(p.on.Layers, render.Layer{At: room.Min, Widget: w})
}

// headline draws an entry that has all rows below the time.
func (p *page) headline(room image.Rectangle, e entry) {
	p.on.Put(typeset.Picture, &render.Fill{Bounds: image.Pt(2, room.Dy()-1), Color: e.ink}, room.Min)
	if room.Min.X += 5; !e.icon.IsZero() {
		side := 8 * (1 + p.Env.Size.X/128)
		p.on.Put(typeset.Picture, p.sheet.Fitted(e.icon.String(), side), image.Pt(room.Min.X, room.Min.Y+(room.Dy()-side)/2))
		room.Min.X += side + 3
	}
	var lines []typeset.Line
	apart := p.plan.wide && e.note != "" && !p.Env.Fonts.Letters(7).Draws(e.lead)
	if e.lead != "" {
		shown := e
		if apart {
			shown.note, shown.less = "", ""
		}
		lead := p.lead(shown)
		if p.plan.wide { // as large as the day above it
			lead.Role, lead.Most = typeset.Label, 7
		}
		lines = append(lines, lead)
	}
	if e.text != "" {
		line := kit.Say(typeset.Head, pale, e.text)
		if line.Most = 12; typeset.Numeric(e.text) {
			line.Most = 16
		}
		lines = append(lines, line)
	}
	if e.note != "" && !p.plan.wide {
		line := kit.Spare(kit.Say(typeset.Note, kit.PaleInk, e.note, e.less))
		line.Most = 5
		lines = append(lines, line)
	}
	first := len(p.on.Items)
	if p.column(room, typeset.Left, lines...); apart && len(p.on.Items) > first {
		p.until(room, p.on.Items[first].Body, e)
	}
}

// until draws until when something is beside a lead in characters, which are larger.
func (p *page) until(room, lead image.Rectangle, e entry) {
	room = image.Rect(lead.Max.X+6, lead.Min.Y, room.Max.X, lead.Max.Y)
	if p.Env.Fonts.Letters(7).Width(e.less) <= room.Dx() {
		line := kit.Say(typeset.Note, kit.PaleInk, e.note, e.less)
		line.Most = 7
		p.column(room, typeset.Left, line)
	}
}

// lead returns the upper line of an entry: when or whose it is, and where there is room
// until when.
func (p *page) lead(e entry) typeset.Line {
	line := kit.Say(typeset.Note, amber, e.lead)
	if line.Most = 5; e.note == "" || !p.plan.wide {
		return line
	}
	from, _, _ := strings.Cut(e.less, "–")
	begins := strings.TrimSuffix(strings.TrimSuffix(e.lead, " AM"), " PM")
	for _, note := range []string{e.note, e.less} {
		spans := []fonts.Span{{Text: e.lead, Color: amber}, {Text: "  " + note, Color: kit.PaleInk}}
		if rest, ok := strings.CutPrefix(note, from); ok && strings.HasSuffix(begins, from) { // the lead has it
			spans = []fonts.Span{{Text: begins, Color: amber}, {Text: rest, Color: kit.PaleInk}}
		}
		line.Shorter = append(line.Shorter, spans)
	}
	line.Shorter = append(line.Shorter, line.Spans)
	line.Spans, line.Shorter = line.Shorter[0], line.Shorter[1:]
	return line
}

// entry returns the page of an entry: its icon or a bar at the left, and beside it when or
// whose it is over what it is.
func (p *page) entry(size image.Point, e entry) *typeset.Page {
	grid := typeset.NewGrid(p.Env.Fonts, image.Pt(size.X, slotRows-1)) // letters of 7 rows
	grid.Size, grid.Speed, grid.Smooth = size, p.sheet.Grid.Speed, p.sheet.Grid.Smooth
	on, room := grid.NewPage(), image.Rect(0, 1, size.X, size.Y-1)
	if e.icon.IsZero() {
		rows := min(room.Dy()-1, entryRows)
		on.Put(typeset.Picture, &render.Fill{Bounds: image.Pt(2, rows), Color: e.ink}, image.Pt(0, (size.Y-rows)/2))
		room.Min.X = 5
	} else {
		on.Put(typeset.Picture, p.sheet.Fitted(e.icon.String(), 8), image.Pt(0, (size.Y-8)/2))
		room.Min.X = 10
	}
	text := kit.Say(typeset.Value, pale, e.text)
	if e.lead == "" || !p.Env.Fonts.Letters(7).Draws(e.lead+e.text) { // large characters take all rows
		room.Min.Y, room.Max.Y = 0, size.Y
		if e.lead != "" { // in one line with it
			high := typeset.NewGrid(p.Env.Fonts, image.Pt(128, 64))
			high.Size, high.Speed, high.Smooth = grid.Size, grid.Speed, grid.Smooth
			grid, text.Most = high, 10
			text.Spans = []fonts.Span{{Text: strings.ToUpper(e.lead) + " ", Color: amber}, {Text: e.text, Color: pale}}
		}
		grid.Column(on, room, typeset.Left, text)
	} else {
		grid.Column(on, room, typeset.Left, p.lead(e), text)
	}
	return on
}
