// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/internal/must"
)

// A slow is a pulser whose pulses each take a time of a clock that stands still
// otherwise.
type slow struct {
	instant
	clock *time.Duration
	takes time.Duration
}

func (p slow) pulse(plane int) {
	*p.clock += p.takes
	p.instant.pulse(plane)
}

// TestRefreshRests: after each refresh the thread sleeps until a time that lies ahead
// by the share that other programs need, and not at all where the pulses have let it
// sleep for long enough.
func TestRefreshRests(t *testing.T) {
	const (
		us    = time.Microsecond
		began = time.Hour
	)
	for _, row := range []struct {
		name       string
		processors int
		idle       time.Duration
		want       time.Duration // after the end of a refresh of 960 µs; 0 for no rest
	}{
		{"a board of four processors", 4, 0, 64 * us},
		{"a board of one", 1, 0, 320 * us},
		{"pulses that let it sleep a little", 1, 120 * us, 200 * us},
		{"pulses that let it sleep for long", 1, 320 * us, 0},
	} {
		r := newRig(t, Config{Rows: 16, Cols: 16, Planes: 4})
		s, tape := r.scan()
		clock, until := began, []time.Duration(nil)
		s.pulser = slow{s.pulser.(instant), &clock, 960 * us / time.Duration(s.Addresses*s.Planes)}
		s.now, s.sleepUntil = func() time.Duration { return clock }, func(t time.Duration) { until = append(until, t) }
		s.processors, s.sleeps = row.processors, row.idle
		frame := make([]byte, 4*(s.turns.size+1)) // one dark picture, and how many there are
		words(frame)[s.turns.size] = 1
		var want []time.Duration
		for range 2 {
			tape.Rewind()
			must.Do(t, s.Refresh(frame))
			if row.want > 0 {
				want = append(want, clock+row.want)
			}
			clock += row.want
		}
		if !slices.Equal(until, want) {
			t.Errorf("%s: sleeps until %v, want %v", row.name, until, want)
		}
	}
}

// outputs are the pins that a tape's stores have made outputs.
func outputs(regs *gpiomem.Regs) (mask uint32) {
	for pin := range 28 {
		if regs.Function(pin) == gpiomem.Output {
			mask |= 1 << pin
		}
	}
	return mask
}

// TestAnotherWiringsLinesBecomeInputs: whichever wiring drove the pins before,
// those that the new one does not drive are inputs before it drives any.
func TestAnotherWiringsLinesBecomeInputs(t *testing.T) {
	for _, from := range wiringNames() {
		for _, to := range wiringNames() {
			before := must.Get(wiringNamed(Wiring(from)))(t)
			r := newRig(t, Config{Rows: 8, Cols: 16, Planes: 4, Wiring: Wiring(to)})
			tape := gpiomem.NewTape(1000)
			regs := tape.Regs()
			all := before.all(before.chains(), 5)
			regs.Drive(all, 1<<before.OE)
			r.wire.release(regs, 0)
			if left := outputs(regs) &^ r.wire.Pins.all(1, r.wire.Lines); left != 0 {
				t.Errorf("from %s to %s: lines %#x are outputs still when the first one is driven", from, to, left)
			}
			newScan(&r.wire, regs, newTimed(&r.wire, regs))
			if got, want := outputs(regs), r.wire.Pins.all(1, r.wire.Lines); got != want {
				t.Errorf("from %s to %s: outputs %#x, want %#x", from, to, got, want)
			}
		}
	}
}

// TestReleaseLeavesOthersAlone: what others use stays theirs.
func TestReleaseLeavesOthersAlone(t *testing.T) {
	r := newRig(t, Config{Rows: 8, Cols: 16, Planes: 4, Wiring: "adafruit-hat"})
	tape := gpiomem.NewTape(1000)
	regs := tape.Regs()
	const chipSelects, clock, button = 1<<7 | 1<<8, 11, 19
	regs.Drive(chipSelects|1<<25, chipSelects)
	regs.SetFunction(clock, gpiomem.Alt0)
	stores := tape.Len()
	r.wire.release(regs, chipSelects)
	if got := outputs(regs); got != chipSelects {
		t.Errorf("outputs %#x, want those that the kernel holds, %#x", got, chipSelects)
	}
	if regs.Function(clock) != gpiomem.Alt0 || regs.Function(button) != gpiomem.Input {
		t.Error("a line that is no output was changed")
	}
	if tape.Len() != stores+1 {
		t.Errorf("%d stores, want one, to line 25", tape.Len()-stores)
	}
}
