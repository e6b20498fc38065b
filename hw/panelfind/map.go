// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/ledpost/ledpost/hw/hub75"
)

// errNoRule is for a panel whose LEDs follow no rule.
var errNoRule = errors.New("the LEDs of this panel follow no rule that is known, or an LED was named wrongly: " +
	"take answers back, or begin again. " + readMarks +
	"; for others a map has to be written by hand, see docs/hardware.md")

// readMarks is the last advice.
const readMarks = "If nothing helps, read the marks of the panel's chips: chips that time their light by themselves " +
	"cannot be driven, see docs/choosing.md"

// findUnknown is for a panel that no arrangement with a name explains: its wires have a fault, a part of
// it is dark, or its places have a rule of their own.
func (r *run) findUnknown() (arrangement, error) {
	if err := r.findFault(); err != nil {
		return arrangement{}, err
	}
	if r.kind.fault.broken() { // no kind lights the rows that were counted
		return arrangement{}, r.errRows()
	}
	if err := r.findDark(); err != nil {
		return arrangement{}, err
	}
	a, err := r.findMap()
	if errors.Is(err, errNoRule) && r.merged() {
		err = fmt.Errorf("the lines %s do not all arrive: "+pushIn, wires(lines(r.kind.addresses-1)...))
	}
	return a, err
}

// merged reports whether some spots light the same LED that differ in their addresses, and none that
// differ in something else.
func (r *run) merged() (same bool) {
	for a, led := range r.seen {
		for b, other := range r.seen {
			if led < 0 || led != other || a == b {
				continue
			}
			if a.back != b.back || a.half != b.half {
				return false
			}
			same = true
		}
	}
	return same
}

// powerOfTwo reports whether n is one.
func powerOfTwo(n int) bool { return n > 0 && n&(n-1) == 0 }

// findMap finds an arrangement that has no name. Panels are made of blocks of 2, 4, 8 …
// LEDs in some order and direction. Therefore each bit of the place on the wire changes
// the same bits of the place on the panel, whatever the other bits are: a spot for each
// bit says where all LEDs are. Two more spots, and all that were lit before, prove it.
func (r *run) findMap() (arrangement, error) {
	a := arrangement{Places: hub75.Places{Size: r.size, Addresses: r.kind.addresses}}
	if !powerOfTwo(r.size.X) || !powerOfTwo(r.size.Y) || !powerOfTwo(a.Addresses) {
		return a, errNoRule
	}
	origin, err := r.light(spot{})
	if err != nil {
		return a, err
	}
	lower, err := r.light(spot{half: 1})
	if err != nil {
		return a, err
	}
	a.Columns = r.size.X * r.size.Y / (2 * a.Addresses)
	if lower < 0 { // all LEDs are on the inputs of the upper half
		a.Columns *= 2
	}
	if origin < 0 || a.Columns > stretch*r.size.X {
		return a, errNoRule
	}
	columns, err := r.bits(a.Columns, func(n int) spot { return spot{back: n} })
	if err != nil {
		return a, err
	}
	addresses, err := r.bits(a.Addresses, func(n int) spot { return spot{address: n} })
	if err != nil {
		return a, err
	}
	a.fill(func(s spot) int32 {
		switch {
		case s.half == 0:
			return origin ^ changes(columns, s.back, origin) ^ changes(addresses, s.address, origin)
		case lower < 0:
			return nothing
		}
		return lower ^ changes(columns, s.back, origin) ^ changes(addresses, s.address, origin)
	})
	return a, r.prove(a)
}

// bits lights the spot of each bit of the numbers below n, a power of two.
func (r *run) bits(n int, of func(int) spot) (leds []int32, err error) {
	for bit := range bits.Len(uint(n - 1)) {
		led, err := r.light(of(1 << bit))
		if err != nil {
			return nil, err
		}
		leds = append(leds, led)
	}
	return leds, nil
}

// changes are the bits of a place that the bits of n change.
func changes(leds []int32, n int, origin int32) (changed int32) {
	for bit, led := range leds {
		if n>>bit&1 != 0 {
			changed ^= led ^ origin
		}
	}
	return changed
}

// fill writes the LED of each spot.
func (a *arrangement) fill(at func(spot) int32) {
	for address := range a.Addresses {
		for column := range a.Columns {
			for half := range 2 {
				a.LED = append(a.LED, at(spot{a.Columns - 1 - column, address, half}))
			}
		}
	}
}

// prove returns an error unless a has each LED once, and all that was seen.
func (r *run) prove(a arrangement) error {
	have := make([]bool, r.size.X*r.size.Y)
	left := len(have)
	for _, led := range a.LED {
		if led == nothing {
			continue
		}
		if led < 0 || int(led) >= len(have) || have[led] {
			return errNoRule
		}
		have[led] = true
		left--
	}
	for _, s := range []spot{{a.Columns - 1, a.Addresses - 1, 0}, {a.Columns * 5 / 8, a.Addresses / 2, 1}} {
		if _, err := r.light(s); err != nil {
			return err
		}
	}
	for s, led := range r.seen {
		if a.at(s) != led || left != 0 {
			return errNoRule
		}
	}
	return nil
}
