// SPDX-License-Identifier: Apache-2.0

package vcd

import "time"

// Levels calls f with the levels of lines of the bus, in their order, whenever one of
// them has changed, and once when the capture begins. f must not keep high.
func (d *Reader) Levels(w Wiring, f func(at time.Duration, high []bool) error, lines ...string) error {
	at, mask, high := make([]int, len(lines)), uint64(0), make([]bool, len(lines))
	for i, name := range lines {
		n, err := w.find(d, name)
		if err != nil {
			return err
		}
		at[i], mask = n, mask|1<<n
	}
	begun := false
	return d.edges(func(t time.Duration, was, is uint64) error {
		if begun && (was^is)&mask == 0 {
			return nil
		}
		begun = true
		for i, n := range at {
			high[i] = is>>n&1 == 1
		}
		return f(t, high)
	})
}
