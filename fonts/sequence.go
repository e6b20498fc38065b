// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"cmp"
	"slices"

	"golang.org/x/text/unicode/bidi"
)

// sequence is an isolating run sequence (UAX #9, BD13): the characters of one
// level that are resolved together.
type sequence struct {
	*resolver
	at       []int      // of each character in the text
	dir      bidi.Class // L or R, of the level
	sos, eos bidi.Class // L or R, of the text before and after
}

// sequences applies rule X10.
func (r *resolver) sequences() []sequence {
	var runs [][]int
	starts := map[int]int{} // the run that starts at a character
	last := -1
	for i, c := range r.first {
		if removed(c) {
			continue
		}
		if last < 0 || r.level[i] != r.level[last] {
			starts[i] = len(runs)
			runs = append(runs, nil)
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], i)
		last = i
	}
	joined := make([]bool, len(runs))
	var out []sequence
	for n, run := range runs {
		if joined[n] {
			continue
		}
		s := sequence{resolver: r, at: slices.Clone(run)}
		for {
			end := s.at[len(s.at)-1]
			next, ok := starts[r.match[end]]
			if !ok {
				break
			}
			joined[next] = true
			s.at = append(s.at, runs[next]...)
		}
		s.bound()
		out = append(out, s)
	}
	return out
}

// bound finds the directions around s.
func (s *sequence) bound() {
	from, to := s.at[0], s.at[len(s.at)-1]
	level := s.level[from]
	s.dir = direction(level)
	before, after := s.base, s.base
	for i := from - 1; i >= 0; i-- {
		if !removed(s.first[i]) {
			before = s.level[i]
			break
		}
	}
	if !initiator(s.first[to]) {
		for i := to + 1; i < len(s.text); i++ {
			if !removed(s.first[i]) {
				after = s.level[i]
				break
			}
		}
	}
	s.sos, s.eos = direction(max(level, before)), direction(max(level, after))
}

func direction(level int) bidi.Class {
	if level%2 == 1 {
		return bidi.R
	}
	return bidi.L
}

// of returns the class of character i of s, sos and eos beyond its ends.
func (s *sequence) of(i int) bidi.Class {
	switch {
	case i < 0:
		return s.sos
	case i >= len(s.at):
		return s.eos
	}
	return s.class[s.at[i]]
}

func (s *sequence) set(from, to int, c bidi.Class) {
	for _, i := range s.at[from:to] {
		s.class[i] = c
	}
}

// weak applies the rules W1 to W7.
func (s *sequence) weak() {
	strong := s.sos
	for i := range s.at {
		c := s.of(i)
		if c == bidi.NSM { // W1
			c = s.of(i - 1)
			if initiator(c) || c == bidi.PDI {
				c = bidi.ON
			}
		}
		switch c {
		case bidi.L, bidi.R, bidi.AL:
			strong = c
		case bidi.EN:
			if strong == bidi.AL { // W2
				c = bidi.AN
			}
		}
		s.set(i, i+1, c)
	}
	for i := range s.at {
		if s.of(i) == bidi.AL { // W3
			s.set(i, i+1, bidi.R)
		}
	}
	s.numbers()
}

// numbers applies the rules W4 to W7.
func (s *sequence) numbers() {
	for i := 1; i < len(s.at)-1; i++ {
		a, c, b := s.of(i-1), s.of(i), s.of(i+1)
		if a == b && (a == bidi.EN && (c == bidi.ES || c == bidi.CS) || a == bidi.AN && c == bidi.CS) {
			s.set(i, i+1, a)
		}
	}
	for i := 0; i < len(s.at); i++ {
		from := i
		for i < len(s.at) && s.of(i) == bidi.ET {
			i++
		}
		if from < i && (from > 0 && s.of(from-1) == bidi.EN || i < len(s.at) && s.of(i) == bidi.EN) {
			s.set(from, i, bidi.EN)
		}
	}
	strong := s.sos
	for i := range s.at {
		switch c := s.of(i); c {
		case bidi.ES, bidi.ET, bidi.CS:
			s.set(i, i+1, bidi.ON)
		case bidi.L, bidi.R:
			strong = c
		case bidi.EN:
			if strong == bidi.L {
				s.set(i, i+1, bidi.L)
			}
		}
	}
}

// strong returns the direction that a class counts as among neutrals: L, R, or
// ON for none.
func strong(c bidi.Class) bidi.Class {
	switch c {
	case bidi.L:
		return bidi.L
	case bidi.R, bidi.EN, bidi.AN:
		return bidi.R
	}
	return bidi.ON
}

// brackets applies rule N0: a pair takes the direction of its content.
func (s *sequence) brackets() {
	before, seen := s.sos, 0 // the last strong direction before character seen
	for _, p := range s.pairs() {
		for ; seen < p[0]; seen++ {
			if c := strong(s.of(seen)); c != bidi.ON {
				before = c
			}
		}
		same, other := false, false
		for i := p[0] + 1; i < p[1] && !same; i++ {
			c := strong(s.of(i))
			same, other = same || c == s.dir, other || c != s.dir && c != bidi.ON
		}
		switch {
		case same || other && before == s.dir:
			s.turn(p, s.dir)
		case other:
			s.turn(p, before)
		}
	}
}

// turn sets a pair and the marks on it.
func (s *sequence) turn(pair [2]int, c bidi.Class) {
	for _, i := range pair {
		s.set(i, i+1, c)
		for i++; i < len(s.at) && s.first[s.at[i]] == bidi.NSM; i++ {
			s.set(i, i+1, c)
		}
	}
}

// pairs returns the brackets that belong together, in the order of the opening
// ones (BD16).
func (s *sequence) pairs() (pairs [][2]int) {
	type open struct {
		at    int
		close rune
	}
	var stack []open
	for i, at := range s.at {
		p, _ := bidi.LookupRune(s.text[at])
		if !p.IsBracket() || s.of(i) != bidi.ON {
			continue
		}
		if p.IsOpeningBracket() {
			if len(stack) == maxBrackets {
				break
			}
			stack = append(stack, open{i, closing(s.text[at])})
			continue
		}
		for n := len(stack) - 1; n >= 0; n-- {
			if stack[n].close == s.text[at] {
				pairs = append(pairs, [2]int{stack[n].at, i})
				stack = stack[:n]
				break
			}
		}
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	return pairs
}

// closing returns the bracket that closes r: the next character that does, but
// for two (BidiBrackets.txt).
func closing(r rune) rune {
	switch r {
	case 0x298D:
		return 0x2990
	case 0x298F:
		return 0x298E
	}
	if p, _ := bidi.LookupRune(r + 1); p.IsBracket() && !p.IsOpeningBracket() {
		return r + 1
	}
	return r + 2
}

// neutral applies the rules N1 and N2.
func (s *sequence) neutral() {
	for i := 0; i < len(s.at); i++ {
		from := i
		for i < len(s.at) && strong(s.of(i)) == bidi.ON {
			i++
		}
		if from == i {
			continue
		}
		c := strong(s.of(from - 1))
		if c != strong(s.of(i)) {
			c = s.dir
		}
		s.set(from, i, c)
	}
}

// implicit applies the rules I1 and I2.
func (s *sequence) implicit() {
	for _, i := range s.at {
		c := s.class[i]
		switch {
		case c == s.dir:
		case s.dir == bidi.L && c != bidi.R:
			s.level[i] += 2
		default:
			s.level[i]++
		}
	}
}
