// SPDX-License-Identifier: Apache-2.0

// Package source holds what all sensors have in common that the configuration
// names: what a sensor says of itself before it is opened.
package source

import (
	"fmt"
	"io/fs"

	"periph.io/x/conn/v3/i2c"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
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

// Spec is what a sensor is and wants. The zero value wants nothing: its readings
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
