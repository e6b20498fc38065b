// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/hw/bus"
)

// plainLines are the GPIO lines of the header. Lines without another use on a Pi come
// first, then the lines of the buses and of the serial console, and last the lines of the
// memory of an attached board.
var plainLines = [...]int{5, 6, 12, 13, 16, 17, 22, 23, 24, 25, 26, 27, 19, 20, 21, 18, 4, 7, 8, 9, 10, 11, 14, 15, 2, 3, 0, 1}

// FreeLine returns a GPIO line of the header that is not one of taken (bit n is GPIO
// n): usual if it is free, else another one; ok is false if no line is free.
func FreeLine(taken uint64, usual int) (line int, ok bool) {
	for _, n := range slices.Concat([]int{usual}, plainLines[:]) {
		if taken>>n&1 == 0 {
			return n, true
		}
	}
	return 0, false
}

// wayOut returns what to change so that c is beside others; empty if nothing is
// known to help.
func (c Claim) wayOut(others []Claim) string {
	for _, p := range c.places() {
		moved := c
		moved.Place = p
		if !slices.ContainsFunc(others, func(o Claim) bool { return conflict(o, moved) != nil }) {
			return c.move(p)
		}
	}
	return ""
}

// places returns where else the device could be connected, the least work first.
func (c Claim) places() (all []bus.Place) {
	switch {
	case c.Kind == bus.I2C:
		for _, port := range []string{c.Port, bus.DefaultI2C, otherI2C} {
			for _, address := range slices.Concat([]int{c.Chip}, c.addresses) {
				all = append(all, bus.OnI2C(port, address))
			}
		}
	case c.Kind == bus.GPIO && bits.OnesCount64(c.Pins) == 1:
		for _, n := range plainLines {
			all = append(all, onLine(n))
		}
	}
	return all
}

// otherI2C is the second bus of the header. It is the last choice: a board that is
// plugged onto the header has its memory there.
const otherI2C = "I2C0"

// move says how c comes to p.
func (c Claim) move(p bus.Place) string {
	if p.Kind == bus.GPIO {
		return fmt.Sprintf(`GPIO %d is free: write %s = "GPIO%[1]d"`, bits.TrailingZeros64(p.Pins), c.Key)
	}
	var write, wires []string
	if p.Bus != c.Bus {
		write = append(write, fmt.Sprintf("port = %q", p.Port))
		wires = append(wires, fmt.Sprintf("connect the sensor to GPIO %d and %d", bits.TrailingZeros64(p.Pins), bits.Len64(p.Pins)-1))
	}
	if p.Chip != c.Chip {
		write = append(write, fmt.Sprintf("address = 0x%X", p.Chip))
		wires = append(wires, "set the sensor to this address, by its pin for that")
	}
	return fmt.Sprintf("write %s into the [%s] table, and %s", strings.Join(write, " and "), c.Table, strings.Join(wires, " and "))
}
