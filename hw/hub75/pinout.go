// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/internal/keyerr"
)

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
			"hub75: the table wiring has %s with %d lines: want oe, clk and lat with one, address with 2 to 5, and up to %d chains with 6",
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
