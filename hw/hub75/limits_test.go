// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/internal/must"
)

// TestLimits: the ends of every range are allowed, what lies next to them is not.
func TestLimits(t *testing.T) {
	lsb := func(d time.Duration) Duration { return Duration(d) }
	for _, row := range []struct {
		why string
		c   Config
		ok  bool
	}{
		{"the fewest rows", Config{Rows: 8}, true},
		{"fewer", Config{Rows: 7}, false},
		{"the most rows", Config{Rows: 64}, true},
		{"more", Config{Rows: 65}, false},
		{"the fewest columns", Config{Cols: 8}, true},
		{"fewer", Config{Cols: 7}, false},
		{"the most columns", Config{Cols: 256}, true},
		{"more", Config{Cols: 257}, false},
		{"the longest chain", Config{Cols: 64, Chain: 16}, true},
		{"the longest chain of wide panels", Config{Cols: 256, Chain: 4}, true},
		{"a column more", Config{Cols: 205, Chain: 5}, false},
		{"longer", Config{Cols: 8, Chain: 17}, false},
		{"shorter than one", Config{Chain: -1}, false},
		{"the most chains", Config{Parallel: 3}, true},
		{"less than one", Config{Parallel: -1}, false},
		{"a panel in each row", Config{Cols: 8, Chain: 16, Fold: 16}, true},
		{"fewer rows than one", Config{Fold: -1}, false},
		{"the fewest planes", Config{Planes: 4}, true},
		{"the most planes", Config{Planes: 11}, true},
		{"the shortest pulse", Config{LSB: lsb(50 * time.Nanosecond)}, true},
		{"shorter", Config{LSB: lsb(49 * time.Nanosecond)}, false},
		{"the longest pulse of 11 planes", Config{LSB: lsb(3 * time.Microsecond)}, true},
		{"longer", Config{LSB: lsb(3*time.Microsecond + 1)}, false},
		{"the longest of all", Config{LSB: lsb(20 * time.Microsecond), Planes: 4}, true},
		{"longer", Config{LSB: lsb(20*time.Microsecond + 1), Planes: 4}, false},
		{"no slowdown", Config{Slowdown: new(0)}, true},
		{"less than none", Config{Slowdown: new(-1)}, false},
		{"the most slowdown", Config{Slowdown: new(8)}, true},
		{"more", Config{Slowdown: new(9)}, false},
		{"the least gamma", Config{Gamma: 1}, true},
		{"less", Config{Gamma: 0.99}, false},
		{"the most gamma", Config{Gamma: 4}, true},
		{"more", Config{Gamma: 4.01}, false},
		{"the pio without the block", Config{Backend: "pio", Pulses: "timed"}, true},
		{"the block with the registers", Config{Backend: "bcm", Pulses: "pwm"}, true},
		{"a recording", Config{GPIO: "vcd:x"}, true},
	} {
		if _, err := NewEmulator(row.c); (err == nil) != row.ok {
			t.Errorf("%s, %+v: %v, allowed is %v", row.why, row.c, err, row.ok)
		}
	}
}

// TestRowChangesWhileItIsLit: the rows before and after would both be seen, in
// the same columns.
func TestRowChangesWhileItIsLit(t *testing.T) {
	for _, row := range []struct {
		why   string
		moves func(e *Emulator, address, light uint32)
		ok    bool
	}{
		{"in the dark", func(e *Emulator, address, light uint32) {
			e.Store(gpiomem.OutputSet, address)
			e.Store(gpiomem.OutputClear, address)
		}, true},
		{"a line of the address rises", func(e *Emulator, address, light uint32) {
			e.Store(gpiomem.OutputClear, light)
			e.Store(gpiomem.OutputSet, address)
		}, false},
		{"a line of the address falls", func(e *Emulator, address, light uint32) {
			e.Store(gpiomem.OutputSet, address)
			e.Store(gpiomem.OutputClear, light)
			e.Store(gpiomem.OutputClear, address)
		}, false},
		{"another line moves", func(e *Emulator, address, light uint32) {
			e.Store(gpiomem.OutputClear, light)
			e.Store(gpiomem.OutputSet, 1<<e.pins.Colour[0][0])
		}, true},
	} {
		e := must.Get(NewEmulator(Config{Rows: 8, Cols: 16, Planes: 4}))(t)
		row.moves(e, 1<<e.pins.Address[0], 1<<e.pins.OE)
		if e.err == nil != row.ok {
			t.Errorf("%s: %v", row.why, e.err)
		}
	}
}

// TestAskedInTheMiddle: a pass that Err has counted is over, and the same row may
// be lit again.
func TestAskedInTheMiddle(t *testing.T) {
	r := newRig(t, Config{Rows: 8, Cols: 16, Planes: 4})
	r.byRegisters(t, random(r.geometry.size, 1), 1)
	for range 3 {
		must.Do(t, r.emulator.Err())
		for plane := range 4 { // the last row once more
			r.emulator.pulse(time.Microsecond << plane)
		}
	}
	r.byRegisters(t, random(r.geometry.size, 2), 1)
	if err := r.emulator.Err(); err != nil {
		t.Error(err)
	}
}

// TestFramesAreCounted from one first row to the next.
func TestFramesAreCounted(t *testing.T) {
	r := newRig(t, Config{Rows: 8, Cols: 16, Planes: 4})
	for n := range 3 {
		r.byRegisters(t, random(r.geometry.size, 1), 1)
		if got := r.emulator.Frames(); got != n {
			t.Errorf("after %d refreshes %d are over, want %d", n+1, got, n)
		}
	}
}
