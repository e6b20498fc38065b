// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"slices"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
)

// An Emulator is the panels at the other end of the lines. It takes the levels
// of the GPIO pins as they change, and returns what the panels would show. Only
// one goroutine may use it.
type Emulator struct {
	// Immutable.
	config   Config
	geometry *geometry
	pins     Pins
	// Mutable.
	levels  uint32
	second  uint32 // levels of the second bank
	rows    rowDecoder
	at      time.Duration
	shifted [maxChains][]uint8 // of each chain the last words, the oldest first
	latched [maxChains][]uint8
	chip    *chip // nil where none wants to be set up
	asleep  bool  // it was not
	latches int   // clocks while the latch is high
	lit     time.Duration
	pass    pass
	passes  int               // of any address
	frames  int               // complete refreshes
	value   []uint16          // of each position and channel, from the last pass
	seen    []bool            // addresses that had a pass
	pulses  [][]time.Duration // of each address, of the last pass
	err     error
}

// pass is the pulses of one address that follow each other.
type pass struct {
	address int
	lit     []time.Duration
	value   []uint16 // of each column, half and channel of the address
}

// NewEmulator returns dark panels of the given configuration.
func NewEmulator(c Config) (*Emulator, error) {
	g, pins, err := resolve(&c)
	if err != nil {
		return nil, err
	}
	if p, ok := soldered[c.Wiring]; ok {
		pins = p
	}
	c.choose(g, pins, gpiomem.Board{}, 1)
	e := &Emulator{
		config: c, geometry: g, pins: pins,
		chip: newChip(c.Init), asleep: c.Init != "", levels: 1 << pins.OE,
		value:  make([]uint16, 3*len(g.source)),
		seen:   make([]bool, g.addresses),
		pulses: make([][]time.Duration, g.addresses),
		pass:   pass{address: -1}, rows: newRowDecoder(c.RowAddress, g.addresses),
	}
	for chain := range c.Parallel {
		e.shifted[chain] = make([]uint8, g.width)
		e.latched[chain] = make([]uint8, g.width)
	}
	return e, nil
}

// Store takes a write to a GPIO register, as a tape or a trace has it, a tenth
// of a microsecond after the one before.
func (e *Emulator) Store(offset uintptr, v uint32) {
	changed, high, ok := stored(offset, v)
	if !ok {
		return
	}
	levels := uint64(e.second)<<32 | uint64(e.levels)
	if high {
		levels |= changed
	} else {
		levels &^= changed
	}
	e.second = uint32(levels >> 32)
	e.Pins(e.at+100*time.Nanosecond, uint32(levels))
}

// Pins takes the levels of GPIO 0 to 31 from time at on; the others stay.
func (e *Emulator) Pins(at time.Duration, levels uint32) {
	rose, fell := levels&^e.levels, e.levels&^levels
	dark := e.levels>>e.pins.OE&1 != 0 // the pin lights when it is low
	e.levels, e.at = levels, at
	if rose>>e.pins.Clock&1 != 0 {
		e.shift()
	}
	changed := (rose | fell) & e.pins.address(31, e.geometry.lines)
	if !dark && rose>>e.pins.OE&1 == 0 && (changed != 0 || rose>>e.pins.Latch&1 != 0) {
		e.fault("the row changed while it was lit")
	}
	if changed != 0 {
		e.rows.change(e.address())
	}
	if fell>>e.pins.Latch&1 != 0 {
		e.latch()
	}
	if fell>>e.pins.OE&1 != 0 {
		e.lit = at
	}
	if rose>>e.pins.OE&1 != 0 {
		e.pulse(at - e.lit)
	}
}

// address is the levels of A to E, A the lowest bit.
func (e *Emulator) address() (levels uint32) {
	for i, pin := range e.pins.Address[:e.geometry.lines] {
		levels |= e.levels >> pin & 1 << i
	}
	return levels
}

func (e *Emulator) fault(format string, args ...any) {
	if e.err == nil {
		e.err = fmt.Errorf("hub75: at %v: "+format, append([]any{e.at}, args...)...)
	}
}

