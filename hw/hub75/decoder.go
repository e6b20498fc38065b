// SPDX-License-Identifier: Apache-2.0

package hub75

import "math/bits"

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
