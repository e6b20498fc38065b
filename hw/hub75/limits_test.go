// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/keyerr"
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
	must.Do(t, r.emulator.Err())
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

// TestErrorsNameTheKey, beside which the page shows them.
func TestErrorsNameTheKey(t *testing.T) {
	for key, c := range map[string]Config{
		"rows": {Rows: 12, Multiplexing: "kaler2scan"}, "cols": {Cols: 7}, "chain": {Cols: 256, Chain: 5},
		"parallel": {Parallel: 2, Wiring: "adafruit-hat"},
		"fold":     {Chain: 3, Fold: 2}, "planes": {Planes: 12}, "lsb": {LSB: 1}, "slowdown": {Slowdown: new(9)},
		"gamma": {Gamma: 0.5},
		"init":  {Init: "x"}, "backend": {Backend: "x"}, "pulses": {Pulses: "pwm", Wiring: "adafruit-hat"},
		"order": {Order: "RGBW"}, "gpio": {GPIO: "vcd"},
		"wiring": {Wiring: "x"}, "multiplexing": {Rows: 16, Cols: 12, Multiplexing: "zstripe"}, "rotate": {Rotate: 1},
		"size": {Size: pixel.Size{X: 65, Y: 8}},
	} {
		if _, err := c.Plan(); keyerr.Key(err) != key {
			t.Errorf("%+v: %v, of the key %q", c, err, keyerr.Key(err))
		}
		if c.Pins() != 0 {
			t.Errorf("%s: a wrong configuration has pins", key)
		}
	}
}

// TestParameters: the refresher does without a panel of nothing.
func TestParameters(t *testing.T) {
	const whole = `{"Addresses": 1, "Width": 1, "Planes": 1, "LSB": 1}`
	must.Equal(t, must.Get(parameters([]byte(whole)))(t).Addresses, 1, "the least panel")
	for _, key := range []string{"Addresses", "Width", "Planes", "LSB"} {
		none := strings.Replace(whole, `"`+key+`": 1`, `"`+key+`": 0`, 1)
		if _, err := parameters([]byte(none)); err == nil {
			t.Errorf("%s is taken", none)
		}
	}
	if _, err := parameters([]byte("{")); err == nil {
		t.Error("half an object is taken")
	}
}

// TestPlan: what the rest of the program is told of a panel.
func TestPlan(t *testing.T) {
	for _, row := range []struct {
		why          string
		c            Config
		size         image.Point
		place        bus.Place
		onPWM, board bool
		terminals    int
	}{
		{"the usual", Config{}, image.Pt(64, 32),
			bus.Place{Kind: bus.GPIO, Pins: 1<<18 | 1<<17 | 1<<4 | 0xf<<22 | 1<<11 | 1<<27 | 0xf<<7}, true, false, 6 + 4 + 5},
		{"on a HAT, where the light is elsewhere", Config{Rows: 16, Wiring: "adafruit-hat"}, image.Pt(64, 16),
			bus.Place{Kind: bus.GPIO, Pins: 1<<4 | 1<<17 | 1<<21 | 1<<22 | 3<<26 | 1<<5 | 1<<13 | 1<<6 | 1<<12 | 1<<16 | 1<<23},
			false, true, 6 + 3 + 5},
		{"bridged, which takes another pin", Config{Rows: 16, Wiring: "adafruit-hat-pwm"}, image.Pt(64, 16),
			bus.Place{Kind: bus.GPIO,
				Pins: 1<<18 | 1<<4 | 1<<17 | 1<<21 | 1<<22 | 3<<26 | 1<<5 | 1<<13 | 1<<6 | 1<<12 | 1<<16 | 1<<23}, true, true, 6 +
				3 + 5},
		{"recorded, which takes none", Config{GPIO: "vcd:x"}, image.Pt(64, 32), bus.Place{Kind: bus.GPIO, Port: "vcd:x"},
			true, false, 6 + 4 + 5},
	} {
		plan := must.Get(row.c.Plan())(t)
		s := plan.Spec
		if s.Size != row.size || s.Place != row.place || s.Board != row.board || s.Kind != panel.Color ||
			len(s.Terminals) != row.terminals {
			t.Errorf("%s: %+v", row.why, s)
		}
		if n := s.Needs; !n.Refresher || n.Registers.OnPWM != row.onPWM || n.Registers.Backend != "auto" ||
			n.Registers.Pulses != "auto" {
			t.Errorf("%s: needs %+v of %+v", row.why, n, n.Registers)
		}
	}
}

// TestWhatTheEmulatorSays of lines that do not show the picture.
func TestWhatTheEmulatorSays(t *testing.T) {
	c := Config{Rows: 20, Cols: 8, Planes: 4} // ten rows of each half: addresses 10 to 15 are none
	lit := func(e *Emulator, address int, pulses int) {
		e.Pins(e.at, e.pins.address(address, 4)|1<<e.pins.OE)
		for plane := range pulses {
			e.Pins(e.at+time.Microsecond, e.levels&^(1<<e.pins.OE))
			e.Pins(e.at+time.Microsecond<<plane, e.levels|1<<e.pins.OE)
		}
	}
	for want, run := range map[string]func(e *Emulator){
		"address 0 was never lit in full": func(*Emulator) {},
		"address 9 was never lit in full": func(e *Emulator) {
			for address := range 9 {
				lit(e, address, 4)
			}
		},
		"3 pulses of address 4, want 4": func(e *Emulator) {
			lit(e, 3, 4)
			lit(e, 4, 3)
			lit(e, 5, 4)
		},
		"address 10 of 10": func(e *Emulator) { lit(e, 10, 1) },
		"": func(e *Emulator) {
			lit(e, 9, 2) // a capture that begins in the middle
			for address := range 10 {
				lit(e, address, 4)
			}
		},
	} {
		e := must.Get(NewEmulator(c))(t)
		run(e)
		if err := e.Err(); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if want == "" && e.Frames() != 1 {
			t.Errorf("%d refreshes, want the half one that has ended", e.Frames())
		}
	}
}

// TestTheFirstPixelThatDiffers is named, with its levels.
func TestTheFirstPixelThatDiffers(t *testing.T) {
	e := must.Get(NewEmulator(Config{Rows: 8, Cols: 16, Planes: 4}))(t)
	p := e.Panel()
	m := image.NewRGBA(image.Rect(0, 0, 16, 8))
	m.SetRGBA(3, 2, color.RGBA{255, 0, 128, 255})
	must.Do(t, p.Draw(m.Rect, m, image.Point{}))
	must.Do(t, e.Compare(m, 1))
	m.SetRGBA(3, 2, color.RGBA{255, 255, 128, 255})
	m.SetRGBA(4, 2, color.RGBA{255, 255, 255, 255})
	const want = "hub75: pixel (3, 2) shows [15 0 3] of 15, want [15 15 3]"
	if err := e.Compare(m, 1); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
