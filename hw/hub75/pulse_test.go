// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
)

// TestTimedPulses: short ones are over when pulse returns, long ones last until
// wait; neither is cut short.
func TestTimedPulses(t *testing.T) {
	// A CPU that was held up while its counting was measured counts faster later on.
	for try := 1; ; try++ {
		short := timedPulses(t)
		if short == "" {
			return
		}
		if try == 20 {
			t.Fatal(short)
		}
	}
}

// timedPulses says which pulse is too short.
func timedPulses(t *testing.T) (short string) {
	t.Helper()
	w := &wire{Planes: 11, LSB: 130 * time.Nanosecond}
	w.Pins, _ = wiringNamed("regular")
	tape := gpiomem.NewTape(100)
	l := newTimed(w, tape.Regs())
	l.async = 20 * time.Microsecond
	for plane, lit := range w.pulses() {
		tape.Rewind()
		start := time.Now()
		l.pulse(plane)
		writes := tape.Len()
		if late, err := l.wait(); err != nil || late < 0 {
			t.Errorf("plane %d: %v late, %v", plane, late, err)
		}
		if took := time.Since(start); took < lit-lit/4 {
			short = fmt.Sprintf("plane %d is lit for %v, want %v", plane, took, lit)
		}
		if tape.Len() != 2 || (writes == 2) != (lit < l.async) {
			t.Errorf("plane %d: %d writes in pulse, %d in all", plane, writes, tape.Len())
		}
	}
	tape.Rewind()
	if late, err := l.wait(); late != 0 || err != nil || tape.Len() != 0 {
		t.Errorf("wait in darkness: %v, %v, %d writes", late, err, tape.Len())
	}
	return short
}

// TestPinOfThePWMBlock: where the block switches the light, the scan leaves its
// pin alone.
func TestPinOfThePWMBlock(t *testing.T) {
	r := newRig(t, Config{Rows: 8, Cols: 16, Planes: 4})
	tape := gpiomem.NewTape(1000)
	newScan(&r.wire, tape.Regs(), &hardware{})
	oe := uint32(1) << r.wire.Pins.OE
	for i := range tape.Len() {
		offset, v := tape.At(i)
		if (offset == gpiomem.OutputSet || offset == gpiomem.OutputClear) && v&oe != 0 {
			t.Fatal("the scan drives the light")
		}
		if offset == gpiomem.FunctionSelect+4 && v>>(r.wire.Pins.OE%10*3)&7 != 0 {
			t.Fatal("the scan takes the light's pin")
		}
	}
}

func TestRestKeepsTheKernelFromStoppingTheThread(t *testing.T) {
	busy := &wire{Planes: 8, LSB: 130 * time.Nanosecond, Addresses: 16}
	if d := rest(time.Millisecond, busy.idle(), 4); d < time.Millisecond/19 {
		t.Errorf("short pulses only: %v of rest in 1 ms, want 5 %% at least", d)
	}
	if d := rest(time.Millisecond, busy.idle(), 1); d < time.Millisecond/4 {
		t.Errorf("short pulses on one processor: %v of rest in 1 ms, want a quarter at least", d)
	}
	full := &wire{Planes: 11, LSB: 130 * time.Nanosecond, Addresses: 16}
	if full.idle() < 16*90*time.Microsecond {
		t.Errorf("pulses of 133 µs let the thread sleep %v in all", full.idle())
	}
	if d := rest(4500*time.Microsecond, full.idle(), 4); d > 100*time.Microsecond {
		t.Errorf("long pulses: %v of rest besides", d)
	}
}
