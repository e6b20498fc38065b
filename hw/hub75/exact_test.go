// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/internal/must"
)

// TestTerminals are what people read beside the plugs of a panel.
func TestTerminals(t *testing.T) {
	pins := must.Get(wiringNamed("regular"))(t)
	for _, row := range []struct {
		name          string
		chains, lines int
		want          string
	}{
		{"one chain has no number", 1, 4, "[R1 G1 B1 R2 G2 B2 A B C D CLK LAT OE GND VCC]"},
		{"two chains, for small panels", 2, 3,
			"[R1 of chain 1 G1 of chain 1 B1 of chain 1 R2 of chain 1 G2 of chain 1 B2 of chain 1 " +
				"R1 of chain 2 G1 of chain 2 B1 of chain 2 R2 of chain 2 G2 of chain 2 B2 of chain 2 A B C CLK LAT OE GND VCC]"},
	} {
		all := pins.terminals(row.chains, row.lines)
		var names []string
		for _, at := range all {
			names = append(names, at.Name)
		}
		must.Equal(t, fmt.Sprint(names), row.want, row.name)
		clock := slices.IndexFunc(all, func(at header.Terminal) bool { return at.Name == "CLK" })
		if at := all[clock]; at.Source != header.Source(pins.Clock) || !at.Shifted {
			t.Errorf("%s: %+v, want GPIO %d, shifted to 5 V", row.name, at, pins.Clock)
		}
	}
}

// block stands in for the PWM block.
type block struct {
	lit time.Duration // of the last pulse
	end time.Time
}

func (b *block) Pulse(d time.Duration) { b.lit, b.end = d, time.Now().Add(d) }
func (b *block) Wait() error           { time.Sleep(time.Until(b.end)); return nil }

// TestPulsesAreWaitedFor: wait returns when the rest of the pulse is over, not after
// another whole one.
func TestPulsesAreWaitedFor(t *testing.T) {
	const lit, shifting = 10 * time.Millisecond, 5 * time.Millisecond
	w := &wire{Planes: 1, LSB: lit}
	w.Pins, _ = wiringNamed("regular")
	byProgram := newTimed(w, gpiomem.NewTape(100).Regs())
	byProgram.async = 0
	asked := new(block)
	for name, p := range map[string]pulser{"by the program": byProgram,
		"by the PWM block": &hardware{pwm: asked, lit: w.pulses()}} {
		least := time.Hour
		for range 20 { // a busy machine wakes the thread late
			begin := time.Now()
			p.pulse(0)
			time.Sleep(shifting)
			late, err := p.wait()
			if took := time.Since(begin); err != nil || late < 0 || took < lit {
				t.Fatalf("%s: %v after %v, late by %v", name, err, took, late)
			}
			if least = min(least, late); least < shifting {
				break
			}
		}
		if least >= shifting {
			t.Errorf("%s: at least %v late", name, least)
		}
		if late, err := p.wait(); late != 0 || err != nil {
			t.Errorf("%s: in darkness %v late, %v", name, late, err)
		}
	}
	must.Equal(t, asked.lit, lit, "the PWM block was asked for")
}

// TestNothingToSetUp: chips without registers are sent nothing.
func TestNothingToSetUp(t *testing.T) {
	s, tape := newRig(t, Config{Rows: 8, Cols: 16, Planes: 4}).scan()
	before := tape.Len()
	s.wake()
	if tape.Len() != before || s.woken != 0 {
		t.Errorf("%d stores at %v", tape.Len()-before, s.woken)
	}
}

// TestBlankIsNoFaster than the bus allows: a latch lasts as long as in a refresh.
func TestBlankIsNoFaster(t *testing.T) {
	const slow = 3
	s, tape := newRig(t, Config{Rows: 8, Cols: 16, Planes: 4, Slowdown: new(slow)}).scan()
	tape.Rewind()
	must.Do(t, s.Blank())
	pauses, latched := 0, false
	for i := range tape.Len() {
		switch offset, v := tape.At(i); {
		case offset == gpiomem.OutputSet && v == s.latch:
			latched = true
		case latched && offset == gpiomem.OutputClear && v == 0:
			pauses++
		case offset == gpiomem.OutputClear && v&s.latch != 0:
			latched = false
		}
	}
	if pauses != slow {
		t.Errorf("the latch lasts for %d more stores, want %d", pauses, slow)
	}
}

// TestRecordingHasNoRefresher, and says so.
func TestRecordingHasNoRefresher(t *testing.T) {
	p := must.Get(Open(Config{Rows: 8, Cols: 16, GPIO: "vcd:" + filepath.Join(t.TempDir(), "capture.vcd")}))(t)
	defer p.Close()
	if _, ok := p.Stats(); ok || p.Note() != "" {
		t.Errorf("it has one: %q", p.Note())
	}
}

// TestEndlessPulses: a capture with nothing but pulses does not fill the memory.
func TestEndlessPulses(t *testing.T) {
	e := newRig(t, Config{Rows: 8, Cols: 16, Planes: 4}).emulator
	for range 1000 {
		e.pulse(time.Microsecond)
	}
	if n := len(e.pass.lit); n > 5 {
		t.Errorf("%d pulses of one row are kept, want one more than there are planes", n)
	}
}
