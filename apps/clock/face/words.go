// SPDX-License-Identifier: Apache-2.0

package face

import (
	"cmp"
	"image"
	"image/color"
	"slices"
	"strings"
	"time"
	"unicode"

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
	hour  *fonts.Face   // of the hour on tall panels where one is small; nil = one, too
	grid  *typeset.Grid // from 16 rows on, where the time scrolls if one is nil

	marked bool // a word has a mark above a capital
}

// newWordsFace returns nil if the words of some time do not fit, such as on 8
// columns.
func newWordsFace(env kit.Env, o Options) *wordsFace {
	set, size := env.Fonts, env.Size
	if size.Y < set.Small.Cap()+1 {
		return nil
	}
	words := kit.LanguageOf(o.Language)
	f := &wordsFace{size: size, faces: textFaces(set, size.Y)}
	for _, text := range slices.Concat(words.Steps[:], words.Hours[:]) {
		f.marked = f.marked ||
			strings.ContainsFunc(text, func(r rune) bool { return r > '~' && unicode.Is(unicode.Latin, r) })
		for w := range strings.FieldsSeq(text) {
			if _, ok := breakWords(set.Small, []word{{text: w}}, size.X); !ok {
				return nil
			}
		}
	}
	if f.grid = typeset.NewGrid(set, size); f.grid.Low() {
		f.grid = nil
		return f
	}
	for _, once := range []bool{true, false} { // on one page, else on several
		for rows := size.Y / 2; rows >= 5 && f.one == nil; rows-- {
			if face := set.Letters(rows); face.Cap() == rows && f.holds(face, words, once) {
				f.one = face
			}
		}
	}
	if f.one != nil && f.one.Cap() < 10 && f.tall() { // a long word of the minutes makes these small, but not the hour
		f.hour = f.raised(set, words)
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
	characters := lettered(words) != words
	// characters are higher than small letters; doubled, they are two rows higher than letters of 20 rows
	higher := 0
	if f.grid != nil && f.grid.Characters(5) {
		higher = 2
	}
	bad := func(w word) bool {
		top, bottom := face.Body(w.text)
		return !face.Draws(w.text) || bottom-top > face.Cap()+higher
	}
	for all := range sentences(words) {
		for j := range all {
			all[j].text = strings.ReplaceAll(all[j].text, "|", "")
		}
		lines, ok := breakWords(face, all, f.size.X-2)
		if !ok || len(lines) > each || characters && slices.ContainsFunc(all, bad) {
			return false
		}
	}
	return true
}

// each returns how many lines of a face a page holds.
func (f *wordsFace) each(face *fonts.Face) int {
	return (f.room(face) + f.gap(face)) / (face.Cap() + f.gap(face))
}

// room returns the rows that lines of a face may take.
func (f *wordsFace) room(face *fonts.Face) int {
	rows := f.size.Y
	if f.grid != nil {
		rows -= 3 + dotSide(face) // margins, and the dots
	}
	if f.gap(face) > lineGap(face) { // the first line has marks, too
		rows -= face.Ascent() - face.Cap()
	}
	return rows
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

// pages implements drawer: as few as possible, and then in letters as large as possible.
func (f *wordsFace) pages(m *Reading) (best []page) {
	if f.one != nil {
		each := f.each(f.one)
		lines, _ := breakWords(f.one, sentence(m), f.size.X-2)
		if f.tall() && (f.hour != nil || len(lines) <= each) {
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

// over implements mover: the time that scrolls.
func (f *wordsFace) over(m *Reading) []render.Layer {
	if f.one != nil || f.grid == nil {
		return nil
	}
	p, face := f.grid.NewPage(), f.faces[0]
	for _, face = range f.faces { // with rows free above and below
		if max(face.Cap()+6, face.Cap()*3/2) <= f.size.Y {
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
	scrolls := &render.Marquee{Image: line, Width: f.size.X, Speed: render.DefaultSpeed * float64(face.Cap()) / 7,
		Gap: 2 * face.Cap()}
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
			p.dots(m.Local.Minute()%5, dotSide(face), kit.Shade(m.Ink, 2))
		}
		y, gap := topOf(face, n, room), f.gap(cmp.Or(f.hour, face))
		if f.one != nil { // in the middle, with the dots and without, as airy as there is room
			rows := f.rows(lines[:n], face)
			gap = max(gap, min(face.Cap(), (room-rows)/(n+1)))
			y = max((room-rows-(n-1)*gap+1)/2, 1)
		}
		for _, line := range lines[:n] {
			letters := f.of(line, face)
			spans, wide := m.spans(line, letters)
			p.text(letters, (f.size.X-wide)/2, y, spans...)
			if letters != face {
				p.as(typeset.Head)
			}
			y += letters.Cap() + gap
		}
		all, lines = append(all, p), lines[n:]
	}
	return all
}

// dotSide returns the side of a dot below words in a face: at most 4, so that the words are in the middle with dots
// and without.
func dotSide(face *fonts.Face) int { return min(max(1, face.Cap()/7), 4) }

// dots draws n dots in the last row.
func (p *page) dots(n, side int, ink color.RGBA) {
	size := p.Rect.Size()
	left := (size.X - (2*n-1)*side) / 2
	for i := range n {
		p.fill(image.Rect(left+2*i*side, size.Y-side, left+(2*i+1)*side, size.Y), ink)
	}
}
