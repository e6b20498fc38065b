// SPDX-License-Identifier: Apache-2.0

package hub75

import "strings"

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
		clocks := map[string]int{":1": 1, ":2": 2, ":3": 3, ":4": 4, ":5": 5, ":6": 6, ":7": 7, ":8": 8, ":9": 9, ":10": 10, ":11": 11,
			":12": 12, ":13": 13, ":14": 14, ":15": 15, ":16": 16}
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
