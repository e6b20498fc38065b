// SPDX-License-Identifier: Apache-2.0

package walltime

import (
	"sync/atomic"
	"time"
)

// A Zone is the time zone of the device, shared by all that tell wall times, which may become
// another one while they run. nil and the zero value are the system's. Any goroutine may use it.
type Zone struct{ at atomic.Pointer[time.Location] }

// NewZone returns the zone at; nil is the system's.
func NewZone(at *time.Location) *Zone {
	z := new(Zone)
	z.Set(at)
	return z
}

// Location returns the zone as it is now, never nil.
func (z *Zone) Location() *time.Location {
	if z != nil {
		if at := z.at.Load(); at != nil {
			return at
		}
	}
	return time.Local
}

// Set makes at the zone; nil is the system's.
func (z *Zone) Set(at *time.Location) { z.at.Store(at) }
