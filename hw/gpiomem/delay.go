// SPDX-License-Identifier: Apache-2.0

package gpiomem

import "time"

// short is the longest delay that is timed by counting: reading the clock takes
// up to 1 µs where the kernel does it (ARMv6 has no counter that programs can
// read).
const short = 4 * time.Microsecond

// A Delay waits more exactly than a clock can: short times by counting, at the
// speed that [Calibrate] found. The zero Delay does not wait for short times.
type Delay struct {
	per float64 // counts a nanosecond
}

// Calibrate measures how fast this CPU counts, for some 10 ms, so that it
// runs at its full clock in the end. The fastest of many runs counts: a slower
// one was interrupted.
func Calibrate() Delay {
	const n = 2000
	var d Delay
	for begin := time.Now(); time.Since(begin) < 10*time.Millisecond; {
		start := time.Now()
		spin(n)
		if t := time.Since(start); t > 0 {
			d.per = max(d.per, n/float64(t))
		}
	}
	return d
}

// Wait returns after t, never earlier by more than the clock's step.
func (d Delay) Wait(t time.Duration) {
	if t <= short {
		spin(int(d.per * float64(t)))
		return
	}
	for start := time.Now(); time.Since(start) < t; {
	}
}
