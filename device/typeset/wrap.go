// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ledpost/ledpost/fonts"
)

// Broken returns spans in at most n lines of that width, pixels; nil if that is impossible. A line ends between
// words, and around the characters of scripts written without spaces; a number stays with its unit and
// with the abbreviation before it.
// Lines of such characters have about one width: one alone would be overlooked on the last.
func Broken(face *fonts.Face, spans []fonts.Span, width, n int) (lines [][]fonts.Span) {
	if endless(face, fonts.Plain(spans), width, n) {
		return nil
	}
	var line []fonts.Span
	all := joined(words(spans))
	for _, word := range all {
		longer := append(line[:len(line):len(line)], word...)
		switch {
		case face.Width(fonts.Plain(trim(longer))) <= width:
			line = longer
		case line == nil || face.Width(fonts.Plain(trim(word))) > width:
			return nil
		case len(lines)+1 >= n: // and another line follows
			return nil
		default:
			lines, line = append(lines, trim(line)), word
		}
	}
	if lines = append(lines, trim(line)); len(lines) > n {
		return nil
	}
	return evened(face, all, width, lines)
}

// endless reports whether words are longer than n lines of that width, so that nothing need be split to know it. The
// spaces do not count, as a line loses those at its end, and each line has the columns of a letter more: the gap
// to the next line's first letter is in none of them. A text of fewer bytes than a quarter of the columns is split
// as fast, and of a long one the characters that more than fill the lines suffice.
func endless(face *fonts.Face, words string, width, n int) bool {
	if len(words) <= n*width/4 {
		return false
	}
	var b strings.Builder
	most, left := n*(width+face.Cap()), n*(width+face.Cap())
	for _, r := range words {
		if left == 0 {
			break
		}
		if !breaks(r) {
			b.WriteRune(r)
			left--
		}
	}
	return face.Width(b.String()) > most
}

// evened returns words in as many lines, which have about one width if a line has a script
// that is written without spaces.
func evened(face *fonts.Face, words [][]fonts.Span, width int, lines [][]fonts.Span) (even [][]fonts.Span) {
	if len(lines) < 2 || !slices.ContainsFunc(lines, characters) {
		return lines
	}
	for left := len(lines); left > 0; left-- {
		share := face.Width(fonts.Plain(slices.Concat(words...))) / left
		n := 1
		for n < len(words) && face.Width(fonts.Plain(slices.Concat(words[:n]...))) < share {
			n++
		}
		if left > 1 && n == 2 && characters(words[1]) && !characters(words[0]) { // a character alone behind a name
			n = 1
		}
		line := trim(slices.Concat(words[:n]...))
		if even, words = append(even, line), words[n:]; face.Width(fonts.Plain(line)) > width || len(words) < left-1 {
			return lines
		}
	}
	return even
}

// characters reports whether a line has a script that is written without spaces.
func characters(line []fonts.Span) bool { return strings.ContainsFunc(fonts.Plain(line), spaceless) }

// words splits spans where a line may be broken: after spaces, and around the
// characters of scripts written without spaces. A word may consist of several spans.
func words(spans []fonts.Span) (words [][]fonts.Span) {
	open := false // the last word continues
	for _, s := range spans {
		for from, to := 0, 0; from < len(s.Text); from = to {
			to = from + wordEnd(s.Text[from:])
			piece := fonts.Span{Text: s.Text[from:to], Color: s.Color}
			if open {
				words[len(words)-1] = append(words[len(words)-1], piece)
			} else {
				words = append(words, []fonts.Span{piece})
			}
			last, _ := utf8.DecodeLastRuneInString(piece.Text)
			open = to == len(s.Text) && !breaks(last) && !spaceless(last)
		}
	}
	return words
}

// wordEnd returns where the first word of text ends, including the space after it.
func wordEnd(text string) int {
	var before rune
	for i, r := range text {
		hangs := glues(r) || breaks(r) || unicode.In(r, unicode.P, unicode.M) // belongs to the character before it
		if i > 0 && (spaceless(r) && !glues(before) || breaks(before) && !breaks(r) || spaceless(before) && !hangs) {
			return i
		}
		before = r
	}
	return len(text)
}

// spaceless reports whether r is of a script that is written without spaces.
func spaceless(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// breaks reports whether r is a space at which a line may be broken. U+00A0, U+202F and U+2007 are none.
func breaks(r rune) bool { return unicode.IsSpace(r) && !glues(r) }

// glues reports whether r keeps the characters around it in one line (class GL of UAX #14, and U+2060).
func glues(r rune) bool { return r == '\u00a0' || r == '\u2007' || r == '\u202f' || r == '\u2060' }

// trim returns line without spaces at its end.
func trim(line []fonts.Span) []fonts.Span {
	for n := len(line); n > 0; n-- {
		last := line[n-1]
		if last.Text = strings.TrimRightFunc(last.Text, unicode.IsSpace); last.Text != "" {
			return append(line[:n-1:n-1], last)
		}
	}
	return line[:0]
}
