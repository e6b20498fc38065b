// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"image"
	"maps"
	"slices"
)

// Places say which LED of one panel each word on the wire lights.
type Places struct {
	Size      image.Point // of the panel, in LEDs
	Columns   int         // words of a line, the first one shifted first
	Addresses int         // rows that are lit in turn
	// LED is y·Size.X+x for each address, column and half of the panel, in this order, or
	// -1 where no LED is.
	LED []int32
}

// PlacesOf returns the places of a multiplexing on a panel of that size, or why it does
// not fit.
func PlacesOf(multiplexing string, size image.Point) (Places, error) {
	c := Config{Rows: size.Y, Cols: size.X, Multiplexing: multiplexing}
	g, _, err := resolve(&c)
	if err != nil {
		return Places{}, err
	}
	return Places{Size: size, Columns: g.width, Addresses: g.addresses, LED: g.source}, nil
}

// Multiplexings returns the names of all, in the order of the alphabet.
func Multiplexings() []string { return slices.Sorted(maps.Keys(multiplexings())) }

// RowAddresses returns the names of the kinds of row address, direct first.
func RowAddresses() []string { return rowAddresses() }

// Selected returns the rows that a panel lights, bit n for row n, at each address of a
// driver. The panel takes the addresses of its rows by one kind, the driver selects so
// many by another. Both have run for a while.
func Selected(panel string, rows int, driver string, addresses int) (lit []uint64) {
	d := newRowDecoder(panel, rows)
	wired := uint32(1)<<min(addressLines(panel, rows), addressLines(driver, addresses)) - 1
	var levels uint32
	for range 3 { // a shift register is full after the first two
		lit = lit[:0]
		for address := range addresses {
			for _, next := range steps(driver, address, addresses) {
				d.change(levels & uint32(next) & wired) // cleared before it is set
				levels = uint32(next)
				d.change(levels & wired)
			}
			lit = append(lit, d.lit()&(1<<rows-1))
		}
	}
	return lit
}

// Wakes reports whether chips light up that want to be set up as wants says and are set
// up as sent says.
func Wakes(wants, sent Init) bool {
	c := newChip(wants)
	if c == nil {
		return true
	}
	words, _ := sent.settings() // words that cannot be read set nothing up
	for _, s := range words {
		c.registers[s.clocks] = fmt.Sprintf("%016b", s.bits)
	}
	return c.awake()
}
