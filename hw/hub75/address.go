// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/internal/keyerr"
)

// The ways in which panels take the row to light on the lines A to E, by their names in the
// configuration. Owners of such panels have found out how each works.
const (
	// A number in binary, A its lowest bit.
	rowDirect = "direct"
	// A shift register with a stage for each row: B is its data, low for the row, and
	// A its clock, the rising edge of which also shows what the edge before shifted in.
	rowABShift = "ab-shift"
	// A line for each of four rows, low for the row.
	rowABCDLines = "abcd-lines"
	// A shift register with a stage for each row: C is its data, high for the row, and A
	// its clock. B stays low.
	rowABCShift = "abc-shift"
	// Chips of the kind SM5266P, each a shift register of eight rows: B is its data, high
	// for the row, A its clock, and C high lets it shift. D and E, in binary, are which
	// eight rows show.
	rowSM5266 = "sm5266"
	// A shift register with a stage for each row: C is its data, A its clock, and B high
	// lets it shift. A row is one clock from the row before; the first row's data is high.
	// After power the register holds anything: a round in the dark comes first.
	rowB707 = "b707"
)

// rowAddresses are the names of the kinds.
func rowAddresses() []string {
	return []string{rowDirect, rowABShift, rowABCDLines, rowABCShift, rowSM5266, rowB707}
}

// addressLines is how many of the lines A to E a kind uses for so many rows.
func addressLines(kind string, rows int) int {
	switch kind {
	case rowABShift:
		return 2
	case rowABCDLines:
		return 4
	case rowABCShift, rowB707:
		return 3
	case rowSM5266:
		return max(3, bits.Len(uint(rows-1)))
	}
	return bits.Len(uint(rows - 1))
}

// checkAddress checks the kind for panels that light so many rows in turn.
func (c *Config) checkAddress(rows int) error {
	switch {
	case !slices.Contains(rowAddresses(), c.RowAddress):
		return keyerr.New("row_address", "hub75: row_address is %q, want one of: %s", c.RowAddress,
			strings.Join(rowAddresses(), ", "))
	case c.RowAddress == rowABCDLines && rows > 4:
		return keyerr.New(
			"row_address", "hub75: row_address = %q has a line for each of 4 rows, these panels light %d in turn",
			c.RowAddress, rows)
	}
	return nil
}

// Bits of the lines A to C in a step.
const lineA, lineB, lineC = 1, 2, 4

// steps are the levels of the address lines, A the lowest bit, by which a row of so many
// is selected after the one before it, in the dark and in this order. The last step
// stays.
func steps(kind string, row, rows int) []int {
	switch kind {
	case rowABShift:
		return abShift(row, rows)
	case rowABCDLines:
		return []int{0b1111 &^ (1 << row)} // each of the four rows has a line, which selects it while low
	case rowABCShift:
		return shiftIn(rows, row, lineC, 0)
	case rowSM5266:
		return append(shiftIn(8, row%8, lineB, lineC), row/8*8)
	case rowB707:
		return append(shiftIn(1, row, lineC, lineB), 0)
	}
	return []int{row}
}

// shiftIn shifts so many stages in, the last one first: data is high for the stage of the
// row alone. The line A is the clock, and hold stays high. The clock is low at the end.
func shiftIn(stages, row, data, hold int) (all []int) {
	for stage := stages - 1; stage >= 0; stage-- {
		level := hold
		if stage == row {
			level |= data
		}
		all = append(all, level, level|lineA)
	}
	return append(all, hold)
}

// abShift shifts in rows that are dark when their bit is high, and gives a last clock
// that shows what the clocks before have shifted in.
func abShift(row, rows int) (all []int) {
	level := 0
	for stage := rows - 1; stage >= 0; stage-- {
		level = lineB
		if stage == row {
			level = 0
		}
		all = append(all, level, level|lineA)
	}
	return append(all, level, level|lineA)
}

// selections are for each row what its steps set of the pins.
func (w *wire) selections() (all [][]uint32) {
	for row := range w.Addresses {
		var pins []uint32
		for _, level := range steps(w.RowAddress, row, w.Addresses) {
			pins = append(pins, w.Pins.address(level, w.Lines))
		}
		all = append(all, pins)
	}
	return all
}
