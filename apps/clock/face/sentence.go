// SPDX-License-Identifier: Apache-2.0

package face

import (
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/fonts"
)

// word is a word of the time, or the rest of one.
type word struct {
	text string
	hour bool // it names the hour
}

// sentence is the time in words.
func sentence(m *Reading) (all []word) {
	for _, s := range strings.Fields(m.Words.Steps[m.Local.Minute()/5]) {
		later, hour := map[string]int{"h": 0, "n": 1}[s]
		if !hour {
			all = append(all, word{text: s})
			continue
		}
		for _, h := range strings.Fields(m.Words.HourWord(m.Local, later)) {
			all = append(all, word{h, true})
		}
	}
	return all
}

// sentences yields every time in words.
func sentences(words *kit.Language) iter.Seq[[]word] {
	return func(yield func([]word) bool) {
		for i := range 144 {
			at := time.Date(2000, 1, 1, i/12, i%12*5, 0, 0, time.UTC)
			if !yield(sentence(&Reading{Local: at, Words: words})) {
				return
			}
		}
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
	for _, w := range words {
		if face.Width(w.text) > columns {
			return nil, false
		}
	}
	return filled(words, func(longer []word) bool {
		_, wide := new(Reading).spans(longer, face)
		return wide <= columns
	}), true
}

// filled puts each word on the line of the word before if the longer line holds, or else on a new one.
func filled(words []word, holds func(longer []word) bool) (lines [][]word) {
	for _, w := range words {
		if last := len(lines) - 1; last >= 0 {
			if longer := append(slices.Clip(lines[last]), w); holds(longer) {
				lines[last] = longer
				continue
			}
		}
		lines = append(lines, []word{w})
	}
	return lines
}
