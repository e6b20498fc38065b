// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
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
	return append(all, header.Terminal{Name: "GND", Source: header.Ground},
		header.Terminal{Name: "VCC", Source: header.Supply})
}

// all are the bits of every line in use of the first bank.
func (p *Pins) all(chains, lines int) uint32 {
	return 1<<p.OE | 1<<p.Clock | 1<<p.Latch | p.address(31, lines) | p.colours(chains)
}

// Wiring is how the panels are connected to the pins: the name of an adapter, or your
// own pins, such as "oe=18 clk=17 lat=4 address=22,23,24,25 chain=11,27,7,8,9,10", with
// a chain as often as there are any. In the configuration the latter is a table.
type Wiring string

// UnmarshalTOML reads a name or a table of pins.
func (w *Wiring) UnmarshalTOML(v any) error {
	switch v := v.(type) {
	case string:
		*w = Wiring(v)
		return nil
	case map[string]any:
		text, err := written(v)
		*w = Wiring(text)
		return err
	}
	return fmt.Errorf("%v is neither a name nor a table of pins", v)
}

// written is a table of pins as the text that ownPins reads.
func written(t map[string]any) (string, error) {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(t)) {
		name, lists := key, []any{t[key]}
		if all, ok := t[key].([]any); ok && key == "chains" {
			name, lists = "chain", all
		}
		for _, list := range lists {
			all, ok := list.([]any)
			if !ok {
				all = []any{list}
			}
			var pins []string
			for _, pin := range all {
				n, ok := pin.(int64)
				if !ok {
					return "", fmt.Errorf("%s has %v, want numbers of GPIO lines", key, pin)
				}
				pins = append(pins, strconv.FormatInt(n, 10))
			}
			parts = append(parts, name+"="+strings.Join(pins, ","))
		}
	}
	return strings.Join(parts, " "), nil
}

// own reports whether the pins are one's own.
func (w Wiring) own() bool { return strings.Contains(string(w), "=") }

// ownPins reads the user's own pins.
func (w Wiring) ownPins() (p Pins, err error) {
	p.OE, p.Clock, p.Latch = -1, -1, -1
	one := map[string]*int{"oe": &p.OE, "clk": &p.Clock, "lat": &p.Latch}
	taken := map[int]string{}
	for field := range strings.FieldsSeq(string(w)) {
		key, text, _ := strings.Cut(field, "=")
		pins, err := lines(key, text, taken)
		if err != nil {
			return Pins{}, err
		}
		if err := p.take(key, pins, one[key]); err != nil {
			return Pins{}, err
		}
	}
	for _, key := range []string{"oe", "clk", "lat"} {
		if *one[key] < 0 {
			return Pins{}, keyerr.New("wiring", "hub75: the table wiring has no %s", key)
		}
	}
	if p.Lines == 0 || p.chains() == 0 {
		return Pins{}, keyerr.New("wiring",
			"hub75: the table wiring wants address, the lines A, B and so on, and chains, each [R1, G1, B1, R2, G2, B2]")
	}
	return p, nil
}

// take sets the lines of a key; to is where those with one line go.
func (p *Pins) take(key string, pins []int, to *int) error {
	switch {
	case to != nil && len(pins) == 1:
		*to = pins[0]
	case key == "address" && len(pins) >= 2 && len(pins) <= len(p.Address):
		p.Lines = copy(p.Address[:], pins)
	case key == "chain" && len(pins) == 6 && p.chains() < len(p.Colour):
		p.Colour[p.chains()] = [6]int(pins)
	default:
		return keyerr.New("wiring",
			"hub75: the table wiring has %s with %d lines: want oe, clk and lat with one, address with 2 to 5, and up to %d "+
				"chains with 6",
			key, len(pins), len(p.Colour))
	}
	return nil
}

// lines reads numbers of lines that must all be free.
func lines(key, text string, taken map[int]string) (pins []int, err error) {
	for number := range strings.SplitSeq(text, ",") {
		pin, err := strconv.Atoi(number)
		last := gpiomem.Pins - 1
		if key == "chain" { // of a Compute Module
			last = gpiomem.ModulePins - 1
		}
		if err != nil || pin < 0 || pin > last {
			return nil, keyerr.New("wiring", "hub75: %s is on %q, want GPIO 0 to %d", key, number, last)
		}
		if other := taken[pin]; other != "" {
			return nil, keyerr.New("wiring", "hub75: GPIO %d is both %s and %s", pin, other, key)
		}
		taken[pin] = key
		pins = append(pins, pin)
	}
	return pins, nil
}
