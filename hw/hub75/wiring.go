// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// Pins are the GPIO numbers of a wiring: 0 to 27, and of colours up to 45.
type Pins struct {
	OE, Clock, Latch int
	Address          [5]int            // A to E
	Colour           [maxChains][6]int // of each chain R1 G1 B1 R2 G2 B2, all 0 if it has none
	Lines            int               // how many of A to E there are; 0 is all
}

// A wiring is a way in which people connect panels, by the names of the configuration.
type wiring struct {
	name  string
	board bool // it is plugged on, nobody solders wires
	pins  Pins
}

// wirings returns all wirings: regular for adapters with three chains, some of them under
// another name; Adafruit's HAT and Bonnet, as sold and with GPIO 4 and 18 bridged; and the
// lines of a Compute Module, for six chains.
func wirings() []wiring {
	regular := Pins{
		OE: 18, Clock: 17, Latch: 4, Address: [5]int{22, 23, 24, 25, 15},
		Colour: [maxChains][6]int{{11, 27, 7, 8, 9, 10}, {12, 5, 6, 19, 13, 20}, {14, 2, 3, 26, 16, 21}},
	}
	// The first boards of all, revision 1, have GPIO 21 where later ones have 27, and no
	// pins for more chains.
	first := regular
	first.Colour = [maxChains][6]int{{11, 21, 7, 8, 9, 10}}
	hat := Pins{
		OE: 4, Clock: 17, Latch: 21, Address: [5]int{22, 26, 27, 20, 24},
		Colour: [maxChains][6]int{{5, 13, 6, 12, 16, 23}},
	}
	// The lines of a Compute Module: with six chains GPIO 0 and 1 are free, see second.go.
	module := Pins{
		OE: 18, Clock: 16, Latch: 17, Address: [5]int{2, 3, 4, 5, 6},
		Colour: [maxChains][6]int{{7, 8, 9, 10, 11, 12}, {13, 14, 15, 19, 20, 21}, {22, 23, 24, 25, 26, 27},
			{28, 29, 30, 31, 32, 33}, {34, 35, 36, 37, 38, 39}, {40, 41, 42, 43, 44, 45}},
	}
	bridged := hat
	bridged.OE = 18 // GPIO 4 is bridged to it and has to be an input, see release
	return []wiring{
		{"regular", false, regular}, {"regular-pi1", false, first},
		{"electrodragon", true, regular}, {"adafruit-triple-bonnet", true, regular}, {"acme-hat-a3", true, regular},
		{"adafruit-hat", true, hat}, {"adafruit-bonnet", true, hat},
		{"adafruit-hat-pwm", true, bridged}, {"adafruit-bonnet-pwm", true, bridged},
		{"compute-module", false, module},
	}
}

// wiringNames are those that wiringNamed knows.
func wiringNames() (names []string) {
	for _, w := range wirings() {
		names = append(names, w.name)
	}
	return names
}

// wiringNamed is the pins of a wiring, one's own too.
func wiringNamed(name Wiring) (Pins, error) {
	if name.own() {
		return name.ownPins()
	}
	for _, w := range wirings() {
		if w.name == string(name) {
			return w.pins, nil
		}
	}
	return Pins{}, keyerr.New("wiring", "hub75: unknown wiring %q, want a table of pins or one of: %s",
		name, strings.Join(wiringNames(), ", "))
}

// plugged reports whether a wiring is a board that is plugged on.
func plugged(name Wiring) bool {
	return slices.ContainsFunc(wirings(), func(w wiring) bool { return w.name == string(name) && w.board })
}

// chains is how many chains the wiring has.
func (p *Pins) chains() int {
	n := 0
	for _, c := range p.Colour {
		if c != [6]int{} {
			n++
		}
	}
	return n
}

// colours are the bits of the colour lines of n chains, of the first bank: bit n for GPIO n.
func (p *Pins) colours(n int) (mask uint32) {
	for _, chain := range p.Colour[:n] {
		for _, pin := range chain {
			mask |= 1 << pin
		}
	}
	return mask
}

// address is the bits of the first n address lines that select a row.
func (p *Pins) address(row, n int) (mask uint32) {
	for i, pin := range p.Address[:n] {
		mask |= uint32(row>>i&1) << pin
	}
	return mask
}

// Pins are the GPIO lines in use, bit n for GPIO n; none for a recording or for a
// Config that is wrong.
func (c Config) Pins() (mask uint64) {
	if strings.HasPrefix(c.GPIO, "vcd:") {
		return 0
	}
	g, pins, err := resolve(&c)
	if err != nil {
		return 0
	}
	mask = pins.both(c.Parallel, g.lines)
	if strings.HasSuffix(string(c.Wiring), "-pwm") {
		mask |= 1 << 4 // bridged to the light's
	}
	return mask
}

// driven are the bits of the lines of the header that any wiring drives.
func driven() (mask uint32) {
	for _, w := range wirings() {
		mask |= w.pins.all(w.pins.chains(), len(w.pins.Address))
	}
	return mask & (1<<gpiomem.Pins - 1) // lines behind these are a board's own on most boards
}

// terminals are the terminals of the plugs of so many chains and address lines, by the
// names printed on panels.
func (p *Pins) terminals(chains, lines int) (all []header.Terminal) {
	add := func(name string, gpio int) {
		all = append(all, header.Terminal{Name: name, Source: header.Source(gpio), Shifted: true})
	}
	for chain, colours := range p.Colour[:chains] {
		for i, name := range []string{"R1", "G1", "B1", "R2", "G2", "B2"} {
			if chains > 1 {
				name = fmt.Sprintf("%s of chain %d", name, chain+1)
			}
			add(name, colours[i])
		}
	}
	for i, gpio := range p.Address[:lines] {
		add(string(rune('A'+i)), gpio)
	}
	add("CLK", p.Clock)
	add("LAT", p.Latch)
	add("OE", p.OE)
	return append(all, header.Terminal{Name: "GND", Source: header.Ground}, header.Terminal{Name: "VCC", Source: header.Supply})
}

// all are the bits of every line in use of the first bank.
func (p *Pins) all(chains, lines int) uint32 {
	return 1<<p.OE | 1<<p.Clock | 1<<p.Latch | p.address(31, lines) | p.colours(chains)
}
