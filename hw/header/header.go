// SPDX-License-Identifier: Apache-2.0

// Package header knows the 40-pin header of a Raspberry Pi and the lines of a Compute
// Module, and shows how devices are connected to them: as a table and as a picture.
package header

import (
	"cmp"
	"fmt"
	"slices"
)

// Pins is the number of pins of the header.
const Pins = 40

// A Source is what a terminal is connected to: the number of a GPIO line, or one
// of the constants.
type Source int

// What terminals are connected to besides GPIO lines.
const (
	Ground  Source = -1 - iota
	Volts33        // 3.3 V of the header
	Volts5         // 5 V of the header, for what takes less than an ampere
	Supply         // 5 V of a supply of the device's own
)

// A Terminal is a connection of a device. The zero value is not a useful one.
type Terminal struct {
	Name string // as it is printed on the device
	Source
	// Shifted says that a level shifter belongs between the Pi and the terminal,
	// because the device wants more than the 3.3 V of a GPIO line. A Board has its
	// own.
	Shifted bool
}

// A Device is connected to the header.
type Device struct {
	Name      string // for people
	Board     bool   // it is plugged onto the header: no wires
	Terminals []Terminal
	Parts     []Part  // to buy for it; nil = one of its name
	Amperes   float64 // that it takes of 5 V at most; 0 where the reserve of any supply is enough
}

// lines is the GPIO of each pin of the header that has one (raspberrypi.com,
// "Raspberry Pi hardware", GPIO and the 40-pin header).
var lines = map[int]Source{
	3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23,
	18: 24, 19: 10, 21: 9, 22: 25, 23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5,
	31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
	1: Volts33, 17: Volts33, 2: Volts5, 4: Volts5,
	6: Ground, 9: Ground, 14: Ground, 20: Ground, 25: Ground, 30: Ground, 34: Ground, 39: Ground,
}

// String returns "GPIO 10", "ground", "3.3 V", "5 V" or "5 V of its supply".
func (s Source) String() string {
	switch s {
	case Ground:
		return "ground"
	case Volts33:
		return "3.3 V"
	case Volts5:
		return "5 V"
	case Supply:
		return "5 V of its supply"
	}
	return fmt.Sprintf("GPIO %d", int(s))
}

// Pin returns the pin of the header where a source is, of several the one nearest
// to the pin near; 0 if the header does not have it.
func (s Source) Pin(near int) int {
	var all []int
	for pin, line := range lines {
		if line == s {
			all = append(all, pin)
		}
	}
	if len(all) == 0 {
		return 0
	}
	return slices.MinFunc(all, func(a, b int) int {
		return cmp.Or(cmp.Compare(max(a-near, near-a), max(b-near, near-b)), cmp.Compare(a, b))
	})
}

// pins returns the pin of each terminal in the socket. Ground and 3.3 V are taken near
// the device's first line.
func (d Device) pins(in socket) []int {
	near := 1
	for _, t := range d.Terminals {
		if t.Source >= 0 {
			near = in.pin(t.Source, 1)
			break
		}
	}
	var all []int
	for _, t := range d.Terminals {
		all = append(all, in.pin(t.Source, near))
	}
	return all
}
