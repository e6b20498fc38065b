// SPDX-License-Identifier: Apache-2.0

// Package source holds what all sensors have in common that the configuration
// names: what a sensor says of itself before it is opened.
package source

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"periph.io/x/conn/v3/i2c"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// A Driver is the configuration of one kind of sensor of type S, and all that the
// rest of the program knows of that kind. It is a pointer to a struct whose fields
// have the keys of the sensor's table as toml tags; zero values are the defaults.
type Driver[S any] interface {
	// Plan checks the keys and returns the sensor that they describe, or the fault of one
	// key, a keyerr.Error where it is known. It touches no hardware.
	Plan() (Plan[S], error)
}

// A Plan is a sensor whose keys have been checked. The zero value is no sensor.
type Plan[S any] struct {
	Spec
	// Open opens the sensor. With an error nothing stays open. It may be called
	// again once the sensor is closed.
	Open func() (S, error)
	// On opens it on a bus that is open already, such as an emulated one, and owns the
	// bus, even if it fails; nil for a sensor on no bus.
	On func(i2c.BusCloser) (S, error)
}

// Spec describes a sensor and its needs. The zero value wants nothing: its readings
// are computed.
type Spec struct {
	// Title is the sensor's name for people, such as BH1750; empty where nothing is
	// connected, or the kernel knows what.
	Title string
	// Place is where it is connected to the header; zero where the kernel knows.
	Place bus.Place
	// Addresses are the possible addresses of the chip on I²C, its usual one first.
	Addresses []int
	// Terminals are wired to the Pi.
	Terminals []header.Terminal
	// Driver is the kernel's that reads the sensor; nil for a sensor that needs none.
	Driver *KernelDriver
}

// A KernelDriver is what the doctor looks at for a sensor that the kernel reads.
type KernelDriver struct {
	// Find finds the sensor in the file system root, and returns its name.
	Find func(root fs.FS) (fmt.Stringer, error)
	// Overlay is an example of what loads the driver, a line of config.txt; LINE in
	// it stands for the number of a GPIO line that is free.
	Overlay string
	// Without says what to do for a sensor that has no overlay; may be empty.
	Without string
}

// A Chip is a sensor of type S on I²C. All fields but Fault, Port and Address must be set.
type Chip[S any] struct {
	Title     string // as in Spec
	Package   string // begins the errors, such as "light"
	Addresses []int  // as in Spec
	Port      string // the value of the key port; empty for [bus.DefaultI2C]
	Address   int    // the value of the key address; 0 for the first of Addresses
	// Open opens the sensor on a bus, which the sensor then owns, even if it fails.
	Open  func(i2c.BusCloser) (S, error)
	Fault error // of the keys, which Plan returns
}

// Plan returns the plan of the chip, or Fault, or the faults of its port.
func (c Chip[S]) Plan() (Plan[S], error) {
	if c.Fault != nil {
		return Plan[S]{}, c.Fault
	}
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
	return append(all, header.Terminal{Name: "VCC", Source: header.Volts33},
		header.Terminal{Name: "GND", Source: header.Ground})
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
