// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// plain returns the text of spans without their colours.
func plain(spans []fonts.Span) string {
	var text strings.Builder
	for _, s := range spans {
		text.WriteString(s.Text)
	}
	return text.String()
}

// paragraphs splits spans at line ends, ignoring line ends at both ends of the text,
// which a shell or a template has left there. It returns at least one.
func paragraphs(spans []fonts.Span) [][]fonts.Span {
	all := split(spans)
	for len(all) > 1 && trim(all[0]) == nil {
		all = all[1:]
	}
	for len(all) > 1 && trim(all[len(all)-1]) == nil {
		all = all[:len(all)-1]
	}
	return all
}

// split splits spans at every line end.
func split(spans []fonts.Span) [][]fonts.Span {
	all := [][]fonts.Span{nil}
	for _, s := range spans {
		for i, part := range strings.Split(strings.ReplaceAll(s.Text, "\r\n", "\n"), "\n") {
			if i > 0 {
				all = append(all, nil)
			}
			if part != "" {
				last := &all[len(all)-1]
				*last = append(*last, fonts.Span{Text: part, Color: s.Color})
			}
		}
	}
	return all
}

// breakAll breaks each paragraph into lines; nil if that makes more than n lines.
func breakAll(face *fonts.Face, paragraphs [][]fonts.Span, width, n int) (lines [][]fonts.Span) {
	for _, p := range paragraphs {
		broken := breakLines(face, p, width, n-len(lines))
		if broken == nil {
			return nil
		}
		lines = append(lines, broken...)
	}
	return lines
}

// evened returns a paragraph in as many lines, which have about one width where a script is
// written without spaces: one character alone would be overlooked on the last.
func evened(face *fonts.Face, paragraphs [][]fonts.Span, width int, lines [][]fonts.Span) (even [][]fonts.Span) {
	if len(paragraphs) > 1 || len(lines) < 2 || !slices.ContainsFunc(lines, characters) {
		return lines
	}
	rest := typeset.Joined(words(paragraphs[0]))
	for left := len(lines); left > 0; left-- {
		share := face.Width(plain(slices.Concat(rest...))) / left
		n := 1
		for n < len(rest) && face.Width(plain(slices.Concat(rest[:n]...))) < share {
			n++
		}
		line := trim(slices.Concat(rest[:n]...))
		if even, rest = append(even, line), rest[n:]; face.Width(plain(line)) > width || len(rest) < left-1 {
			return lines
		}
	}
	return even
}

// characters reports whether a line has a script that is written without spaces.
func characters(line []fonts.Span) bool { return strings.ContainsFunc(plain(line), spaceless) }

// breakLines breaks spans between words into at most n lines of the given
// width; nil if that is impossible.
func breakLines(face *fonts.Face, spans []fonts.Span, width, n int) (lines [][]fonts.Span) {
	var line []fonts.Span
	for _, word := range typeset.Joined(words(spans)) {
		longer := append(line[:len(line):len(line)], word...)
		switch {
		case face.Width(plain(trim(longer))) <= width:
			line = longer
		case line == nil || face.Width(plain(trim(word))) > width:
			return nil
		default:
			lines, line = append(lines, trim(line)), word
		}
	}
	if lines = append(lines, trim(line)); len(lines) > n {
		return nil
	}
	return lines
}

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
			open = to == len(s.Text) && !unicode.IsSpace(last) && !spaceless(last)
		}
	}
	return words
}

// wordEnd returns where the first word of text ends, including the space after it.
func wordEnd(text string) int {
	var before rune
	for i, r := range text {
		hangs := unicode.IsSpace(r) || unicode.In(r, unicode.P, unicode.M) // belongs to the character before it
		if i > 0 && (spaceless(r) || unicode.IsSpace(before) && !unicode.IsSpace(r) || spaceless(before) && !hangs) {
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

// trim removes the spaces at the end of a line.
func trim(line []fonts.Span) []fonts.Span {
	for n := len(line); n > 0; n-- {
		last := line[n-1]
		if last.Text = strings.TrimRightFunc(last.Text, unicode.IsSpace); last.Text != "" {
			return append(line[:n-1:n-1], last)
		}
	}
	return nil
}
