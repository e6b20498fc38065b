// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"errors"
	"slices"
)

// A part of a panel that stays dark.
const deadPart = ": a driver chip of it, or a joint between two chips, is broken"

var (
	errFar  = errors.New("the LEDs far from the panel's plug stay dark" + deadPart)
	errPart = errors.New("a part of the panel stays dark" + deadPart)
)

// findDark returns an error if an arrangement explains all that was seen but LEDs that stay
// dark; it lights one more LED, next to the plug.
func (r *run) findDark() error {
	const near = 3 // columns from the plug
	dark := -1
	for at, led := range r.seen {
		if led == nothing && (dark < 0 || at.back < dark) {
			dark = at.back
		}
	}
	if dark <= near || dark >= r.size.X || len(r.lightable()) == 0 {
		return nil
	}
	if _, err := r.light(spot{near, r.codes()[2], 0}); err != nil || len(r.lightable()) == 0 {
		return err
	}
	return errFar
}

// lightable are the arrangements that have all LEDs that were seen, whatever stays dark.
func (r *run) lightable() []arrangement {
	return slices.DeleteFunc(r.arrangements(r.kind.addresses), func(a arrangement) bool {
		for at, led := range r.seen {
			if led != nothing && a.at(at) != led {
				return true
			}
		}
		return false
	})
}