// shift is a rising clock.
func (e *Emulator) shift() {
	if e.levels>>e.pins.Latch&1 != 0 {
		e.latches++
	}
	for chain, words := range e.shifted[:e.config.Parallel] {
		copy(words, words[1:])
		var w uint8
		for bit, pin := range e.pins.Colour[chain] {
			w |= e.level(pin) << bit
		}
		words[len(words)-1] = w
	}
}

// level is the level of a pin of either bank.
func (e *Emulator) level(pin int) uint8 {
	return uint8((uint64(e.second)<<32 | uint64(e.levels)) >> pin & 1)
}

// latch is a falling latch: the shifted bits are the next row, or a register of a chip
// that counts the clocks.
func (e *Emulator) latch() {
	clocks := e.latches
	e.latches = 0
	if clocks != 0 && e.chip != nil {
		e.chip.latch(clocks, e.shifted[:e.config.Parallel])
		e.asleep = !e.chip.awake()
	}
	if clocks != 0 { // they wrote a register of the chip, not a row
		return
	}
	for chain := range e.config.Parallel {
		copy(e.latched[chain], e.shifted[chain])
	}
}

// pulse handles the end of a pulse of light.
func (e *Emulator) pulse(lit time.Duration) {
	if e.passes == 0 && e.pass.address < 0 && e.rows.lit() == 0 {
		return // a capture that begins before a row has come into a shift register
	}
	address := oneRow(e.rows)
	switch {
	case address < 0:
		e.fault("the rows %b are lit at once", e.rows.lit())
		return
	case address >= e.geometry.addresses:
		e.fault("address %d of %d", address, e.geometry.addresses)
		return
	}
	if address != e.pass.address {
		e.finish()
		if address < e.pass.address { // back at the top
			e.frames++
		}
		e.pass = pass{address: address, lit: e.pass.lit[:0], value: e.pass.value}
		if e.pass.value == nil {
			e.pass.value = make([]uint16, 3*2*e.geometry.width*e.config.Parallel)
		}
		clear(e.pass.value)
	}
	plane := len(e.pass.lit)
	if plane > e.config.Planes {
		return // too many already
	}
	e.pass.lit = append(e.pass.lit, lit)
	if e.asleep || plane == e.config.Planes {
		return
	}
	i := 0
	for _, words := range e.latched[:e.config.Parallel] {
		for _, w := range words {
			if e.config.Inverse {
				w = ^w
			}
			for bit := range 6 {
				e.pass.value[i] |= uint16(w>>bit&1) << plane
				i++
			}
		}
	}
}

// finish ends a pass. A capture may begin and end in the middle of one.
func (e *Emulator) finish() {
	if e.pass.address < 0 {
		return
	}
	e.passes++
	if n := len(e.pass.lit); n != e.config.Planes {
		if e.passes > 1 {
			e.fault("%d pulses of address %d, want %d", n, e.pass.address, e.config.Planes)
		}
		return
	}
	n := 3 * 2 * e.geometry.width
	for chain := range e.config.Parallel {
		at := 3 * e.geometry.position(chain, e.pass.address, 0, 0)
		copy(e.value[at:at+n], e.pass.value[chain*n:])
	}
	e.seen[e.pass.address] = true
	e.pulses[e.pass.address] = slices.Clone(e.pass.lit)
}

// Pulses returns how long each plane of an address was lit in its last whole
// pass.
func (e *Emulator) Pulses(address int) []time.Duration { return e.pulses[address] }

// Frames returns how many refreshes were complete, from one first row to the
// next.
func (e *Emulator) Frames() int { return e.frames }

// Err returns the first error on the lines: a row that changed while it was
// lit, or one with too few pulses; or that not every row was lit.
func (e *Emulator) Err() error {
	if len(e.pass.lit) == e.config.Planes {
		e.finish() // nothing has followed
		e.pass.address = -1
	}
	if e.err != nil {
		return e.err
	}
	for address, seen := range e.seen {
		if !seen {
			return fmt.Errorf("hub75: address %d was never lit in full", address)
		}
	}
	return nil
}
