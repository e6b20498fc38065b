// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"math/bits"

	"github.com/ledpost/ledpost/hw/pio"
)

// A field is lines side by side that one machine drives: so many, from this one on.
type field struct{ first, bits int }

// of is the field's part of a word of all lines.
func (f field) of(word uint32) uint32 { return word >> f.first & (1<<f.bits - 1) }

func (f field) mask() uint32 { return (1<<f.bits - 1) << f.first }

// columns is how many columns a word has.
func (f field) columns() int { return 32 / f.bits }

// A packing is how the lines of one chain come out of few words: most lines are side by
// side, so that a machine takes several columns from a word. One line that is apart it
// sets by itself; for others a second machine goes along, a column at a time, of which
// each waits for the other, however late its words are.
//
// A line has more columns than the chain, so that words and lines end together: dark ones
// before it, which fall off the end of the chain.
type packing struct {
	first   field
	alone   int // line of the first machine that is apart, or -1
	second  field
	width   int
	columns int // of a line, with the dark ones
}

// packing is how the panels' lines are packed; nil where they cannot be packed, or where a
// line has more than colours in it, like the lines that set up chips.
func (w *wire) packing() *packing {
	if w.Chains != 1 || w.Init != "" {
		return nil
	}
	colours := w.Pins.colours(1)
	others := w.Pins.all(1, w.Lines) &^ colours
	var best *packing
	for n := 1; n <= 8; n++ {
		for first := range pio.Pins - n + 1 {
			f := field{first, n}
			if f.mask()&others != 0 || f.mask()&colours == 0 {
				continue
			}
			if p := packed(f, colours, others); p != nil && (best == nil || p.cost() < best.cost()) {
				best = p
			}
		}
	}
	if best == nil || best.cost() > 0.5 { // fewer than two columns a word
		return nil
	}
	return best.fit(w.Width, w.Addresses*w.Planes)
}

// packed is the packing with a field of the first machine, nil if the other lines cannot
// be driven then.
func packed(first field, colours, others uint32) (best *packing) {
	rest := colours &^ first.mask()
	for alone := -1; alone < pio.Pins; alone++ {
		p := &packing{first: first, alone: alone}
		left := rest
		if alone >= 0 {
			if rest>>alone&1 == 0 {
				continue
			}
			left &^= 1 << alone
		}
		if left != 0 {
			p.second.first = bits.TrailingZeros32(left)
			p.second.bits = bits.Len32(left) - p.second.first
			if p.second.bits > 8 || p.second.mask()&^left&(colours|others) != 0 {
				continue
			}
		}
		if best == nil || p.cost() < best.cost() {
			best = p
		}
	}
	return best
}

// bits is how many of a word of the first machine a column takes.
func (p *packing) bits() int {
	if p.alone >= 0 {
		return p.first.bits + 1
	}
	return p.first.bits
}

// perWord is how many columns a word of the first machine has.
func (p *packing) perWord() int { return 32 / p.bits() }

// cost is words a column, and a machine more is worth a tenth of one.
func (p *packing) cost() float64 {
	cost := 1 / float64(p.perWord())
	if p.second.bits > 0 {
		cost += 1/float64(p.second.columns()) + 0.1
	}
	return cost
}

// fit sets the columns for a width and so many lines a refresh.
func (p *packing) fit(width, lines int) *packing {
	n := p.perWord()
	p.width, p.columns = width, (width+n-1)/n*n
	for p.second.bits > 0 && p.columns*lines%p.second.columns() != 0 {
		p.columns += n
	}
	return p
}

// words is how many words the first machine takes for so many lines; size counts both
// machines.
func (p *packing) words(lines int) int { return lines * p.columns / p.perWord() }

func (p *packing) size(lines int) int {
	size := p.words(lines)
	if p.second.bits > 0 {
		size += lines * p.columns / p.second.columns()
	}
	return size
}

// dark fills a picture with columns without light.
func (p *packing) dark(w *wire, picture []uint32) {
	q := packer{p: p}
	word := w.dark()[0]
	for i := range q.codes {
		q.codes[i] = p.code(word)
	}
	q.begin(picture, w.Addresses*w.Planes)
	for range w.Addresses * w.Planes {
		q.line(make(row, w.Width), 0)
	}
}

// A code is a column for both machines.
type code struct{ first, second uint32 }

// code returns the code of a word of all lines.
func (p *packing) code(word uint32) code {
	c := code{first: p.first.of(word)}
	if p.alone >= 0 {
		c.first |= word >> p.alone & 1 << p.first.bits
	}
	if p.second.bits > 0 {
		c.second = p.second.of(word)
	}
	return c
}
