// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"math/bits"
	"strings"
)

// A rowDecoder is what a panel makes of its address lines: which rows it would light.
// Each is written from the description of the chip, apart from what drives it.
type rowDecoder interface {
	// change takes the levels of A to E, A the lowest bit, when one of them changes.
	change(levels uint32)
	// lit are the rows that are selected, bit n for row n.
	lit() uint64
}

// newRowDecoder is the decoder of a kind with so many rows.
func newRowDecoder(kind string, rows int) rowDecoder {
	// Data is the number of a line, 0 for A; gate has its bit.
	switch kind {
	case rowABShift:
		return &delayed{rows: uint64(1)<<rows - 1, up: ^uint64(0)}
	case rowABCDLines:
		return &lowLine{}
	case rowABCShift:
		return &register{rows: uint64(1)<<rows - 1, data: 2}
	case rowSM5266:
		return &groups{register: register{rows: 0xff, data: 1, gate: 1 << 2}}
	case rowB707:
		return &register{rows: uint64(1)<<rows - 1, data: 2, gate: 1 << 1}
	}
	return &number{}
}

// number decodes a number, as a 74HC138 and its kin do.
type number struct{ row uint32 }

func (d *number) change(levels uint32) { d.row = levels }
func (d *number) lit() uint64          { return 1 << d.row }

// lowLine has a transistor on each line that conducts when the line is low.
type lowLine struct{ levels uint32 }

func (d *lowLine) change(levels uint32) { d.levels = levels }
func (d *lowLine) lit() uint64          { return uint64(^d.levels & 0b1111) }

// register is a shift register that A clocks, on its rising edge, while all lines of
// gate are high. Its outputs are the rows.
type register struct {
	rows uint64
	data int
	gate uint32
	last uint32
	q    uint64
}

func (d *register) change(levels uint32) {
	if levels&^d.last&1 != 0 && levels&d.gate == d.gate {
		d.q = d.q<<1 | uint64(levels>>d.data&1)
	}
	d.last = levels
}

func (d *register) lit() uint64 { return d.q & d.rows }

// delayed is a shift register with a second register for its outputs, both on one
// clock, so that the outputs are one clock behind; a low output lights its row.
type delayed struct {
	rows        uint64
	last        uint32
	shifted, up uint64
}

func (d *delayed) change(levels uint32) {
	if levels&^d.last&1 != 0 {
		d.up = d.shifted
		d.shifted = d.shifted<<1 | uint64(levels>>1&1)
	}
	d.last = levels
}

func (d *delayed) lit() uint64 { return ^d.up & d.rows }

// groups are four registers of eight rows that shift alike, of which D and E choose one.
type groups struct{ register }

func (d *groups) lit() uint64 { return d.register.lit() << (d.last >> 3 & 3 * 8) }

// oneRow is the row that a decoder lights, or -1 if it is not exactly one.
func oneRow(d rowDecoder) int {
	if rows := d.lit(); bits.OnesCount64(rows) == 1 {
		return bits.TrailingZeros64(rows)
	}
	return -1
}

// A chip is what the driver chips of all columns know by their registers of 16 bits: a
// chip that is not set up stays dark. It is written from what users of such panels
// found, apart from what sets it up.
type chip struct {
	wants     map[int]string // of each number of clocks the digits that wake it, . for any
	registers map[int]string
}

// newChip is the chip of an Init, nil where the panels need none.
func newChip(i Init) *chip {
	c := &chip{wants: map[int]string{}, registers: map[int]string{}}
	switch i {
	case "":
		return nil
	case "FM6126A":
		c.wants[12] = ".........1......" // bit 6, outputs on
	case "FM6127":
		c.wants[11], c.wants[12], c.wants[10] = "1111111111001110", "1110000001100010", "0101111100000000"
	default:
		clocks := map[string]int{":1": 1, ":2": 2, ":3": 3, ":4": 4, ":5": 5, ":6": 6, ":7": 7, ":8": 8, ":9": 9,
			":10": 10, ":11": 11, ":12": 12, ":13": 13, ":14": 14, ":15": 15, ":16": 16}
		for n, word := range strings.Fields(string(i)) {
			at := clocks[word[16:]]
			if at == 0 {
				at = [...]int{11, 12, 10}[n]
			}
			c.wants[at] = word[:16]
		}
	}
	return c
}

// latch takes the lines of all chains, six bits a column, the oldest first, when the
// latch was high for so many clocks. A register keeps what every chip and input has;
// where they differ, it has nothing.
func (c *chip) latch(clocks int, chains [][]uint8) {
	var digits strings.Builder
	for bit := range 16 {
		digits.WriteByte(same(chains, bit))
	}
	c.registers[clocks] = digits.String()
}

// same is the digit that all columns with this bit have, or ? if they differ.
func same(chains [][]uint8, bit int) byte {
	var ones, zeros bool
	for _, line := range chains {
		for x := range line {
			if (x-len(line)%16+16)%16 != bit {
				continue
			}
			ones = ones || line[x] != 0
			zeros = zeros || line[x] != 0b111111
		}
	}
	switch {
	case ones && zeros:
		return '?'
	case ones:
		return '1'
	}
	return '0'
}

// awake reports whether all registers are as they should be.
func (c *chip) awake() bool {
	for clocks, want := range c.wants {
		got := c.registers[clocks]
		for i := range want {
			if want[i] != '.' && (len(got) != 16 || got[i] != want[i]) {
				return false
			}
		}
	}
	return true
}
