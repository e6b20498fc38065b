// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
)

// headerPins is the GPIO of each pin of the 40-pin header (raspberrypi.com,
// "Raspberry Pi hardware", GPIO and the 40-pin header).
var headerPins = map[int]int{
	3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11,
	24: 8, 26: 7, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}

// documented is the wiring table of docs/hardware.md: for each signal the GPIO
// numbers of its columns, which are those of the chains of "regular", the HAT,
// and the HAT with pulses by the PWM block.
func documented(t *testing.T) map[string][5][]int {
	t.Helper()
	doc := must.Get(os.ReadFile("../../docs/hardware.md"))(t)
	_, table, ok := strings.Cut(string(doc),
		"| signal | `regular`, chain 1 | chain 2 | chain 3 | `adafruit-hat` | `adafruit-hat-pwm` |")
	if !ok {
		t.Fatal("docs/hardware.md has no table of wirings")
	}
	table, _, _ = strings.Cut(table, "| GND ")
	pin := regexp.MustCompile(`(\d+) \((\d+)\)`)
	signals := map[string][5][]int{}
	for _, row := range strings.Split(table, "\n")[2:] {
		cells := strings.Split(row, "|")
		if len(cells) != 8 {
			continue
		}
		var columns [5][]int
		for i, cell := range cells[2:7] {
			if strings.Contains(cell, "the same") {
				columns[i] = columns[i-1]
			}
			for _, m := range pin.FindAllStringSubmatch(cell, -1) {
				gpio, _ := strconv.Atoi(m[1])
				if n, _ := strconv.Atoi(m[2]); headerPins[n] != gpio {
					t.Errorf("%s: pin %d is GPIO %d, not %d", cells[1], n, headerPins[n], gpio)
				}
				columns[i] = append(columns[i], gpio)
			}
		}
		signals[strings.TrimSpace(cells[1])] = columns
	}
	return signals
}

// TestWiringsAreThoseOfTheDocs, by which people solder: encoder and emulator have
// their pins from one table, so that pictures alone would not tell.
func TestWiringsAreThoseOfTheDocs(t *testing.T) {
	signals := documented(t)
	for name, column := range map[Wiring]int{"regular": 0, "adafruit-hat": 3, "adafruit-hat-pwm": 4} {
		got := must.Get(wiringNamed(name))(t)
		for signal, pins := range map[string][]int{
			"OE": {got.OE}, "CLK": {got.Clock}, "LAT": {got.Latch}, "A, B, C": got.Address[:3], "D, E": got.Address[3:],
		} {
			if want := signals[signal][column]; !slices.Equal(pins, want) {
				t.Errorf("%s: %s is GPIO %v, documented as %v", name, signal, pins, want)
			}
		}
		for chain := range got.chains() {
			for i, signal := range []string{"R1", "G1", "B1", "R2", "G2", "B2"} {
				if want := signals[signal][column+chain]; !slices.Equal([]int{got.Colour[chain][i]}, want) {
					t.Errorf("%s: %s of chain %d is GPIO %d, documented as %v", name, signal, chain+1, got.Colour[chain][i], want)
				}
			}
		}
	}
	for name, same := range map[Wiring]Wiring{"electrodragon": "regular", "adafruit-triple-bonnet": "regular",
		"acme-hat-a3":     "regular",
		"adafruit-bonnet": "adafruit-hat", "adafruit-bonnet-pwm": "adafruit-hat-pwm"} {
		got, err := wiringNamed(name)
		want, _ := wiringNamed(same)
		if err != nil || got != want || !plugged(name) {
			t.Errorf("%s has %+v, %v; want the pins of %s, plugged", name, got, err, same)
		}
	}
	if first, err := wiringNamed("regular-pi1"); err != nil || first.Colour[0] != [6]int{11, 21, 7, 8, 9, 10} ||
		first.chains() != 1 || plugged("regular-pi1") {
		t.Errorf("regular-pi1 has %+v, %v", first, err)
	}
	regular, _ := wiringNamed("regular")
	hat, _ := wiringNamed("adafruit-hat")
	if regular.chains() != 3 || hat.chains() != 1 {
		t.Errorf("%d and %d chains, documented as 3 and 1", regular.chains(), hat.chains())
	}
}

// TestInitFM6126A is what goes over the wires, clock by clock: 1 is a clock at
// which all colour lines are high, or the latch.
func TestInitFM6126A(t *testing.T) {
	const (
		data  = "01111111111111110111111111111111" + "00000000010000000000000001000000"
		latch = "00000000000000000000011111111111" + "00000000000000000000111111111111"
	)
	r := newRig(t, Config{Rows: 16, Cols: 16, Chain: 2, Parallel: 3, Planes: 4, Init: "FM6126A"})
	w := &watch{}
	_, tape := r.scan() // sets up the chips
	for i := range tape.Len() {
		switch offset, v := tape.At(i); offset {
		case gpiomem.OutputSet:
			w.pins(w.levels | v)
		case gpiomem.OutputClear:
			w.pins(w.levels &^ v)
		}
	}
	w.equal(t, "registers", data, latch, []int{32, 64})
	// By PIO a dark line comes first.
	w = &watch{}
	i := r.interpreter()
	i.pins = func(_ time.Duration, levels uint32) { w.pins(levels) }
	must.Do(t, newStream(&r.wire, i).start())
	dark := strings.Repeat("0", 32)
	if !strings.HasPrefix(w.data, dark) || !strings.HasPrefix(w.latch, dark) {
		t.Errorf("PIO: data %s, latch %s: want a dark line first", w.data, w.latch)
	}
	w.a = strings.Replace(w.a, dark, strings.Repeat("1", 32), 1)
	w.equal(t, "PIO", dark+data, dark+latch, []int{64, 96})
}

