// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
)

// RightToLeft reports whether a paragraph of text runs from right to left: its
// first strong character outside isolates does (UAX #9, rules P2 and P3), as
// Line decides it. Lines that are broken out of one paragraph are laid out in
// its direction by Face.LineIn.
func RightToLeft(text string) bool {
	return baseRTL([]rune(text[:min(len(text), maxRunes*utf8.UTFMax)]))
}

// anyRTL reports whether text may have characters that run from right to
// left. Most text has none and needs no further look.
func anyRTL(text []rune) bool {
	for _, r := range text {
		if r < 0x590 {
			continue
		}
		switch class(r) {
		case bidi.R, bidi.AL, bidi.AN, bidi.RLO, bidi.RLE, bidi.RLI:
			return true
		}
	}
	return false
}

func class(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	return p.Class()
}

// order brings clusters of text into the order in which they are seen, from
// left to right, in a paragraph that runs from right to left or not.
func order(text []rune, cs []cluster, rtl bool) {
	if !rtl && !anyRTL(text) {
		return
	}
	levels := levels(text, rtl)
	for i := range cs {
		cs[i].level = levels[cs[i].from]
	}
	reorder(cs)
}

// baseRTL finds the first strong character outside isolates (rules P2, P3).
func baseRTL(text []rune) bool {
	depth := 0
	for _, r := range text {
		switch c := class(r); {
		case c == bidi.LRI || c == bidi.RLI || c == bidi.FSI:
			depth++
		case c == bidi.PDI:
			depth = max(0, depth-1)
		case depth > 0:
		case c == bidi.L:
			return false
		case c == bidi.R || c == bidi.AL:
			return true
		}
	}
	return false
}

// reorder reverses the runs from right to left (rule L2).
func reorder(cs []cluster) {
	top := 0
	for _, c := range cs {
		top = max(top, c.level)
	}
	for level := top; level > 0; level-- {
		for i := 0; i < len(cs); i++ {
			from := i
			for i < len(cs) && cs[i].level >= level {
				i++
			}
			slices.Reverse(cs[from:i])
		}
	}
}

// mirrored holds the characters that are mirrored in right-to-left text (rule
// L4; BidiMirroring.txt), as far as the faces draw them.
var mirrored = func() map[rune]rune {
	m := map[rune]rune{}
	const pairs = "()[]{}<>«»‹›≤≥⟨⟩⟦⟧⌈⌉⌊⌋≪≫∈∋⊂⊃⊆⊇"
	rs := []rune(pairs)
	for i := 0; i < len(rs); i += 2 {
		m[rs[i]], m[rs[i+1]] = rs[i+1], rs[i]
	}
	return m
}()
