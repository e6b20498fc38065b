// SPDX-License-Identifier: Apache-2.0

package face

import (
	"cmp"
	"image"
	"image/color"
	"slices"
	"strings"
	"unicode"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// wordsFace shows the time in words, in steps of five minutes; dots below are the
// remaining minutes. Words that do not fit at once show in turn on several pages; the time scrolls where a word would
// be broken.
type wordsFace struct {
	size  image.Point
	faces []*fonts.Face // the largest first; of one line those that have room for all words in it
	one   *fonts.Face   // from 16 rows on: in which every time is drawn, no word broken; nil = the time scrolls
	hour  *fonts.Face   // of the hour on tall panels where one is small; nil = one, too
	grid  *typeset.Grid

	marked bool // a word has a mark above a capital
}

// newWordsFace returns nil if the words of some time do not fit on a narrow panel, such as on 8
// columns.
func newWordsFace(env kit.Env, o Options) *wordsFace {
	set, size := env.Fonts, env.Size
	if size.Y < set.Small.Cap()+1 {
		return nil
	}
	words := kit.LanguageOf(o.Language)
	all := strings.Fields(strings.Join(slices.Concat(words.Steps[:], words.Hours[:]), " "))
	f := &wordsFace{size: size, faces: textFaces(set, size.Y), grid: typeset.NewGrid(set, size)}
	f.marked = strings.ContainsFunc(strings.Join(all, ""), func(r rune) bool { return r > '~' && unicode.Is(unicode.Latin, r) })
	if f.grid.Low() {
		f.faces = slices.DeleteFunc(f.faces, func(face *fonts.Face) bool { return !inLine(face, all, size.Y) })
		for all := range sentences(words) {
			if _, ok := f.broken(set.Small, all); f.grid.Slim() && !ok {
				return nil
			}
		}
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

// inLine reports whether a line of so many rows holds all of words in a face, with their marks.
func inLine(face *fonts.Face, words []string, rows int) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		top, bottom := face.Body(w)
		first, _ := face.Ink(w)
		return !face.Draws(w) || bottom-top > face.Cap() || top-first > topOf(face, 1, rows)
	})
}

