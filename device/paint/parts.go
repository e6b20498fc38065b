// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image/color"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// parts are the regions of a page by where they may stand.
type parts struct {
	lines []typeset.Line // in reading order
	list  []typeset.Entry
	chart *note.Region // nil = none
	bar   *note.Region
}

// headOf returns the number of the region that is the largest: the head, else the first value that is a figure or the
// only words of its page; -1 = none.
func headOf(regions []note.Region) int {
	head, written := -1, 0
	for i := range regions {
		if note.InLetters(regions[i].Role) {
			written++
		}
	}
	alone := written == 1
	for i := range regions {
		switch r := &regions[i]; {
		case r.Role == note.RoleHead:
			return i
		case r.Role == note.RoleValue && head < 0 && (typeset.Figure(words(r)) || alone):
			head = i
		}
	}
	return head
}

// add adds a region of f.
func (s *parts) add(p *Painter, f *note.Frame, r *note.Region, head bool) {
	ink := p.roleInk(f, r)
	switch r.Role {
	case note.RolePicture:
	case note.RoleBar:
		s.bar = r
	case note.RoleChart:
		s.chart = r
	case note.RoleRow:
		end := p.ink(f.Color)
		s.list = append(s.list, typeset.Entry{Badge: typeset.Badge{Text: flat(r.Badge), Back: r.BadgeColor.Or(color.RGBA{}), Ink: ink},
			Words: spansOf(r, r.Text, ink), Shorter: shorter(r, ink), End: span(flat(r.End), end),
			Brief: span(brief(r.End), end)})
	default:
		line := typeset.Line{Role: lineRole(r.Role, head), Spans: spansOf(r, r.Text, ink), Widest: r.Widest,
			Shorter: shorter(r, ink), Spare: r.Spare || r.Role == note.RoleNote}
		if said := words(r); line.Widest == "" && typeset.Figure(said) {
			line.Widest = typeset.Usual(said)
		}
		s.lines = append(s.lines, line)
	}
}

// shorter returns the shorter forms of the text of r.
func shorter(r *note.Region, ink color.RGBA) (all [][]fonts.Span) {
	for _, short := range r.Short {
		all = append(all, spansOf(r, []note.Fragment{{Text: short}}, ink))
	}
	return all
}

// brief returns minutes as boards of departures write them where they have little room: 5' for 5 min; "" for any other
// text.
func brief(end string) string {
	number, minutes := strings.CutSuffix(flat(end), "min")
	if number = strings.TrimSpace(number); !minutes || !typeset.Figure(number) {
		return ""
	}
	return number + "'"
}

// lead reports whether there is a line that the page is about.
func (s *parts) lead() bool {
	return slices.ContainsFunc(s.lines, func(l typeset.Line) bool { return l.Role == typeset.Head })
}

// lineRole returns the role of a line. Letters of a value are read, those of a head are what the page is about.
func lineRole(r note.Role, head bool) typeset.Role {
	switch {
	case head:
		return typeset.Head
	case r == note.RoleLabel:
		return typeset.Label
	case r == note.RoleNote:
		return typeset.Note
	}
	return typeset.Value
}

// Pale is the colour of labels, notes and other second lines.
var Pale = color.RGBA{190, 190, 190, 255}

// roleInk returns the colour of a region of f.
func (p *Painter) roleInk(f *note.Frame, r *note.Region) color.RGBA {
	switch {
	case r.Color.Set:
		return r.Color.Opaque()
	case r.Role == note.RoleLabel || r.Role == note.RoleNote || r.Role == note.RoleRow && r.End != "":
		return Pale
	}
	return p.ink(f.Color)
}

// spansOf returns text with the unit of r.
func spansOf(r *note.Region, text []note.Fragment, ink color.RGBA) (spans []fonts.Span) {
	for _, t := range text {
		spans = append(spans, span(flat(t.Text), t.Color.Or(ink))...)
	}
	if r.Unit == "" || len(spans) == 0 {
		return spans
	}
	return append(spans, span(unitOf(r), spans[len(spans)-1].Color)...)
}

// span returns words in a colour; nil of none.
func span(words string, c color.RGBA) []fonts.Span {
	if words == "" {
		return nil
	}
	return []fonts.Span{{Text: words, Color: c}}
}

// unitOf returns the unit of r as it stands behind a number: signs without a space.
func unitOf(r *note.Region) string {
	unit := flat(r.Unit)
	if strings.ContainsAny(unit[:min(len(unit), 3)], "°%‰′″") || unit == "" {
		return unit
	}
	return " " + unit
}

// words returns what r says, with its unit.
func words(r *note.Region) string { return fonts.Plain(spansOf(r, r.Text, color.RGBA{})) }

// flat returns words as one line.
func flat(words string) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if c == '\n' || c == '\r' || c == '\t' {
			return ' '
		}
		return c
	}, words))
}
