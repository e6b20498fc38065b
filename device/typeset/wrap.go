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
	var line []fonts.Span
	all := joined(words(spans))
	for _, word := range all {
		longer := append(line[:len(line):len(line)], word...)
		switch {
		case face.Width(text(trim(longer))) <= width:
			line = longer
		case line == nil || face.Width(text(trim(word))) > width:
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

// evened returns words in as many lines, which have about one width if a line has a script
// that is written without spaces.
func evened(face *fonts.Face, words [][]fonts.Span, width int, lines [][]fonts.Span) (even [][]fonts.Span) {
	if len(lines) < 2 || !slices.ContainsFunc(lines, characters) {
		return lines
	}
	for left := len(lines); left > 0; left-- {
		share := face.Width(text(slices.Concat(words...))) / left
		n := 1
		for n < len(words) && face.Width(text(slices.Concat(words[:n]...))) < share {
			n++
		}
		if left > 1 && n == 2 && characters(words[1]) && !characters(words[0]) { // a character alone behind a name
			n = 1
		}
		line := trim(slices.Concat(words[:n]...))
		if even, words = append(even, line), words[n:]; face.Width(text(line)) > width || len(words) < left-1 {
			return lines
		}
	}
	return even
}

// characters reports whether a line has a script that is written without spaces.
func characters(line []fonts.Span) bool { return strings.ContainsFunc(text(line), spaceless) }

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

// joined returns words in which a number and the unit behind it, or the abbreviation before it, are one.
func joined(words [][]fonts.Span) [][]fonts.Span {
	for i := len(words) - 1; i > 0; i-- {
		a, b := text(words[i-1]), text(words[i])
		if number(a) && unit(b) || (money(a) || abbreviation(a)) && number(b) {
			words[i-1] = append(words[i-1][:len(words[i-1]):len(words[i-1])], words[i]...)
			words = append(words[:i], words[i+1:]...)
		}
	}
	return words
}

// number reports whether a word is of digits.
func number(word string) bool {
	word = strings.TrimSpace(word)
	return word != "" && strings.Trim(word, "0123456789.,-+–↑↓") == ""
}

// unit reports whether a word may be a unit: a few signs without a digit.
func unit(word string) bool {
	word = strings.TrimSpace(word)
	return word != "" && len([]rune(word)) <= 4 && !strings.ContainsAny(word, "0123456789")
}

// money reports whether a word is the sign of a currency.
func money(word string) bool {
	r := []rune(strings.TrimSpace(word))
	return len(r) == 1 && unicode.Is(unicode.Sc, r[0])
}

// currency reports whether a word has the sign of a currency, as in R$, or may be its code (ISO 4217).
func currency(word string) bool {
	other := func(r rune) bool { return r < 'A' || r > 'Z' }
	sign := func(r rune) bool { return unicode.Is(unicode.Sc, r) }
	return len([]rune(word)) <= 3 && (strings.ContainsFunc(word, sign) || len(word) == 3 && !strings.ContainsFunc(word, other))
}

// abbreviation reports whether a word is a short one with a full stop, such as "No.".
func abbreviation(word string) bool {
	word = strings.TrimSpace(word)
	return strings.HasSuffix(word, ".") && len([]rune(word)) <= 5 && !number(word)
}

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
