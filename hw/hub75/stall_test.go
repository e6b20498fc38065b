// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"image"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pio/piotest"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/must"
)

// streams are panels of each kind of programs for the Pi 5.
func streams() map[string]Config {
	return map[string]Config{
		"packed":                         {Rows: 8, Cols: 16, Planes: 6},
		"packed, with a line apart":      {Rows: 16, Cols: 33, Planes: 4, Wiring: "electrodragon"},
		"packed by two machines":         {Rows: 8, Cols: 16, Planes: 5, Wiring: "adafruit-hat"},
		"packed by two, no dark columns": {Rows: 8, Cols: 10, Planes: 4, Wiring: "adafruit-hat"},
		"packed by two, of 64 columns":   {Rows: 32, Planes: 4, Wiring: "adafruit-hat-pwm"},
		"six lines side by side": {Rows: 8, Cols: 16, Planes: 4,
			Wiring: "oe=18 clk=17 lat=4 address=22,23,24 chain=7,8,9,10,11,12"},
		"two machines without one apart": {Rows: 8, Cols: 16, Planes: 4,
			Wiring: "oe=18 clk=17 lat=4 address=22,23,24 chain=7,8,9,12,13,14"},
		"plain, two chains":               {Rows: 8, Cols: 16, Planes: 5, Parallel: 2},
		"plain, chips that are set up":    {Rows: 8, Cols: 16, Planes: 4, Init: "FM6126A"},
		"packed, rows by shift registers": {Rows: 16, Cols: 16, Planes: 4, RowAddress: "abc-shift"},
		"plain, rows by shift registers":  {Rows: 16, Cols: 16, Planes: 4, RowAddress: "sm5266", Parallel: 2},
		"packed, inverse":                 {Rows: 8, Cols: 16, Planes: 4, Inverse: true, Wiring: "adafruit-hat"},
		"packed, settling":                {Rows: 8, Cols: 16, Planes: 4, Settle: Duration(3 * time.Microsecond)},
	}
}

// TestStalls: whenever words of any machine come late, every value is right and no pulse
// is longer or shorter than it is meant to be.
func TestStalls(t *testing.T) {
	rates := []float64{0.9, 0, 0.01, 0.3, 0.99}
	if testing.Short() { // one goroutine steps through all of it: the race detector is slow there and finds nothing
		rates = rates[:1]
	}
	for name, c := range streams() {
		for seed, often := range rates {
			r := newRig(t, c)
			rng := rand.New(rand.NewPCG(uint64(seed), 5))
			i := r.interpreter()
			// At times one machine waits for long, at times another.
			slow, until := 0, 0
			i.block.Late = func(machine int) bool {
				if until--; until < 0 {
					slow, until = rng.IntN(4), rng.IntN(3000)
				}
				return rng.Float64() < often || machine == slow && often > 0 && rng.Float64() < 0.999
			}
			s := newStream(&r.wire, i)
			e := streamEncoder(&r.config, r.geometry, &r.wire, pixel.Dither{})
			frame := make([]byte, 4*e.frameSize())
			must.Do(t, s.start())
			for round := range 2 {
				m := random(r.geometry.size, uint64(10*seed+round))
				e.pack(words(frame), m)
				must.Do(t, s.Refresh(frame))
				if err := r.emulator.Compare(m, 1); err != nil {
					t.Fatalf("%s, late %v of the time, refresh %d: %v", name, often, round, err)
				}
				exactPulses(t, r, fmt.Sprintf("%s, late %v of the time", name, often))
			}
		}
	}
}

// exactPulses holds each pulse to its length.
func exactPulses(t *testing.T, r *rig, name string) {
	t.Helper()
	for address := range r.geometry.addresses {
		lit := r.emulator.Pulses(address)
		if len(lit) != r.config.Planes {
			t.Fatalf("%s: address %d had %d pulses", name, address, len(lit))
		}
		for plane, lit := range lit {
			if want := (time.Duration(r.config.LSB) << plane); lit < want-3*time.Nanosecond || lit > want+3*time.Nanosecond {
				t.Fatalf("%s: address %d, plane %d is lit for %v, want %v", name, address, plane, lit, want)
			}
		}
	}
}

// TestStreamsEndDark: wherever the words of each machine end, the light goes off.
func TestStreamsEndDark(t *testing.T) {
	for name, c := range streams() {
		r := newRig(t, c)
		var sent [][]uint32
		s := newStream(&r.wire, recorder(func(machine int, words []uint32) {
			for len(sent) <= machine {
				sent = append(sent, nil)
			}
			sent[machine] = append(sent[machine], words...)
		}))
		e := streamEncoder(&r.config, r.geometry, &r.wire, pixel.Dither{})
		frame := make([]byte, 4*e.frameSize())
		e.pack(words(frame), random(r.geometry.size, 1))
		must.Do(t, s.start())
		must.Do(t, s.Refresh(frame))
		rng := rand.New(rand.NewPCG(1, 2))
		for range 12 {
			b := piotest.New(1<<r.wire.Pins.OE, r.wire.programs()...)
			levels, lit, longest := uint32(1)<<r.wire.Pins.OE, time.Duration(0), time.Duration(0)
			for machine, words := range sent {
				b.Send(machine, words[:rng.IntN(len(words)+1)])
			}
			must.Do(t, b.Run(func(at time.Duration, l uint32) {
				if levels>>r.wire.Pins.OE&1 != 0 && l>>r.wire.Pins.OE&1 == 0 {
					lit = at
				}
				if levels>>r.wire.Pins.OE&1 == 0 && l>>r.wire.Pins.OE&1 != 0 {
					longest = max(longest, at-lit)
				}
				levels = l
			}))
			if most := time.Duration(r.config.LSB)<<(r.config.Planes-1) + 3; levels>>r.wire.Pins.OE&1 == 0 || longest > most {
				t.Fatalf("%s: lit at the end: %v, longest pulse %v of %v", name, levels>>r.wire.Pins.OE&1 == 0, longest, most)
			}
		}
	}
}

