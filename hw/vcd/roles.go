// SPDX-License-Identifier: Apache-2.0

package vcd

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

// ErrExchanged is of a capture whose lines cannot carry the bus: two are exchanged, a channel
// is on another wire, or it is noise.
var ErrExchanged = errors.New("the lines do not carry the bus")

// roles are the lines of a bus by how often they may change: no other line of a bus changes
// more often than its clock, data at most about once a period of it, and a slow line, such as
// a chip select, at most once a byte.
type roles struct {
	clock int
	data  []int
	slow  []int
}

// Roles are held against what has been read each so many instants, and at the end; a line may
// change so many times more than its role says.
const (
	heldEvery = 4096
	heldSlack = 64
)

// Expect says which lines of the bus are its clock, its data and slow ones. From then on a
// capture that contradicts it ends with [ErrExchanged], and with a sentence that names the
// lines. It finds the lines as the other methods do.
func (d *Reader) Expect(w Wiring, clock string, data, slow []string) (err error) {
	find := func(name string) int {
		n, fault := w.find(d, name)
		err = errors.Join(err, fault)
		return n
	}
	r := &roles{clock: find(clock)}
	for _, name := range data {
		r.data = append(r.data, find(name))
	}
	for _, name := range slow {
		r.slow = append(r.slow, find(name))
	}
	d.roles = r
	return err
}

// count notes which lines have changed, and holds the roles against it from time to time.
func (d *Reader) count() error {
	for c := d.counted ^ d.level; c != 0; c &= c - 1 {
		d.changes[bits.TrailingZeros64(c)]++
	}
	d.counted = d.level
	if d.instants++; d.instants%heldEvery == 0 {
		return d.held()
	}
	return nil
}

// held returns nil if the lines may carry the bus, as far as they have been read.
func (d *Reader) held() error {
	if d.roles == nil {
		return nil
	}
	wrong := d.roles.wrong(d.changes[:])
	if wrong < 0 {
		return nil
	}
	for _, pair := range d.pairs() {
		a, b := pair[0], pair[1]
		if d.roles.exchanged(a, b).wrong(d.changes[:]) < 0 {
			return fmt.Errorf("vcd: %w: %s and %s look exchanged: %s changes %d times, %s %d times", ErrExchanged,
				d.names[a], d.names[b], d.names[a], d.changes[a], d.names[b], d.changes[b])
		}
	}
	return fmt.Errorf("vcd: %w: %s changes %d times, the clock %s %d times: noise, other wires, or too few samples a second",
		ErrExchanged, d.names[wrong], d.changes[wrong], d.names[d.roles.clock], d.changes[d.roles.clock])
}

// wrong returns a line that changes more often than it may beside the clock, -1 if there is none.
func (r *roles) wrong(changes []int) int {
	clock := changes[r.clock]
	for _, n := range r.data {
		if changes[n] > clock*5/8+heldSlack { // of I²C, where data also begins and ends a message
			return n
		}
	}
	for _, n := range r.slow {
		if changes[n] > clock/8+heldSlack {
			return n
		}
	}
	return -1
}

// pairs are the lines that may have been exchanged, the likeliest first: the clock with the
// busiest line of the capture, then the others.
func (d *Reader) pairs() (all [][2]int) {
	var lines []int
	for n := range d.names {
		lines = append(lines, n)
	}
	slices.SortStableFunc(lines, func(a, b int) int { return d.changes[b] - d.changes[a] })
	for _, n := range lines {
		all = append(all, [2]int{d.roles.clock, n})
	}
	for _, a := range d.roles.data {
		for _, b := range d.roles.slow {
			all = append(all, [2]int{a, b})
		}
	}
	return all
}

// exchanged returns the roles with two lines exchanged.
func (r *roles) exchanged(a, b int) *roles {
	other := func(n int) int {
		switch n {
		case a:
			return b
		case b:
			return a
		}
		return n
	}
	out := &roles{clock: other(r.clock)}
	for _, n := range r.data {
		out.data = append(out.data, other(n))
	}
	for _, n := range r.slow {
		out.slow = append(out.slow, other(n))
	}
	return out
}
