// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/internal/must"
)

// boards are one of each kind.
func boards() []gpiomem.Board {
	return []gpiomem.Board{
		{Model: "Raspberry Pi Zero W Rev 1.1", Chip: gpiomem.BCM2835},
		{Model: "Raspberry Pi 3 Model B Rev 1.2", Chip: gpiomem.BCM2837},
		{Model: "Raspberry Pi Compute Module 3 Plus Rev 1.0", Chip: gpiomem.BCM2837},
		{Model: "Raspberry Pi 4 Model B Rev 1.4", Chip: gpiomem.BCM2711},
		{Model: "Raspberry Pi 5 Model B Rev 1.0", Chip: gpiomem.BCM2712},
	}
}

// TestDistrustTakesConfigs: what any configuration comes to is taken, on the boards that it fits.
func TestDistrustTakesConfigs(t *testing.T) {
	all := []Config{
		{}, {Rows: 64}, {Rows: 8, Cols: 8, Planes: 4, LSB: Duration(maxUnit)}, {Chain: 16}, {Parallel: 3},
		{LSB: Duration(minLSB), Slowdown: new(int), Settle: Duration(maxSettle)}, {Init: chipFM6126A},
		{Pulses: "timed"}, {Pulses: "pwm"}, {Planes: 4, LSB: Duration(10 * time.Microsecond)},
		{Parallel: 6, Wiring: "compute-module", Pulses: "timed"}, {Refresh: 200},
		{Wiring: "oe=18 clk=17 lat=4 address=22,23,24,25 chain=11,27,7,8,9,10"},
	}
	for _, w := range wirings() {
		all = append(all, Config{Wiring: Wiring(w.name), Pulses: "auto"})
	}
	for _, a := range rowAddresses() {
		all = append(all, Config{Rows: 8, RowAddress: a})
	}
	for name, m := range multiplexings() {
		all = append(all, Config{Rows: 16 * m.shrink, Cols: 64, Multiplexing: name})
	}
	taken := 0
	for _, c := range all {
		g, pins, err := resolve(&c)
		if err != nil && c.Multiplexing != "" {
			continue // it is for panels of another size
		}
		must.Do(t, err)
		for _, b := range boards() {
			if c.fits(&pins, b) != nil || g.addresses < 1 {
				continue
			}
			c.choose(g, pins, b, 1)
			raw := must.Get(json.Marshal(newWire(&c, g, pins, b)))(t)
			w := must.Get(parameters(raw))(t)
			if err := w.distrust(b); err != nil {
				t.Errorf("%+v on a %s: %v", c, b.Model, err)
			}
			taken++
		}
	}
	if taken < 3*len(all) {
		t.Errorf("%d of %d configurations fit a board", taken, len(all))
	}
}

// trusted are the parameters of a panel on the board.
func trusted(t testing.TB, b gpiomem.Board) *wire {
	c := Config{Rows: 16, Cols: 16, Planes: 4, Slowdown: new(int)}
	g, pins, err := resolve(&c)
	must.Do(t, err)
	w := newWire(&c, g, pins, b)
	return &w
}

