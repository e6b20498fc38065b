package hub75

import (
	"fmt"
	"strings"

	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// Pins are the GPIO numbers of a wiring.
type Pins struct {
	OE, Clock, Latch int
	Address          [5]int    // A to E
	Colour           [3][6]int // of each chain R1 G1 B1 R2 G2 B2, all 0 if it has none
}

// wiringNames are those that wiringNamed knows.
func wiringNames() []string { return []string{"regular", "adafruit-hat", "adafruit-hat-pwm"} }

// wiringNamed is one of the ways in which people connect panels: "regular" is
// that of the active adapters for three chains, the others those of Adafruit's
// HAT and Bonnet, as they are and with GPIO 4 and 18 bridged.
func wiringNamed(name string) (Pins, error) {
	regular := Pins{
		OE: 18, Clock: 17, Latch: 4, Address: [5]int{22, 23, 24, 25, 15},
		Colour: [3][6]int{{11, 27, 7, 8, 9, 10}, {12, 5, 6, 19, 13, 20}, {14, 2, 3, 26, 16, 21}},
	}
	hat := Pins{
		OE: 4, Clock: 17, Latch: 21, Address: [5]int{22, 26, 27, 20, 24},
		Colour: [3][6]int{{5, 13, 6, 12, 16, 23}},
	}
	switch name {
	case "regular":
		return regular, nil
	case "adafruit-hat":
		return hat, nil
	case "adafruit-hat-pwm":
		hat.OE = 18 // GPIO 4 is bridged to it and has to be an input, see release
		return hat, nil
	}
	return Pins{}, keyerr.New("wiring", "hub75: unknown wiring %q, want one of: %s", name, strings.Join(wiringNames(), ", "))
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

// colours are the bits of the colour lines of n chains.
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
func (c Config) Pins() (mask uint32) {
	if strings.HasPrefix(c.GPIO, "vcd:") {
		return 0
	}
	g, pins, err := resolve(&c)
	if err != nil {
		return 0
	}
	mask = pins.all(c.Parallel, g.lines)
	if c.Wiring == "adafruit-hat-pwm" {
		mask |= 1 << 4 // bridged to the light's
	}
	return mask
}

// driven are the bits of the lines that any wiring drives.
func driven() (mask uint32) {
	for _, name := range wiringNames() {
		if pins, err := wiringNamed(name); err == nil {
			mask |= pins.all(pins.chains(), len(pins.Address))
		}
	}
	return mask
}

// terminals are those of the plugs of so many chains and address lines, by the
// names that panels have printed beside them.
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

// all are the bits of every line in use.
func (p *Pins) all(chains, lines int) uint32 {
	return 1<<p.OE | 1<<p.Clock | 1<<p.Latch | p.address(31, lines) | p.colours(chains)
}