// A watch looks at the lines of the wiring "regular", whose pins it knows by
// itself, whenever the clock rises.
type watch struct {
	levels         uint32
	data, latch, a string
	falls          []int // of the latch: after how many clocks
}

// pins takes the levels of all lines.
func (w *watch) pins(levels uint32) {
	const clock, latch, a = 17, 4, 22
	rose, fell := levels&^w.levels, w.levels&^levels
	w.levels = levels
	if fell>>latch&1 != 0 {
		w.falls = append(w.falls, len(w.data))
	}
	if rose>>clock&1 == 0 {
		return
	}
	w.latch += fmt.Sprint(levels >> latch & 1)
	w.a += fmt.Sprint(levels >> a & 1)
	w.data += w.colours()
}

// colours is 0 or 1 if all of the three chains' lines agree.
func (w *watch) colours() string {
	all := uint32(0)
	for _, pin := range []int{11, 27, 7, 8, 9, 10, 12, 5, 6, 19, 13, 20, 14, 2, 3, 26, 16, 21} {
		all |= 1 << pin
	}
	switch w.levels & all {
	case 0:
		return "0"
	case all:
		return "1"
	}
	return "?"
}

func (w *watch) equal(t *testing.T, way, data, latch string, falls []int) {
	t.Helper()
	if a := strings.Repeat("1", len(data)); w.data != data || w.latch != latch || w.a != a ||
		!slices.Equal(w.falls, falls) {
		t.Errorf("%s:\ndata  %s\nwant  %s\nlatch %s\nwant  %s\nA     %s\nwant  %s\nthe latch falls after %v clocks, want %v",
			way, w.data, data, w.latch, latch, w.a, a, w.falls, falls)
	}
}

// TestOwnPins: a table of pins is a wiring like those with names.
func TestOwnPins(t *testing.T) {
	var c Config
	must.Get(toml.Decode(`
rows = 16
cols = 16
planes = 4
parallel = 2
[wiring]
oe = 12
clk = 2
lat = 3
address = [22, 23, 24]
chains = [[4, 5, 6, 7, 8, 9], [10, 11, 13, 14, 15, 16]]
`, &c))(t)
	for way, show := range ways() {
		r := newRig(t, c)
		m := random(r.geometry.size, 3)
		show(r, t, m, 1)
		if err := r.emulator.Compare(m, 1); err != nil {
			t.Errorf("%s: %v", way, err)
		}
		want := Pins{OE: 12, Clock: 2, Latch: 3, Address: [5]int{22, 23, 24}, Lines: 3}
		copy(want.Colour[:], [][6]int{{4, 5, 6, 7, 8, 9}, {10, 11, 13, 14, 15, 16}})
		must.Equal(t, r.wire.Pins, want, "pins")
	}
	p, err := c.Plan()
	if err != nil || p.Board || !p.Needs.Registers.OnPWM || len(p.Terminals) != 12+3+3+2 {
		t.Errorf("planned as %+v, %v", p.Spec, err)
	}
}

func TestOwnPinsThatDoNotFit(t *testing.T) {
	const rest = "lat = 3\nclk = 2\noe = 18\naddress = [22, 23, 24, 25]\nchains = [[4, 5, 6, 7, 8, 9]]\n"
	for _, row := range []struct{ why, table, want string }{
		{"a line of two signals", strings.Replace(rest, "clk = 2", "clk = 3", 1), "both"},
		{"a line that no header has", strings.Replace(rest, "clk = 2", "clk = 28", 1), "0 to 27"},
		{"a word", strings.Replace(rest, "clk = 2", `clk = "x"`, 1), "numbers"},
		{"no clock", strings.Replace(rest, "clk = 2", "", 1), "no clk"},
		{"no light", strings.Replace(rest, "oe = 18", "", 1), "no oe"},
		{"no rows", strings.Replace(rest, "address = [22, 23, 24, 25]", "", 1), "address"},
		{"no chain", strings.Replace(rest, "chains = [[4, 5, 6, 7, 8, 9]]", "", 1), "chains"},
		{"five colours", strings.Replace(rest, ", 9]", "]", 1), "with 6"},
		{"another key", rest + "strobe = 26\n", "strobe"},
		{"too few lines for the rows", strings.Replace(rest, "24, 25]", "24]", 1), "want 4 address lines"},
	} {
		var c Config
		_, err := toml.Decode("[wiring]\n"+row.table, &c)
		if err == nil {
			_, err = c.Plan()
			if keyerr.Key(err) != "wiring" {
				t.Errorf("%s: of the key %q", row.why, keyerr.Key(err))
			}
		}
		must.Fail(t, err, row.want, row.why)
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
