// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"image"
	"image/color"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/fonts"
)

// wordsFace shows the time in words, in steps of five minutes; dots below are the
// remaining minutes. Words that do not fit at once show in turn on several pages.
type wordsFace struct {
	size  image.Point
	faces []*fonts.Face // the largest first
	one   *fonts.Face   // in which every time fits on one page, no word broken; nil = none
}

// newWordsFace returns nil if the words of some time do not fit, such as on 8
// columns.
func newWordsFace(set *fonts.Set, size image.Point, cfg Config) *wordsFace {
	if size.Y < set.Small.Cap()+1 {
		return nil
	}
	words := kit.LanguageOf(cfg.Language)
	for _, text := range slices.Concat(words.Steps[:], words.Hours[:]) {
		for w := range strings.FieldsSeq(text) {
			if _, ok := breakWords(set.Small, []word{{text: w}}, size.X); !ok {
				return nil
			}
		}
	}
	f := &wordsFace{size: size, faces: textFaces(set, size.Y)}
	for rows := size.Y / 2; rows >= 5 && f.one == nil && size.Y >= 16; rows-- {
		if face := set.Letters(rows); face.Cap() == rows && f.holds(face, words) {
			f.one = face
		}
	}
	return f
}

// margin is the number of dark columns at each side.
func (f *wordsFace) margin() int {
	if f.one != nil {
		return 1
	}
	return 0
}

// holds reports whether every time fits on one page in a face.
func (f *wordsFace) holds(face *fonts.Face, words *kit.Language) bool {
	each := f.each(face)
	for i := range 144 {
		at := time.Date(2000, 1, 1, i/12, i%12*5, 0, 0, time.UTC)
		all := sentence(&reading{local: at, words: words})
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
	return (rows + lineGap(face)) / (face.Cap() + lineGap(face))
}

// step implements face.
func (f *wordsFace) step() time.Duration { return time.Minute }

// word is a word of the time, or the rest of one.
type word struct {
	text string // with bars where it may be broken
	hour bool   // it names the hour
}

// sentence is the time in words.
func sentence(m *reading) (all []word) {
	for _, s := range strings.Fields(m.words.Steps[m.local.Minute()/5]) {
		switch s {
		case "h", "n":
			later := map[string]int{"h": 0, "n": 1}[s]
			for _, h := range strings.Fields(m.words.Hour(m.local, later)) {
				all = append(all, word{h, true})
			}
		default:
			all = append(all, word{text: s})
		}
	}
	return all
}

// pages implements face: as few as possible, and then in letters as large as possible.
func (f *wordsFace) pages(m *reading) (best []page) {
	if f.one != nil {
		lines, _ := breakWords(f.one, sentence(m), f.size.X-2*f.margin())
		return f.draw(f.one, lines, len(lines), m)
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

// draw draws lines on pages, each lines per page.
func (f *wordsFace) draw(face *fonts.Face, lines [][]word, each int, m *reading) (all []page) {
	for len(lines) > 0 {
		n := min(each, len(lines))
		p, room := newPage(f.size), f.size.Y
		if blockRows(face, n)+2 <= room {
			room -= 2
			p.dots(m.local.Minute()%5, max(1, face.Cap()/7), kit.Shade(m.ink, 2))
		}
		y := topOf(face, n, room)
		for _, line := range lines[:n] {
			spans, wide := m.spans(line, face)
			p.text(face, (f.size.X-wide)/2, y, spans...)
			y += face.Cap() + lineGap(face)
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
func (m *reading) spans(line []word, face *fonts.Face) (spans []fonts.Span, wide int) {
	text := ""
	for i, w := range line {
		ink := m.ink
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
