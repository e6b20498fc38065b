// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"slices"

	"golang.org/x/text/unicode/bidi"
)

// Bounds of the bidirectional algorithm (UAX #9, BD2 and BD16).
const (
	maxDepth    = 125 // levels of embedding
	maxBrackets = 63  // open at once
)

// resolver works out the embedding level of each character of one line, by UAX
// #9. This is done here because the library's Paragraph returns only the
// direction of runs, which does not say where numbers go, and leaves out rule
// N0 for brackets.
type resolver struct {
	text  []rune
	class []bidi.Class // as far as it is resolved
	first []bidi.Class // as Unicode has it
	level []int
	base  int
	match []int // of an isolate initiator its PDI; -1 for none
}

// levels returns the embedding level of each character of a paragraph that runs
// from right to left or not.
func levels(text []rune, rtl bool) []int {
	r := &resolver{text: text, level: make([]int, len(text))}
	if rtl {
		r.base = 1
	}
	for _, c := range text {
		r.class = append(r.class, class(c))
	}
	r.first = slices.Clone(r.class)
	r.matchIsolates()
	r.explicit()
	for _, s := range r.sequences() {
		s.weak()
		s.brackets()
		s.neutral()
		s.implicit()
	}
	r.trail()
	return r.level
}

func initiator(c bidi.Class) bool { return c == bidi.LRI || c == bidi.RLI || c == bidi.FSI }

// removed reports whether rule X9 removes characters of class c.
func removed(c bidi.Class) bool {
	switch c {
	case bidi.BN, bidi.LRE, bidi.RLE, bidi.LRO, bidi.RLO, bidi.PDF:
		return true
	}
	return false
}

// matchIsolates finds the end of each isolate (BD9).
func (r *resolver) matchIsolates() {
	r.match = make([]int, len(r.text))
	var open []int
	for i, c := range r.class {
		r.match[i] = -1
		switch {
		case initiator(c):
			open = append(open, i)
		case c == bidi.PDI && len(open) > 0:
			r.match[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
}

// status is an entry of the directional status stack.
type status struct {
	level    int
	override bidi.Class // L or R; ON for none
	isolate  bool
}

// explicit applies the rules X1 to X8.
func (r *resolver) explicit() {
	stack := []status{{level: r.base, override: bidi.ON}}
	isolates, embeddings, valid := 0, 0, 0 // what overflows, and the isolates that do not
	put := func(i int) {
		top := stack[len(stack)-1]
		r.level[i] = top.level
		if top.override != bidi.ON {
			r.class[i] = top.override
		}
	}
	for i, c := range r.first {
		switch c {
		case bidi.RLE, bidi.LRE, bidi.RLO, bidi.LRO:
			next, ok := deeper(stack, c)
			if ok && isolates == 0 && embeddings == 0 {
				stack = append(stack, next)
			} else if isolates == 0 {
				embeddings++
			}
			r.level[i] = stack[len(stack)-1].level
		case bidi.RLI, bidi.LRI, bidi.FSI:
			put(i)
			if c == bidi.FSI && isolates == 0 && embeddings == 0 { // else it does not matter, and many would take long
				c = r.firstStrong(i)
			}
			next, ok := deeper(stack, c)
			if ok && isolates == 0 && embeddings == 0 {
				valid++
				stack = append(stack, next)
			} else {
				isolates++
			}
		case bidi.PDI:
			switch {
			case isolates > 0:
				isolates--
			case valid > 0:
				for embeddings = 0; !stack[len(stack)-1].isolate; {
					stack = stack[:len(stack)-1]
				}
				stack = stack[:len(stack)-1]
				valid--
			}
			put(i)
		case bidi.PDF:
			switch {
			case isolates > 0:
			case embeddings > 0:
				embeddings--
			case !stack[len(stack)-1].isolate && len(stack) > 1:
				stack = stack[:len(stack)-1]
			}
			r.level[i] = stack[len(stack)-1].level
		case bidi.BN:
			r.level[i] = stack[len(stack)-1].level
		default:
			put(i)
		}
	}
}

// firstStrong returns RLI or LRI for the isolate at i, by its content (X5c).
func (r *resolver) firstStrong(i int) bidi.Class {
	end := len(r.text)
	if r.match[i] >= 0 {
		end = r.match[i]
	}
	if baseRTL(r.text[i+1 : end]) {
		return bidi.RLI
	}
	return bidi.LRI
}

// deeper returns the entry that c pushes, and false when that is too deep.
func deeper(stack []status, c bidi.Class) (status, bool) {
	s := status{level: stack[len(stack)-1].level, override: bidi.ON, isolate: initiator(c)}
	switch c {
	case bidi.RLE, bidi.RLO, bidi.RLI:
		s.level = (s.level + 1) | 1
	default:
		s.level = (s.level + 2) &^ 1
	}
	switch c {
	case bidi.RLO:
		s.override = bidi.R
	case bidi.LRO:
		s.override = bidi.L
	}
	return s, s.level <= maxDepth
}

// trail gives white space at the end the level of the paragraph (L1).
func (r *resolver) trail() {
	for i := len(r.text) - 1; i >= 0; i-- {
		c := r.first[i]
		if c != bidi.WS && c != bidi.PDI && !initiator(c) && !removed(c) {
			return
		}
		r.level[i] = r.base
	}
}