// broken fills the lines of a panel with one line: on one too narrow for words each Han character is a word.
func (f *wordsFace) broken(face *fonts.Face, all []word) (lines [][]word, ok bool) {
	var apart []word
	for _, w := range all {
		if !f.grid.Slim() || !han(w.text) {
			apart = append(apart, w)
			continue
		}
		for _, r := range w.text {
			apart = append(apart, word{string(r), w.hour})
		}
	}
	return breakWords(face, apart, f.size.X)
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
	if f.grid.Characters(5) {
		higher = 2
	}
	bad := func(w word) bool {
		top, bottom := face.Body(w.text)
		return !face.Draws(w.text) || bottom-top > face.Cap()+higher
	}
	for all := range sentences(words) {
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
	rows := f.size.Y - 3 - dotSide(face) // margins, and the dots
	if f.gap(face) > lineGap(face) {     // the first line has marks, too
		rows -= face.Ascent() - face.Cap()
	}
	return rows
}

// gap returns the least space between two lines: from 16 rows on with room for the dots of an Ö,
// below 10 rows of a capital in languages that have one.
func (f *wordsFace) gap(face *fonts.Face) int {
	switch {
	case !f.grid.Low() && face.Cap() >= 10 && f.marked:
		return face.Cap() * 2 / 5
	case !f.grid.Low() && face.Cap() >= 7 && f.marked:
		return max(lineGap(face), face.Ascent()-face.Cap())
	}
	return lineGap(face)
}

// pages implements drawer: of one line as few as possible, and then in letters as large as possible.
func (f *wordsFace) pages(m *Reading) (best []page) {
	if f.one != nil {
		each := f.each(f.one)
		lines, _ := breakWords(f.one, sentence(m), f.size.X-2)
		if f.tall() && (f.hour != nil || len(lines) <= each) {
			lines = f.stacked(sentence(m), lines, each)
		}
		return f.draw(f.one, lines, each, m)
	}
	if best = f.turns(m); best == nil { // over scrolls
		p := newPage(f.size)
		if f.grid.Reading()+2 <= f.size.Y {
			p.dots(m.Local.Minute()%5, 1, kit.Shade(m.Ink, 2))
		}
		best = []page{p}
	}
	return best
}

// turns returns the pages of a panel with one line; nil on others, and if a word has no room.
func (f *wordsFace) turns(m *Reading) (best []page) {
	if !f.grid.Low() {
		return nil
	}
	for _, face := range f.faces {
		lines, ok := f.broken(face, sentence(m))
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
	if f.one != nil || f.turns(m) != nil {
		return nil
	}
	spans, _ := m.spans(sentence(m), f.faces[0])
	p, face := f.grid.NewPage(), f.grid.Face(f.grid.Reading(), fonts.Plain(spans))
	line := face.Line(spans).Image
	ink, high := typeset.Ink(line), face.Ascent()-face.Cap()
	line = typeset.Cropped(line, image.Rect(0, ink.Min.Y, line.Rect.Dx(), ink.Max.Y))
	top := max(0, min((f.size.Y-face.Cap()+1)/2-high+ink.Min.Y, f.size.Y-ink.Dy()))
	scrolls := &render.Marquee{Image: line, Width: f.size.X, Speed: render.DefaultSpeed * float64(face.Cap()) / 7,
		Gap: max(8, face.Cap())}
	p.Put(typeset.Value, scrolls, image.Pt(0, top))
	item := &p.Items[0]
	item.Text, item.Scrolls, item.Rows = fonts.Plain(spans), true, face.Cap()
	item.Body.Min.Y = top + high - ink.Min.Y
	item.Body.Max.Y = item.Body.Min.Y + face.Cap()
	return []render.Layer{{Widget: goesOn(p, m)}}
}

// draw draws lines on pages, each lines per page.
func (f *wordsFace) draw(face *fonts.Face, lines [][]word, each int, m *Reading) (all []page) {
	for len(lines) > 0 {
		n := min(each, len(lines))
		p, room := newPage(f.size), f.size.Y
		if blockRows(face, n)+2 <= room && (f.one != nil || f.marks(lines[0], face) <= topOf(face, n, room-2)) {
			room -= 2
			p.dots(m.Local.Minute()%5, dotSide(face), kit.Shade(m.Ink, 2))
		}
		y, gap := topOf(face, n, room), f.gap(cmp.Or(f.hour, face))
		if f.one != nil { // in the middle, with the dots and without, as airy as there is room
			rows := f.rows(lines[:n], face)
			gap = max(gap, min(face.Cap(), (room-rows)/(n+1)))
			free, marks := room-rows-(n-1)*gap, f.marks(lines[0], f.of(lines[0], face))
			if y = (free + 1) / 2; y <= marks { // by the ink, where marks would be in the margin
				y = marks + max((free-marks)/2, 1)
			}
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

// marks returns the rows of ink above the capitals of a line.
func (f *wordsFace) marks(line []word, letters *fonts.Face) (rows int) {
	for _, w := range line {
		top, _ := letters.Ink(w.text)
		rows = max(rows, letters.Ascent()-letters.Cap()-top)
	}
	return rows
}

// dotSide returns the side of a dot below words in a face: at most 3, so that the words are in the middle with dots
// and without.
func dotSide(face *fonts.Face) int { return min(max(1, face.Cap()/7), 3) }

// dots draws n dots in the last row.
func (p *page) dots(n, side int, ink color.RGBA) {
	size := p.Rect.Size()
	left := (size.X - (2*n-1)*side) / 2
	for i := range n {
		p.fill(image.Rect(left+2*i*side, size.Y-side, left+(2*i+1)*side, size.Y), ink)
	}
}
