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

// A packer writes lines one after the other. Only one goroutine may use it.
type packer struct {
	p     *packing
	codes [256]code // by the index of a column
	first pen
	rest  pen // of the second machine
}

// A pen fills words with columns, the first one lowest.
type pen struct {
	words []uint32
	word  uint32
	at    int // bits in the word
}

// put adds a column of n bits; a word has no more than full.
func (p *pen) put(column uint32, n, full int) {
	p.word |= column << p.at
	if p.at += n; p.at < full {
		return
	}
	p.words[0], p.words, p.word, p.at = p.word, p.words[1:], 0, 0
}

// newPacker takes the words of the columns' indices.
func newPacker(p *packing, words *table) *packer {
	q := &packer{p: p}
	for i := range q.codes {
		q.codes[i] = p.code(words[i&63]) // an index has six bits, one for each colour of two rows
	}
	return q
}

// begin goes to the beginning of a picture of so many lines.
func (q *packer) begin(picture []uint32, lines int) {
	n := q.p.words(lines)
	q.first, q.rest = pen{words: picture[:n]}, pen{words: picture[n:]}
}

// line writes a plane of the columns of an address.
func (q *packer) line(row row, plane int) {
	n, full := q.p.bits(), q.p.perWord()*q.p.bits()
	m, last := q.p.second.bits, 0
	if m > 0 {
		last = q.p.second.columns() * m
	}
	put := func(c code) {
		q.first.put(c.first, n, full)
		if m > 0 {
			q.rest.put(c.second, m, last)
		}
	}
	for range q.p.columns - q.p.width {
		put(q.codes[0])
	}
	for x := range row {
		put(q.codes[row[x][plane]])
	}
}

// period is how many cycles a column takes at the usual slowdown of a Pi 5, 1: 60 ns,
// which is 16.7 MHz. The panels' chips are made for 25 MHz or more, and cables are long.
const period = 12

// programs are those that shift lines. The first word of the first one is how many columns
// follow the first.
func (p *packing) programs(w *wire) []*pio.Program {
	first := &pio.Program{Out: p.first.first, OutCount: p.first.bits, Set: max(p.alone, 0), Side: w.Pins.Clock,
		Divider: 1, Bits: p.perWord() * p.bits() & 31}
	add := func(code ...uint16) { first.Code = append(first.Code, code...) }
	here := func() int { return len(first.Code) }
	add(pio.ClearFlag(flagLatched))
	if p.second.bits > 0 {
		add(pio.ClearFlag(flagReady))
	}
	add(pio.Out(pio.ToISR, p.perWord()*p.bits())) // the number of columns, kept for all lines
	first.WrapTo = here()
	add(pio.XFromISR())
	column := here()
	add(pio.Out(pio.ToPins, p.first.bits))
	if p.alone >= 0 {
		add(pio.Out(pio.ToY, 1), pio.SetPin(0), pio.Jump(pio.YZero, here()+4), pio.SetPin(1))
	} else {
		first.Code[column] = pio.Side(first.Code[column], 0, 4)
	}
	if p.second.bits > 0 {
		add(pio.WaitFlag(flagReady), pio.Side(pio.Jump(pio.Always, here()+2), 1, w.high(8)),
			pio.SetFlag(flagTaken), pio.Jump(pio.XDecrement, column))
	} else {
		add(pio.Side(pio.Jump(pio.XDecrement, column), 1, w.high(5)))
	}
	add(pio.SetFlag(flagShifted)) // the line may be latched, and the next one waits until it is
	first.Wrap = here()
	add(pio.WaitFlag(flagLatched))
	if p.second.bits == 0 {
		return []*pio.Program{first}
	}
	return []*pio.Program{first, p.follower()}
}

// high is the delay of a clock that is high, of a column with so many cycles besides.
func (w *wire) high(low int) int { return min(max(period-low-1+4*(w.Slow-1), 2), 15) }

// follower is the program of the second machine. It is sticky, since it has the next
// column on its lines while the controller writes to all of them.
func (p *packing) follower() *pio.Program {
	return &pio.Program{
		Out: p.second.first, OutCount: p.second.bits, NoSide: true, Sticky: true, Divider: 1, Wrap: 3, WrapTo: 1,
		Bits: p.second.columns() * p.second.bits & 31,
		Code: []uint16{
			0: pio.ClearFlag(flagTaken),
			1: pio.Out(pio.ToPins, p.second.bits),
			2: pio.SetFlag(flagReady),
			3: pio.WaitFlag(flagTaken),
		},
	}
}
