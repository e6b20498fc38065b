// SPDX-License-Identifier: Apache-2.0

package tm1640

import (
	"fmt"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/vcd"
)

// Lines are the two lines of the bus.
type Lines interface {
	// Set sets both at once, at least half a microsecond after the last time.
	Set(data, clock bool) error
	Close() error
}

// wire speaks the bus's protocol. At rest both lines are high; data changes while the
// clock is low, and is taken where it rises (datasheet, "Interface interpretation").
type wire struct{ Lines }

// send sends one message.
func (w wire) send(bytes []byte) error {
	// A clock that is already high, data that falls: the start.
	steps := [...][2]bool{{true, true}, {false, true}, {false, false}}
	if err := w.steps(steps[:]); err != nil {
		return err
	}
	for _, b := range bytes {
		for bit := range 8 {
			high := b>>bit&1 == 1
			steps := [...][2]bool{{high, false}, {high, true}, {high, false}}
			if err := w.steps(steps[:]); err != nil {
				return err
			}
		}
	}
	steps = [...][2]bool{{false, false}, {false, true}, {true, true}}
	return w.steps(steps[:])
}

func (w wire) steps(all [][2]bool) error {
	for _, s := range all {
		if err := w.Set(s[0], s[1]); err != nil {
			return fmt.Errorf("tm1640: %w", err)
		}
	}
	return nil
}

// openLines opens the lines of a Config, or their recording.
func openLines(r resolved) (Lines, error) {
	if path, ok := bus.Recording(r.Port); ok {
		w, err := vcd.Create(path, vcd.Line{Name: vcd.Clock}, vcd.Line{Name: vcd.Data})
		if err != nil {
			return nil, err
		}
		return &recorder{w: w}, nil
	}
	o, err := gpiomem.OpenOutputs(r.data, r.clock)
	if err != nil {
		return nil, fmt.Errorf("tm1640: %w", err)
	}
	return &lines{o: o}, nil
}

// lines are the lines of the header. The call of the kernel for each step takes longer than
// the least of a pulse (datasheet: 400 ns) on a Pi 3 and before; later ones are held up.
type lines struct {
	o    *gpiomem.Outputs
	last time.Time
}

// pulse is how long a level is held at least.
const pulse = 500 * time.Nanosecond

// Set implements Lines.
func (l *lines) Set(data, clock bool) error {
	for time.Since(l.last) < pulse { // too short for the kernel's timers
	}
	var levels uint64
	if data {
		levels |= 1
	}
	if clock {
		levels |= 2
	}
	err := l.o.Set(levels, 3)
	l.last = time.Now()
	return err
}

// Close implements Lines.
func (l *lines) Close() error { return l.o.Close() }

// recorder records the lines.
type recorder struct {
	w  *vcd.Writer
	at time.Duration
}

// Set implements Lines.
func (r *recorder) Set(data, clock bool) error {
	r.at = max(r.at+10*vcd.Tick, r.w.Since())
	r.w.Set(r.at, 0, clock)
	r.w.Set(r.at, 1, data)
	return r.w.Err()
}

// Close implements Lines.
func (r *recorder) Close() error { return r.w.Close() }
