// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// key names a glyph in a book: a character in its lowest bits, above it the
// second mark of a stack of two, above that the form. A number makes the map
// faster.
type key uint64

func single(r rune) key { return key(r) }

func stacked(r, on rune) key { return key(r) | key(on)<<21 }

func (k key) as(f form) key { return k | key(f)<<42 }

func (k key) character() rune { return rune(k & (1<<21 - 1)) }

// form is a variant of a glyph.
type form byte

// parseKey reads A, U+0041, U+0302+0301 (a stack of two marks), each with an
// optional form: A.short, U+0302.even.
func parseKey(s string) (key, error) {
	name, suffix, ok := strings.Cut(s, ".")
	if !ok || name == "" || suffix == "" { // the dot itself
		return parseName(s)
	}
	f, ok := forms[suffix]
	if !ok {
		return 0, fmt.Errorf("%s: no form is called %q", s, suffix)
	}
	k, err := parseName(name)
	return k.as(f), err
}

func parseName(s string) (key, error) {
	if utf8.RuneCountInString(s) == 1 {
		r, _ := utf8.DecodeRuneInString(s)
		return single(r), nil
	}
	hex, ok := strings.CutPrefix(s, "U+")
	if !ok {
		return 0, fmt.Errorf("%q is neither one character nor U+ and its number", s)
	}
	first, second, two := strings.Cut(hex, "+")
	r, err := parseHex(first)
	if err != nil || !two {
		return single(r), err
	}
	on, err := parseHex(second)
	return stacked(r, on), err
}

func parseHex(s string) (rune, error) {
	n, err := strconv.ParseUint(s, 16, 32)
	if err != nil || n > utf8.MaxRune {
		return 0, fmt.Errorf("%q is not the number of a character", s)
	}
	return rune(n), nil
}

// lift is how many rows above the capitals of 7 rows a panel of 24 rows and more has for
// marks: two for the mark, and a dark one.
const lift = 3

// raised returns Normal's letters for panels with rows above them: a capital keeps its rows,
// and each mark stands above its letter, as in the tall family.
func raised() *book {
	low := load(&book{ascent: 7, descent: 1, cap: 7}, "normal", "shared")
	b := load(&book{ascent: low.ascent + lift, descent: low.descent, cap: low.cap, floats: true, lift: lift}, "7")
	for k, g := range low.glyphs {
		if _, own := b.glyphs[k]; own || k.isBody() {
			continue
		}
		down := lift
		if from, to := g.inkRows(); k.isMark() && from < low.ascent { // above: it stands on the dark row
			down = lift - 1 - to
		}
		b.glyphs[k] = g.lower(down, lift)
	}
	for r, dotless := range map[rune]rune{'i': 'ı', 'j': 'ȷ', 'і': 'ı', 'ј': 'ȷ'} {
		b.glyphs[single(r).as(short)] = b.glyphs[single(dotless)]
	}
	return b
}

// isBody reports whether k is the form of a letter that makes room for a mark.
func (k key) isBody() bool {
	return k == single(k.character()).as(short) || k == single(k.character()).as(low)
}

// isMark reports whether k is a combining mark, or two.
func (k key) isMark() bool { return place(k.character()) != 0 }

// lower returns g with rows more above, and its picture so many rows lower.
func (g *glyph) lower(down, rows int) *glyph {
	out := *g
	out.top, out.rows = g.top+rows, make([]uint32, len(g.rows)+rows)
	for y, row := range g.rows {
		if row != 0 {
			out.rows[y+down] = row
		}
	}
	return &out
}