// recorder is a PIO device that hands on what it is sent.
type recorder func(machine int, words []uint32)

func (r recorder) Send(machine int, words []uint32) error {
	r(machine, words)
	return nil
}

// TestWordsOfALine are counted: by them a Pi 5 is fast enough.
func TestWordsOfALine(t *testing.T) {
	for _, row := range []struct {
		why      string
		c        Config
		a, b     float64 // words of a line for the first machine and the second
		programs int     // instructions of all
	}{
		{"five columns a word, one line apart", Config{Rows: 64}, 13, 0, 23},
		{"the same and sixteen columns a word", Config{Rows: 64, Wiring: "adafruit-hat"}, 13, 65.0 / 16, 31},
		{"a word a column with more chains", Config{Rows: 64, Parallel: 2}, 64, 0, 19},
		{"two panels in a chain", Config{Rows: 64, Chain: 2}, 26, 0, 23},
	} {
		r := newRig(t, row.c)
		i := r.interpreter()
		r.streamed(t, random(r.geometry.size, 1), 1, i)
		lines := float64(r.geometry.addresses * r.config.Planes)
		second, last := 0.0, len(r.wire.programs())-1
		if last == 2 {
			second = float64(i.block.Sent(1)) / lines
		}
		if a := float64(i.block.Sent(0)-1) / lines; a != row.a || second != row.b {
			t.Errorf("%s: %v and %v words a line, want %v and %v", row.why, a, second, row.a, row.b)
		}
		if control := float64(i.block.Sent(last)) / lines; control != 3 && row.c.RowAddress == "" && control > 3.2 {
			t.Errorf("%s: the controller takes %v words a line", row.why, control)
		}
		n := 0
		for _, p := range r.wire.programs() {
			n += len(p.Code)
		}
		if n != row.programs || n > 32 {
			t.Errorf("%s: %d instructions, want %d of 32", row.why, n, row.programs)
		}
	}
}

// TestChipsThatLostTheirSupplyWakeUp: FM6126A are set up again while the picture
// stands still, which neither lights anything nor spoils the picture.
func TestChipsThatLostTheirSupplyWakeUp(t *testing.T) {
	for name, way := range map[string]func(*rig, *testing.T) (*encoder, func(frame []byte), func()){
		"registers": healedScan, "PIO": healedStream,
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, Config{Rows: 16, Cols: 16, Chain: 2, Planes: 4, Init: "FM6126A"})
			m := random(r.geometry.size, 3)
			e, refresh, later := way(r, t)
			frame := make([]byte, 4*e.frameSize())
			e.pack(words(frame), m)
			refresh(frame)
			must.Do(t, r.emulator.Compare(m, 1))
			r.emulator.asleep = true
			clear(r.emulator.value)
			refresh(frame)
			if r.emulator.Compare(m, 1) == nil {
				t.Fatal("the emulated chips work without being set up")
			}
			later()
			refresh(frame)
			refresh(frame)
			if err := r.emulator.Compare(m, 1); err != nil {
				t.Errorf("after %v: %v", bus.HealEvery, err)
			}
			must.Do(t, r.emulator.Err())
		})
	}
}

// healedScan refreshes by registers; the last function lets time pass.
func healedScan(r *rig, t *testing.T) (*encoder, func(frame []byte), func()) {
	s, tape := r.scan()
	return newEncoder(&r.config, r.geometry, &r.wire.Pins, pixel.Dither{}), func(frame []byte) {
		must.Do(t, s.Refresh(frame))
		r.play(tape)
	}, func() { s.woken -= bus.HealEvery }
}

// healedStream is the same by PIO.
func healedStream(r *rig, t *testing.T) (*encoder, func(frame []byte), func()) {
	s := newStream(&r.wire, r.interpreter())
	must.Do(t, s.start())
	return streamEncoder(&r.config, r.geometry, &r.wire, pixel.Dither{}), func(frame []byte) {
		must.Do(t, s.Refresh(frame))
	}, func() { s.woken -= bus.HealEvery }
}

// TestRecordingGoesOn: a recorded panel is refreshed like a real one, if not as
// often.
func TestRecordingGoesOn(t *testing.T) {
	e := must.Get(NewEmulator(Config{Rows: 8, Cols: 16, Planes: 4}))(t)
	p := e.Panel()
	m := random(p.Bounds().Size(), 1)
	must.Do(t, p.Draw(p.Bounds(), m, image.Point{}))
	must.Equal(t, p.RefreshAfter(), bus.HealEvery, "refreshed after")
	clear(e.value)
	for range 2 {
		must.Do(t, p.Refresh())
	}
	must.Do(t, e.Compare(m, 1))
}
