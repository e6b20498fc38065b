// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
)

// TestErrorsNameTheKey, beside which the page shows them.
func TestErrorsNameTheKey(t *testing.T) {
	for key, c := range map[string]Config{
		"rows": {Rows: 12, Multiplexing: "kaler2scan"}, "cols": {Cols: 7}, "chain": {Cols: 256, Chain: 5}, "parallel": {Parallel: 2, Wiring: "adafruit-hat"},
		"fold": {Chain: 3, Fold: 2}, "planes": {Planes: 12}, "lsb": {LSB: 1}, "slowdown": {Slowdown: new(9)}, "gamma": {Gamma: 0.5},
		"init": {Init: "x"}, "backend": {Backend: "x"}, "pulses": {Pulses: "pwm", Wiring: "adafruit-hat"}, "order": {Order: "RGBW"}, "gpio": {GPIO: "vcd"},
		"wiring": {Wiring: "x"}, "multiplexing": {Rows: 16, Cols: 12, Multiplexing: "zstripe"}, "rotate": {Rotate: 1}, "size": {Size: pixel.Size{X: 65, Y: 8}},
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
	if w, err := parameters([]byte(whole)); err != nil || w.Addresses != 1 {
		t.Errorf("the least panel: %v", err)
	}
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
		{"the usual", Config{}, image.Pt(64, 32), bus.Place{Kind: bus.GPIO, Pins: 1<<18 | 1<<17 | 1<<4 | 0xf<<22 | 1<<11 | 1<<27 | 0xf<<7}, true, false, 6 + 4 + 5},
		{"on a HAT, where the light is elsewhere", Config{Rows: 16, Wiring: "adafruit-hat"}, image.Pt(64, 16),
			bus.Place{Kind: bus.GPIO, Pins: 1<<4 | 1<<17 | 1<<21 | 1<<22 | 3<<26 | 1<<5 | 1<<13 | 1<<6 | 1<<12 | 1<<16 | 1<<23}, false, true, 6 + 3 + 5},
		{"bridged, which takes another pin", Config{Rows: 16, Wiring: "adafruit-hat-pwm"}, image.Pt(64, 16),
			bus.Place{Kind: bus.GPIO, Pins: 1<<18 | 1<<4 | 1<<17 | 1<<21 | 1<<22 | 3<<26 | 1<<5 | 1<<13 | 1<<6 | 1<<12 | 1<<16 | 1<<23}, true, true, 6 + 3 + 5},
		{"recorded, which takes none", Config{GPIO: "vcd:x"}, image.Pt(64, 32), bus.Place{Kind: bus.GPIO, Port: "vcd:x"}, true, false, 6 + 4 + 5},
	} {
		plan := must.Get(row.c.Plan())(t)
		s := plan.Spec
		if s.Size != row.size || s.Place != row.place || s.Board != row.board || s.Kind != panel.Color || len(s.Terminals) != row.terminals {
			t.Errorf("%s: %+v", row.why, s)
		}
		if n := s.Needs; !n.Refresher || n.Registers.OnPWM != row.onPWM || n.Registers.Backend != "auto" || n.Registers.Pulses != "auto" {
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
