// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"slices"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// The fourth to sixth chain of a Compute Module are on GPIO 28 to 45, partly in the second
// bank of lines, which has its own registers. Only colours may be there. A line of a frame
// then has a word a column for the first bank, and after these as many for the second.

// maxChains is how many chains a wiring may have.
const maxChains = 6

// second is colours for the second bank: bit n for GPIO 32+n.
func (p *Pins) second(n int) (mask uint32) {
	for _, chain := range p.Colour[:n] {
		for _, pin := range chain {
			mask |= uint32(uint64(1) << pin >> 32)
		}
	}
	return mask
}

// both is all for both banks.
func (p *Pins) both(chains, lines int) uint64 {
	return uint64(p.all(chains, lines)) | uint64(p.second(chains))<<32
}

// last is the highest line of n chains.
func (p *Pins) last(n int) int {
	last := max(p.OE, p.Clock, p.Latch, slices.Max(p.Address[:]))
	for _, chain := range p.Colour[:n] {
		last = max(last, slices.Max(chain[:]))
	}
	return last
}

// lasts are the highest lines of the first chain, of the first two, and so on.
func (c *Config) lasts(pins *Pins) (all []int) {
	for n := range c.Parallel {
		all = append(all, pins.last(n+1))
	}
	return all
}

// fits returns why a board lacks lines of the chains.
func (c *Config) fits(pins *Pins, b gpiomem.Board) error {
	const want = "a Compute Module 1, 3, 3+ or 4S has GPIO 0 to 45"
	chains := 0
	for chains < c.Parallel && pins.last(chains+1) < b.Pins() {
		chains++
	}
	switch {
	case chains == c.Parallel:
		return nil
	case chains == 0:
		return keyerr.New("wiring", "hub75: the table wiring has GPIO %d, a %s has GPIO 0 to %d; %s", pins.last(1), b.Model,
			b.Pins()-1, want)
	}
	return keyerr.New("parallel",
		"hub75: parallel is %d, a %s has the lines of %d (GPIO 0 to %d): write parallel = %d; for more chains, %s",
		c.Parallel, b.Model, chains, b.Pins()-1, chains, want)
}

// A bank is the words of the second bank, by chain.
type bank struct {
	words [maxChains]table
	first int // the first chain that has lines in it
}

// banks sets the words of all chains.
func (e *encoder) banks(c *Config, pins *Pins) {
	if pins.second(c.Parallel) != 0 {
		e.second, e.stride = &bank{first: maxChains}, 2*e.geometry.width
	}
	for chain, inputs := range pins.Colour[:c.Parallel] {
		for column := range 64 {
			levels := c.levels(inputs, column)
			e.words[chain][column] = uint32(levels)
			if e.second != nil {
				e.second.words[chain][column] = uint32(levels >> 32)
			}
		}
		if pins.second(chain+1) != 0 {
			e.second.first = min(e.second.first, chain)
		}
	}
}

// levels returns the levels of a chain's lines for the six bits of a column, bit n for GPIO n.
func (c *Config) levels(inputs [6]int, column int) (levels uint64) {
	for input, pin := range inputs {
		bit := order(c.Order, input%3) + input/3*3
		if high := column>>bit&1 != 0; high != c.Inverse {
			levels |= 1 << pin
		}
	}
	return levels
}

// lines writes the columns of an address of a chain behind the first bank's words.
func (b *bank) lines(e *encoder, frame []uint32, chain, address int) {
	for plane := range e.planes {
		line := e.line(frame, address, plane)
		line = line[len(line):][:len(line)] // the words of the second bank are next to it
		if chain == b.first {
			put(line, e.row, plane, &b.words[chain])
		} else {
			add(line, e.row, plane, &b.words[chain])
		}
	}
}

// columns is how many words a line has.
func (w *wire) columns() int {
	if w.Pins.second(w.Chains) != 0 {
		return 2 * w.Width
	}
	return w.Width
}

// darkBoth is dark with the words of the second bank, if there is one.
func (w *wire) darkBoth() []uint32 {
	var word uint32
	if w.Inverse {
		word = w.Pins.second(w.Chains)
	}
	return append(w.dark(), slices.Repeat([]uint32{word}, w.columns()-w.Width)...)
}

// setUpSecond is setUp for the second bank, which has nothing but colours.
func (w *wire) setUpSecond() (words []uint32) {
	settings, _ := Init(w.Init).settings() // check has read them
	for _, s := range settings {
		for x := range w.Width {
			if words = append(words, 0); s.at(x, w.Width) {
				words[len(words)-1] = w.Pins.second(w.Chains)
			}
		}
	}
	return words
}

// stored are the lines that a store to a register changes, bit n for GPIO n, and whether
// it raises them; other registers change none.
func stored(offset uintptr, v uint32) (lines uint64, high, ok bool) {
	switch offset {
	case gpiomem.OutputSet, gpiomem.OutputClear:
		return uint64(v), offset == gpiomem.OutputSet, true
	case gpiomem.OutputSet + gpiomem.Bank, gpiomem.OutputClear + gpiomem.Bank:
		return uint64(v) << 32, offset == gpiomem.OutputSet+gpiomem.Bank, true
	}
	return 0, false, false
}
