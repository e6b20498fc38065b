// SPDX-License-Identifier: Apache-2.0

package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"periph.io/x/conn/v3/i2c"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// A Chip is a sensor of type S on I²C. All fields but Port and Address must be set.
type Chip[S any] struct {
	Title     string // as in Spec
	Package   string // begins the errors, such as "light"
	Addresses []int  // as in Spec
	Port      string // the value of the key port; empty for [bus.DefaultI2C]
	Address   int    // the value of the key address; 0 for the first of Addresses
	// Open opens the sensor on a bus, which the sensor then owns, even if it fails.
	Open func(i2c.BusCloser) (S, error)
}

// Plan returns the plan of the chip, or the faults of its port.
func (c Chip[S]) Plan() (Plan[S], error) {
	if err := bus.CheckI2C(c.Port); err != nil {
		return Plan[S]{}, fmt.Errorf("%s: %w", c.Package, err)
	}
	place := bus.OnI2C(c.Port, cmp.Or(c.Address, c.Addresses[0]))
	spec := Spec{Title: c.Title, Place: place, Addresses: c.Addresses, Terminals: terminals(place)}
	return Plan[S]{Spec: spec, On: c.Open, Open: func() (none S, err error) {
		b, err := bus.OpenI2C(place.Port)
		if err != nil {
			return none, fmt.Errorf("%s: %w", c.Package, err)
		}
		s, err := c.Open(b)
		if err != nil {
			return none, err // and not an S that holds a nil pointer
		}
		return s, nil
	}}, nil
}

// terminals returns what a chip on I²C is wired with.
func terminals(p bus.Place) (all []header.Terminal) {
	for _, name := range []string{bus.SDA, bus.SCL} {
		if gpio, ok := p.Line(name); ok {
			all = append(all, header.Terminal{Name: name, Source: header.Source(gpio)})
		}
	}
	return append(all, header.Terminal{Name: "VCC", Source: header.Volts33}, header.Terminal{Name: "GND", Source: header.Ground})
}

// CheckAddress returns the faults of address as the value of the key address: 0 and
// the addresses of all are valid. pkg begins the error.
func CheckAddress(pkg string, address int, all []int) error {
	if address == 0 || slices.Contains(all, address) {
		return nil
	}
	var words []string
	for _, a := range all {
		words = append(words, fmt.Sprintf("0x%X", a))
	}
	last := len(words) - 1
	want := words[last]
	if last > 0 {
		want = strings.Join(words[:last], ", ") + " or " + want
	}
	return keyerr.New("address", "%s: address is %#x, want %s", pkg, address, want)
}
