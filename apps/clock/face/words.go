// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// wordsFace shows the time in words, in steps of five minutes; dots below are the
// remaining minutes. Words that do not fit at once show in turn on several pages; from 16
// rows on the time scrolls where a word would be broken.
type wordsFace struct {
	size  image.Point
	faces []*fonts.Face // the largest first
	one   *fonts.Face   // from 16 rows on: in which every time is drawn, no word broken; nil = none
	grid  *typeset.Grid // from 16 rows on, where the time scrolls if one is nil

	marked bool // a word has a mark above a capital
}

// newWordsFace returns nil if the words of some time do not fit, such as on 8
// columns.
func newWordsFace(set *fonts.Set, size image.Point, o Options) *wordsFace {
	if size.Y < set.Small.Cap()+1 {
		return nil
	}
	words := kit.LanguageOf(o.Language)
	f := &wordsFace{size: size, faces: textFaces(set, size.Y)}
	for _, text := range slices.Concat(words.Steps[:], words.Hours[:]) {
		f.marked = f.marked || strings.ContainsFunc(text, func(r rune) bool { return r > '~' && unicode.Is(unicode.Latin, r) })
		for w := range strings.FieldsSeq(text) {
			if _, ok := breakWords(set.Small, []word{{text: w}}, size.X); !ok {
				return nil
			}
		}
	}
	if size.Y < 16 {
		return f
	}
	f.grid = typeset.NewGrid(set, size)
	for _, once := range []bool{true, false} { // on one page, else on several
		for rows := size.Y / 2; rows >= 5 && f.one == nil; rows-- {
			if face := set.Letters(rows); face.Cap() == rows && f.holds(face, words, once) {
				f.one = face
			}
		}
	}
	return f
}

// holds reports whether every time fits in a face without a broken word, if once on one
// page.
func (f *wordsFace) holds(face *fonts.Face, words *kit.Language, once bool) bool {
	each := f.each(face)
	if !once {
		each = 100
	}
	for i := range 144 {
		at := time.Date(2000, 1, 1, i/12, i%12*5, 0, 0, time.UTC)
		all := sentence(&Reading{Local: at, Words: words})
		for j := range all {
			all[j].text = strings.ReplaceAll(all[j].text, "|", "")
		}
		if lines, ok := breakWords(face, all, f.size.X-2); !ok || len(lines) > each {
			return false
		}
	}
	return true
}

// each returns how many lines of a face a page holds.
func (f *wordsFace) each(face *fonts.Face) int {
	rows := f.size.Y
	if f.size.Y >= 16 {
		rows -= 4 // margins, and the dots
	}
	if f.gap(face) > lineGap(face) { // the first line has marks, too
		rows -= face.Ascent() - face.Cap()
	}
	return (rows + f.gap(face)) / (face.Cap() + f.gap(face))
}

// gap returns the least space between two lines: from 16 rows on with room for the dots of an Ö,
// below 10 rows of a capital in languages that have one.
func (f *wordsFace) gap(face *fonts.Face) int {
	switch {
	case f.grid != nil && face.Cap() >= 10 && f.marked:
		return face.Cap() * 2 / 5
	case f.grid != nil && face.Cap() >= 7 && f.marked:
		return max(lineGap(face), face.Ascent()-face.Cap())
	}
	return lineGap(face)
}

// step implements drawer.
func (f *wordsFace) step() time.Duration { return time.Minute }

// word is a word of the time, or the rest of one.
type word struct {
	text string // with bars where it may be broken
	hour bool   // it names the hour
}

// sentence is the time in words.
func sentence(m *Reading) (all []word) {
	for _, s := range strings.Fields(m.Words.Steps[m.Local.Minute()/5]) {
		switch s {
		case "h", "n":
			later := map[string]int{"h": 0, "n": 1}[s]
			for _, h := range strings.Fields(m.Words.HourWord(m.Local, later)) {
				all = append(all, word{h, true})
			}
		default:
			all = append(all, word{text: s})
		}
	}
	return all
}

// pages implements drawer: as few as possible, and then in letters as large as possible.
func (f *wordsFace) pages(m *Reading) (best []page) {
	if f.one != nil {
		each := f.each(f.one)
		lines, _ := breakWords(f.one, sentence(m), f.size.X-2)
		if f.size.X < 2*f.size.Y && len(lines) <= each {
			lines = f.stacked(sentence(m), lines, each)
		}
		return f.draw(f.one, lines, each, m)
	}
	if f.grid != nil {
		p := newPage(f.size)
		p.dots(m.Local.Minute()%5, 1, kit.Shade(m.Ink, 2))
		return []page{p}
	}
	for _, face := range f.faces {
		lines, ok := breakWords(face, sentence(m), f.size.X)
		each := (f.size.Y + lineGap(face)) / (face.Cap() + lineGap(face))
		if !ok || each < 1 {
			continue
		}
		if n := (len(lines) + each - 1) / each; best == nil || n < len(best) {
			best = f.draw(face, lines, each, m)
		}
	}
	return best
}

