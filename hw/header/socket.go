// SPDX-License-Identifier: Apache-2.0

package header

import (
	"fmt"
	"slices"
)

// A socket is what devices are connected to: the header, or the lines of a Compute Module.
// Each carrier board has these on different plugs, so that a pin is a line there. Pins
// count from 1.
type socket struct{ module bool }

// headerLines and moduleLines are how many GPIO lines the header and a Compute Module have.
const headerLines, moduleLines = 28, 46

// socketOf is the lines of a Compute Module if a device is on one that the header does not
// have.
func socketOf(devices []Device) socket {
	beyond := func(t Terminal) bool { return t.Source >= headerLines }
	return socket{module: slices.ContainsFunc(devices, func(d Device) bool { return slices.ContainsFunc(d.Terminals, beyond) })}
}

// pins is how many there are.
func (s socket) pins() int {
	if s.module {
		return moduleLines
	}
	return Pins
}

// pin returns the pin of a source, of several pins the nearest to the pin near; 0 without
// such a pin.
func (s socket) pin(of Source, near int) int {
	if s.module {
		return max(int(of)+1, 0)
	}
	return of.Pin(near)
}

// label is the number of a pin for people.
func (s socket) label(pin int) int {
	if s.module {
		return pin - 1
	}
	return pin
}

// place says where a source is.
func (s socket) place(of Source, pin int) string {
	switch {
	case of == Supply || pin == 0 && !s.module:
		return "supply"
	case !s.module:
		return fmt.Sprintf("pin %d", pin)
	case pin == 0:
		return "board"
	}
	return "module"
}
