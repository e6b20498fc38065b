// SPDX-License-Identifier: Apache-2.0

package face

import (
	"unicode/utf8"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/fonts"
)

// The face words on panels that are not wide: a word a line, with a larger hour where a long word of the
// minutes makes all others small.

// tall reports whether a line is one word, which fills a panel that is not wide.
func (f *wordsFace) tall() bool { return f.size.X < 2*f.size.Y }

// raised returns the largest letters, up to twice the others, in which every time has room for its hour; nil = none.
func (f *wordsFace) raised(set *fonts.Set, words *kit.Language) *fonts.Face {
	for rows := 2 * f.one.Cap(); rows > f.one.Cap(); rows-- {
		larger := *f
		if larger.hour = set.Letters(rows); larger.hour.Cap() == rows && larger.fits(words) {
			return larger.hour
		}
	}
	return nil
}

// fits reports whether every time fits on one page, a word a line.
func (f *wordsFace) fits(words *kit.Language) bool {
	for all := range sentences(words) {
		lines := f.stacked(all, nil, f.size.Y)
		for _, line := range lines {
			if _, wide := new(Reading).spans(line, f.of(line, f.one)); wide > f.size.X-2 {
				return false
			}
		}
		if f.rows(lines, f.one)+(len(lines)-1)*f.gap(f.hour) > f.room(f.hour) {
			return false
		}
	}
	return true
}

// of returns the letters of a line.
func (f *wordsFace) of(line []word, face *fonts.Face) *fonts.Face {
	if f.hour != nil && line[0].hour {
		return f.hour
	}
	return face
}

// rows returns the rows of all capitals of lines.
func (f *wordsFace) rows(lines [][]word, face *fonts.Face) (all int) {
	for _, line := range lines {
		all += f.of(line, face).Cap()
	}
	return all
}

// stacked returns a line for each word; a word of two letters stands before the next of its size. lines
// stay where these would be more than each.
func (f *wordsFace) stacked(words []word, lines [][]word, each int) [][]word {
	stack := filled(words, func(longer []word) bool {
		_, wide := new(Reading).spans(longer, f.one)
		before, w := longer[len(longer)-2], longer[len(longer)-1]
		alike := f.hour == nil || longer[0].hour == w.hour
		return utf8.RuneCountInString(before.text) <= 2 && alike && wide <= f.size.X-2
	})
	if len(stack) > each {
		return lines
	}
	return stack
}