// stacked returns a line for each word, which fills a panel that is not wide; a word of two letters
// stands before the next. lines stay where these would be more than each.
func (f *wordsFace) stacked(words []word, lines [][]word, each int) [][]word {
	var stack [][]word
	for _, w := range words {
		w.text = strings.ReplaceAll(w.text, "|", "")
		if n := len(stack); n > 0 {
			longer := append(slices.Clip(stack[n-1]), w)
			_, wide := new(Reading).spans(longer, f.one)
			if last := stack[n-1]; utf8.RuneCountInString(last[len(last)-1].text) <= 2 && wide <= f.size.X-2 {
				stack[n-1] = longer
				continue
			}
		}
		stack = append(stack, []word{w})
	}
	if len(stack) > each {
		return lines
	}
	return stack
}

// over implements mover: the time that scrolls.
func (f *wordsFace) over(m *Reading) []render.Layer {
	if f.one != nil || f.grid == nil {
		return nil
	}
	p, face := f.grid.NewPage(), f.faces[0]
	for _, face = range f.faces { // with rows free above and below
		if face.Cap()+6 <= f.size.Y {
			break
		}
	}
	var spans []fonts.Span
	for i, w := range sentence(m) {
		text, ink := strings.ReplaceAll(w.text, "|", ""), m.Ink
		if w.hour {
			ink = m.accentOr(amber)
		}
		if i > 0 {
			text = " " + text
		}
		spans = append(spans, fonts.Span{Text: text, Color: ink})
	}
	line := face.Line(spans).Image
	scrolls := &render.Marquee{Image: line, Width: f.size.X, Speed: render.DefaultSpeed * float64(face.Cap()) / 7, Gap: 2 * face.Cap()}
	top := (f.size.Y-face.Cap()+1)/2 - (face.Ascent() - face.Cap())
	p.Put(typeset.Value, scrolls, image.Pt(0, top))
	for _, s := range spans {
		p.Items[0].Text += s.Text
	}
	p.Items[0].Scrolls, p.Items[0].Rows = true, face.Cap()
	p.Items[0].Body = image.Rect(0, top+face.Ascent()-face.Cap(), f.size.X, top+face.Ascent())
	return []render.Layer{{Widget: goesOn(p, m)}}
}

// draw draws lines on pages, each lines per page.
func (f *wordsFace) draw(face *fonts.Face, lines [][]word, each int, m *Reading) (all []page) {
	for len(lines) > 0 {
		n := min(each, len(lines))
		p, room := newPage(f.size), f.size.Y
		if blockRows(face, n)+2 <= room {
			room -= 2
			p.dots(m.Local.Minute()%5, max(1, face.Cap()/7), kit.Shade(m.Ink, 2))
		}
		y, gap := topOf(face, n, room), f.gap(face)
		if f.one != nil { // in the middle, with the dots and without, as airy as there is room
			gap = max(gap, min(face.Cap(), (room-n*face.Cap())/(n+1)))
			y = max((room-n*face.Cap()-(n-1)*gap+1)/2, 1)
		}
		for _, line := range lines[:n] {
			spans, wide := m.spans(line, face)
			p.text(face, (f.size.X-wide)/2, y, spans...)
			y += face.Cap() + gap
		}
		all, lines = append(all, p), lines[n:]
	}
	return all
}

// dots draws n dots in the last row.
func (p *page) dots(n, side int, ink color.RGBA) {
	size := p.Rect.Size()
	left := (size.X - (2*n-1)*side) / 2
	for i := range n {
		p.fill(image.Rect(left+2*i*side, size.Y-side, left+(2*i+1)*side, size.Y), ink)
	}
}

// spans returns a line's words in their colours, and their width.
func (m *Reading) spans(line []word, face *fonts.Face) (spans []fonts.Span, wide int) {
	text := ""
	for i, w := range line {
		ink := m.Ink
		if w.hour {
			ink = m.accentOr(amber)
		}
		if i > 0 {
			w.text = " " + w.text
		}
		spans, text = append(spans, fonts.Span{Text: w.text, Color: ink}), text+w.text
	}
	return spans, face.Width(text)
}

// breakWords fills lines of that many columns, and reports whether every word fits.
func breakWords(face *fonts.Face, words []word, columns int) (lines [][]word, ok bool) {
	var line []word
	wide := func(more word) int {
		text := strings.ReplaceAll(more.text, "|", "")
		for i := len(line) - 1; i >= 0; i-- {
			text = line[i].text + " " + text
		}
		return face.Width(text)
	}
	flush := func() {
		if line != nil {
			lines, line = append(lines, line), nil
		}
	}
	add := func(w word) bool {
		w.text = strings.ReplaceAll(w.text, "|", "")
		if wide(w) > columns {
			flush()
		}
		line = append(line, w)
		return face.Width(w.text) <= columns
	}
	for _, w := range words {
		pieces := []string{w.text}
		if face.Width(strings.ReplaceAll(w.text, "|", "")) > columns {
			flush()
			pieces = strings.Split(w.text, "|")
		}
		for i, piece := range pieces {
			if i > 0 {
				flush()
			}
			if !add(word{piece, w.hour}) {
				return nil, false
			}
		}
		if len(pieces) > 1 {
			flush()
		}
	}
	flush()
	return lines, true
}
