// SPDX-License-Identifier: Apache-2.0

package header

import (
	"fmt"
	"io"
	"math"
	"slices"
)

// A Part is something to buy. The zero value is not a useful one.
type Part struct {
	Name  string // for people, of one of them
	Count int    // 1 or more
}

// String returns the name, after the count if there are several: "5 × MAX7219 module".
func (p Part) String() string {
	if p.Count == 1 {
		return p.Name
	}
	return fmt.Sprintf("%d × %s", p.Count, p.Name)
}

// What a supply gives.
const (
	piAmperes = 1.5  // a Pi 4 with Wi-Fi; others but a Pi 5 take less
	reserve   = 1.25 // no supply should run at its limit
)

// supplies are the usual supplies of 5 V, in amperes.
var supplies = []float64{3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 60}

// Parts returns the parts of a build with these devices: the Pi and its card, the devices,
// level shifters for the lines that want them, and a supply that bears them all.
func Parts(devices []Device) []Part {
	list := shopping{{"Raspberry Pi with a 40-pin header", 1}}
	if socketOf(devices).module {
		list = shopping{{"Compute Module on a board", 1}}
	}
	list.add(Part{"microSD card, 4 GB or more", 1})
	amperes, wires := piAmperes, false
	for _, d := range devices {
		for _, p := range d.Parts {
			list.add(p)
		}
		if len(d.Parts) == 0 {
			list.add(Part{d.Name, 1})
		}
		amperes += d.Amperes
		wires = wires || !d.Board
	}
	switch n := shifted(devices); {
	case n > 4:
		list.add(Part{"74HCT245, a level shifter of 8 lines", (n + 7) / 8})
	case n > 0:
		list.add(Part{"74AHCT125, a level shifter of 4 lines", 1})
	}
	if list.add(supply(amperes)); wires {
		list.add(Part{"jumper wires", 1})
	}
	return list
}

// shifted is how many lines go through a level shifter.
func shifted(devices []Device) (n int) {
	for _, d := range devices {
		for _, t := range d.Terminals {
			if d.remark(t) != "" {
				n++
			}
		}
	}
	return n
}

// supply returns the smallest usual supply that gives so many amperes with some reserve, or
// several of the largest.
func supply(amperes float64) Part {
	want := amperes * reserve
	if i := slices.IndexFunc(supplies, func(a float64) bool { return a >= want }); i >= 0 {
		return Part{fmt.Sprintf("power supply 5 V, %g A", supplies[i]), 1}
	}
	largest := supplies[len(supplies)-1]
	return Part{fmt.Sprintf("power supply 5 V, %g A", largest), int(math.Ceil(want / largest))}
}

// shopping is a list of parts without the same part twice.
type shopping []Part

func (s *shopping) add(p Part) {
	if i := slices.IndexFunc(*s, func(o Part) bool { return o.Name == p.Name }); i >= 0 {
		(*s)[i].Count += p.Count
		return
	}
	*s = append(*s, p)
}

// WriteParts writes the parts of a build with these devices, a line each.
func WriteParts(w io.Writer, devices []Device) error {
	_, err := fmt.Fprintln(w, "parts")
	for _, p := range Parts(devices) {
		if err == nil {
			_, err = fmt.Fprintf(w, "  %s\n", p)
		}
	}
	return err
}

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
	return socket{
		module: slices.ContainsFunc(devices, func(d Device) bool { return slices.ContainsFunc(d.Terminals, beyond) })}
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