// TestDistrust: what a program without rights must not get by its parameters.
func TestDistrust(t *testing.T) {
	b := boards()[1]
	for why, change := range map[string]func(*wire){
		"registers at another chip's address, which is memory here": func(w *wire) { w.Board.Chip = gpiomem.BCM2835 },
		"empty board":                          func(w *wire) { w.Board = gpiomem.Board{} },
		"a file":                               func(w *wire) { w.Tape = "/etc/passwd" },
		"a file's size":                        func(w *wire) { w.TapeSize = 1 },
		"a line that there is not":             func(w *wire) { w.Pins.OE = -1 },
		"a register behind the last one":       func(w *wire) { w.Pins.Clock = 60 },
		"a line that is the board's own":       func(w *wire) { w.Pins.Colour[0][5] = 40 },
		"an address line that is the board's":  func(w *wire) { w.Pins.Address[0] = 28 },
		"a line twice":                         func(w *wire) { w.Pins.OE = w.Pins.Latch },
		"more chains than there are":           func(w *wire) { w.Chains = maxChains + 1 },
		"chains without lines":                 func(w *wire) { w.Chains = 6 },
		"no chain":                             func(w *wire) { w.Chains = 0 },
		"more address lines than there are":    func(w *wire) { w.Lines = 6 },
		"fewer":                                func(w *wire) { w.Lines = -1 },
		"other lines than the rows need":       func(w *wire) { w.Lines = 5 },
		"memory for columns":                   func(w *wire) { w.Width = 1 << 30 },
		"memory for rows":                      func(w *wire) { w.Addresses = 1 << 30 },
		"memory for planes":                    func(w *wire) { w.Planes = 63 },
		"a pulse for ever":                     func(w *wire) { w.LSB = time.Hour },
		"a pause for ever":                     func(w *wire) { w.Settle = time.Hour },
		"a slowdown for ever":                  func(w *wire) { w.Slow = 1 << 30 },
		"a row address that there is not":      func(w *wire) { w.RowAddress = "none" },
		"pulses that there are not":            func(w *wire) { w.Pulses = "none" },
		"a set-up that there is not":           func(w *wire) { w.Init = "none" },
		"a set-up with more words than it has": func(w *wire) { w.Init = strings.Repeat("0000000000000000:1 ", 17) },
		"a set-up for a line of fewer columns": func(w *wire) { w.Init, w.Width = chipFM6126A, 8 },
		"more than the rows of abcd-lines":     func(w *wire) { w.RowAddress = rowABCDLines },
	} {
		w := trusted(t, b)
		must.Do(t, w.distrust(b))
		change(w)
		if w.distrust(b) == nil {
			t.Errorf("%s is taken", why)
		}
	}
	for kind, open := range Served() { // no board is here, or another one
		if _, err := open(must.Get(json.Marshal(trusted(t, gpiomem.Board{Chip: "other"})))(t)); err == nil {
			t.Errorf("%s opens on a board that this is not", kind)
		}
	}
}

// FuzzServed: parameters and frames that a program without rights sends change no registers
// but those of the lines that they name, which are the connector's.
func FuzzServed(f *testing.F) {
	b := boards()[2]
	for _, c := range []Config{
		{Rows: 8, Cols: 8}, {Rows: 8, Cols: 16, Init: chipFM6127}, {Rows: 8, Cols: 8, Parallel: 6, Wiring: "compute-module"},
	} {
		g, pins, err := resolve(&c)
		must.Do(f, err)
		f.Add(must.Get(json.Marshal(newWire(&c, g, pins, b)))(f), uint64(1))
	}
	f.Fuzz(func(t *testing.T, raw []byte, seed uint64) {
		w, err := parameters(raw)
		if err != nil || w.distrust(b) != nil || w.Width*w.Addresses*w.Planes > 1<<12 || w.Settle > 0 {
			return
		}
		tape := gpiomem.NewTape(1 << 15)
		w.release(tape.Regs(), 0)
		s := newScan(w, tape.Regs(), instant{tape.Regs(), 1 << w.Pins.OE})
		s.sleepUntil = func(time.Duration) {}
		frame := make([]byte, 4*(2*s.turns.size+1))
		for i, rng := 0, rand.New(rand.NewPCG(seed, 1)); i < len(frame); i++ {
			frame[i] = byte(rng.Uint32())
		}
		words(frame)[len(frame)/4-1] = uint32(seed % 4)
		_ = s.Refresh(frame)
		_ = s.Blank()
		own := w.Pins.both(w.Chains, w.Lines)
		for i := range tape.Len() {
			at, v := tape.At(i)
			lines, _, ok := stored(at, v)
			if ok && lines&^own != 0 {
				t.Fatalf("%#x is stored at %#x, lines %#x are not the panel's", v, at, lines&^own)
			}
			if !ok && (at >= gpiomem.OutputSet || at%4 != 0) {
				t.Fatalf("%#x is stored at %#x", v, at)
			}
		}
	})
}

// TestServedHasNoFewer backends than a child.
func TestServedHasNoFewer(t *testing.T) {
	for kind := range Backends() {
		if Served()[kind] == nil || !slices.Contains([]string{kindRegisters, kindPIO, kindRIO}, kind) {
			t.Errorf("%s is not served", kind)
		}
	}
}
