// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"slices"
	"sync"

	"golang.org/x/text/unicode/norm"
)

// Letters of the Arabic script join their neighbours. For each form of a letter Unicode has a character (Arabic
// Presentation Forms), which is what the face draws. The rules are those of the Unicode Standard, section 9.2.

// The forms of a letter, by their order from its isolated form on.
const (
	isolated = iota
	final    // joins the letter before it
	initial  // joins the letter behind it
	medial   // joins both
)

// letter is a letter's isolated form, and how many forms it has: 4; 2 for one that does not join the letter behind it;
// 1 for one that joins none.
type letter struct {
	isolated rune
	forms    int
}

// tatweel is a stroke that joins both neighbours and has one form.
const tatweel = '\u0640'

// arabic has the letters that have forms. Persian ک and ی are drawn by the forms of the Arabic letters.
var arabic = func() map[rune]letter {
	all := map[rune]letter{}
	next := rune(0xFE80)
	for _, part := range []struct {
		from, to rune
		forms    int
	}{
		{'ء', 'ء', 1}, {'آ', 'إ', 2}, {'ئ', 'ئ', 4}, {'ا', 'ا', 2}, {'ب', 'ب', 4}, {'ة', 'ة', 2}, {'ت', 'خ', 4},
		{'د', 'ز', 2}, {'س', 'غ', 4}, {'ف', 'ه', 4}, {'و', 'ى', 2}, {'ي', 'ي', 4},
	} {
		for r := part.from; r <= part.to; r++ {
			all[r] = letter{next, part.forms}
			next += rune(part.forms)
		}
	}
	all['ک'], all['ی'] = all['ك'], all['ي']
	all['پ'], all['چ'], all['ژ'], all['گ'] = letter{0xFB56, 4}, letter{0xFB7A, 4}, letter{0xFB8A, 2}, letter{0xFB92, 4}
	return all
}()

// formOf tells the form that a character of Arabic Presentation Forms is.
var formOf = func() map[rune]int {
	all := map[rune]int{tatweel: medial}
	for _, l := range arabic {
		for i := range l.forms {
			all[l.isolated+rune(i)] = i
		}
	}
	for _, r := range lamAlef {
		all[r], all[r+1] = isolated, final
	}
	return all
}()

// lamAlef has the isolated forms of a lam with each alef, which are one character; the final form is behind it.
var lamAlef = map[rune]rune{'آ': 0xFEF5, 'أ': 0xFEF7, 'إ': 0xFEF9, 'ا': 0xFEFB}

// joined gives the Arabic letters of cs, which are in reading order, the forms that they have beside their neighbours.
func joined(text []rune, cs []cluster) []cluster {
	out := cs[:0]
	before := false // the character before joins the one behind it
	for i := 0; i < len(cs); i++ {
		c := cs[i]
		l, ok := arabic[c.base]
		if !ok {
			before = c.joins(text, c.base == tatweel)
			out = append(out, c)
			continue
		}
		if i+1 < len(cs) && c.base == 'ل' && c.joins(text, true) {
			if pair, ok := lamAlef[cs[i+1].base]; ok {
				c.to, c.marks = cs[i+1].to, append(c.marks, cs[i+1].marks...)
				c.marks = c.marks[:min(len(c.marks), maxMarks)]
				l = letter{pair, 2}
				i++
			}
		}
		form := isolated
		if before && l.forms > 1 {
			form = final
		}
		if before = c.joins(text, l.forms == 4); before && (i+1 < len(cs) && cs[i+1].joinsBefore() || c.holds(text, joiner)) {
			form += initial
		}
		c.base = l.isolated + rune(form)
		out = append(out, c)
	}
	return out
}

// Invisible characters that ask for a join, and that forbid one.
const joiner, nonJoiner = '\u200D', '\u200C'

// joins reports whether c joins the letter behind it, which it does by its kind or not.
func (c *cluster) joins(text []rune, byKind bool) bool {
	switch {
	case c.holds(text, nonJoiner):
		return false
	case arabic[c.base].forms == 0 && c.holds(text, joiner):
		return true
	}
	return byKind
}

// joinsBefore reports whether c joins the letter before it.
func (c *cluster) joinsBefore() bool { return arabic[c.base].forms > 1 || c.base == tatweel }

// holds reports whether r is among c's characters in text.
func (c *cluster) holds(text []rune, r rune) bool { return slices.Contains(text[c.from:c.to], r) }

// letterOf returns the letter of which r is a form, and other characters as they are.
func letterOf(r rune) rune {
	if _, ok := formOf[r]; !ok {
		return r
	}
	for _, plain := range norm.NFKC.String(string(r)) {
		return plain
	}
	return r
}

// forms12 has those forms that we draw, in cells as cjk has them.
var forms12 = sync.OnceValue(func() *book {
	b := load(&book{ascent: cjkBaseline, descent: cjkCellRows - cjkBaseline, cap: cjkBaseline}, "arabic")
	for k, g := range b.glyphs {
		g.trim(k.character())
	}
	return b
})
