// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/must"
)

// script writes down what is on a tape: a column by the halves that are lit in it, ^ the
// upper, v the lower, # both, . none; the address where it changes; [ ] the latch, with a
// dash for each store that only stretches it; ( ) the light.
func (r *rig) script(tape *gpiomem.Tape, levels uint32) (script string, after uint32) {
	pins := r.wire.Pins
	upper, lower := uint32(0), uint32(0)
	for i, pin := range pins.Colour[0] {
		if i < 3 {
			upper |= 1 << pin
		} else {
			lower |= 1 << pin
		}
	}
	halves := map[[2]uint32]string{{0, 0}: ".", {upper, 0}: "^", {0, lower}: "v", {upper, lower}: "#"}
	for i := range tape.Len() {
		before := levels
		switch offset, v := tape.At(i); {
		case offset == gpiomem.OutputSet:
			levels |= v
		case offset == gpiomem.OutputClear && v == 0 && levels>>pins.Latch&1 != 0:
			script += "-"
		case offset == gpiomem.OutputClear:
			levels &^= v
		}
		rose, fell := levels&^before, before&^levels
		for _, of := range []struct {
			edge uint32
			pin  int
			mark string
		}{{fell, pins.Latch, "]"}, {rose, pins.Latch, "["}, {fell, pins.OE, "("}, {rose, pins.OE, ")"},
			{rose, pins.Clock, halves[[2]uint32{levels & upper, levels & lower}]}} {
			if of.edge>>of.pin&1 != 0 {
				script += of.mark
			}
		}
		if all := pins.address(31, r.wire.Lines); levels&all != before&all {
			for row := range r.wire.Addresses {
				if pins.address(row, r.wire.Lines) == levels&all {
					script += fmt.Sprint(row)
				}
			}
		}
	}
	tape.Rewind()
	return script, levels
}

// TestSequence is a refresh store by store: a line is shifted in, latched in the dark,
// its row selected before, and lit.
func TestSequence(t *testing.T) {
	r := newRig(t, Config{Rows: 8, Cols: 8, Planes: 4, Slowdown: new(2)})
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for _, p := range []image.Point{{0, 0}, {5, 2}, {5, 6}, {7, 7}} {
		m.SetRGBA(p.X, p.Y, color.RGBA{255, 255, 255, 255})
	}
	e := newEncoder(&r.config, r.geometry, &r.wire.Pins, pixel.Dither{})
	frame := make([]byte, 4*e.frameSize())
	e.pack(words(frame), m)
	s, tape := r.scan()
	_, levels := r.script(tape, 0)
	if levels&^s.clock != s.oe {
		t.Errorf("before the first refresh the lines are %#x, want them low and dark", levels)
	}
	line := func(columns, address string) string {
		rest := "[--]()"
		return columns + address + rest + strings.Repeat(columns+rest, 3)
	}
	first := line("^.......", "") + line("........", "1") + line(".....#..", "02") + line(".......v", "3")
	again := strings.Replace(first, "^.......", "^.......0", 1)
	for i, want := range []string{first, again} {
		must.Do(t, s.Refresh(frame))
		var got string
		if got, levels = r.script(tape, levels); got != want {
			t.Errorf("refresh %d:\n%s, want\n%s", i, got, want)
		}
	}
	must.Do(t, s.Blank())
	if got, levels := r.script(tape, levels); got != "........[--]" && got != "........[--]0" || levels != s.oe {
		t.Errorf("blanked by %s, lines %#x", got, levels)
	}
}

// TestLengths are worked out by hand from those of the pulses.
func TestLengths(t *testing.T) {
	const us = time.Microsecond
	// By PIO a line of 64 columns takes 13 words and 3 of the controller, and each plane two
	// steps of 90 ns and 100 ns to latch it.
	const latch = 4 * 280
	long := &Config{Planes: 4, LSB: Duration(20 * us)}
	for _, row := range []struct {
		why                    string
		c                      *Config
		chip                   gpiomem.Chip
		idle, refresh, byBlock time.Duration
	}{
		{"two planes are lit for less than 64 columns take", &Config{Planes: 4, LSB: Duration(us)}, gpiomem.BCM2711,
			0, 16 * (2560 + 2560 + 4000 + 8000 + 4000), 16 * (3*16*375 + 8*us + latch)},
		{"three on the first models", &Config{Planes: 4, LSB: Duration(us)}, gpiomem.BCM2835,
			0, 16 * (3*6400 + 8000 + 4000), 16 * (3*16*375 + 8*us + latch)},
		{"a pulse of 80 µs is too short to sleep in, one of 160 is not", long, gpiomem.BCM2711,
			16 * 120 * us, 16 * (300*us + 4*us), 16 * (300*us + latch)},
		{"a chain of two has twice the columns", &Config{Planes: 4, LSB: Duration(us), Chain: 2}, gpiomem.BCM2711,
			0, 16 * (3*5120 + 8000 + 4000), 16 * (4*29*375 + latch)},
	} {
		w := newRig(t, *row.c).wire
		w.Board.Chip = row.chip
		if idle, refresh, byBlock := w.idle(), w.duration(),
			w.streamed(wordBefore); idle != row.idle || refresh != row.refresh || byBlock != row.byBlock {
			t.Errorf("%s: sleeps %v of %v, by PIO %v; want %v of %v, by PIO %v", row.why, idle, refresh, byBlock, row.idle,
				row.refresh, row.byBlock)
		}
	}
	for _, row := range []struct {
		why        string
		idle, want time.Duration
		processors int
	}{
		{"a 15th", 0, 100 * us, 4}, {"a third of the only processor", 0, 500 * us, 1}, {"of two a 15th", 0, 100 * us, 2},
		{"less what it slept", 40 * us, 60 * us, 4}, {"all of it", 100 * us, 0, 4}, {"more", 200 * us, 0, 4},
		{"less on the only one", 200 * us, 300 * us, 1},
	} {
		if got := rest(1500*us, row.idle, row.processors); got != row.want {
			t.Errorf("%s: rests %v, want %v", row.why, got, row.want)
		}
	}
}

// TestRecordedLines are named as on adapters.
func TestRecordedLines(t *testing.T) {
	for want, c := range map[string]Config{
		"OE CLK LAT A B R1 G1 B1 R2 G2 B2":       {Rows: 8},
		"OE CLK LAT A B C D E R1 G1 B1 R2 G2 B2": {Rows: 64, Wiring: "adafruit-hat"},
		"OE CLK LAT A B C R1 G1 B1 R2 G2 B2 P2_R1 P2_G1 P2_B1 P2_R2 P2_G2 P2_B2 P3_R1 P3_G1 P3_B1 P3_R2 P3_G2 P3_B2": {
			Rows: 16, Parallel: 3},
	} {
		r := newRig(t, c)
		lines, pins := recordedLines(&r.wire)
		var names []string
		used := uint64(0)
		for i, line := range lines {
			names, used = append(names, line.Name), used|1<<pins[i]
			if line.High != (line.Name == "OE") {
				t.Errorf("at first %s is high: %v", line.Name, line.High)
			}
		}
		if got := strings.Join(names, " "); got != want || used != c.Pins() {
			t.Errorf("%s on pins %#x, want %s on %#x", got, used, want, c.Pins())
		}
	}
}

// TestRecordedPulses last as long as on a panel, to the tick, and one at least; a frame
// begins when the one before is over.
func TestRecordedPulses(t *testing.T) {
	const ns, us = time.Nanosecond, time.Microsecond
	for _, row := range []struct {
		why  string
		lsb  time.Duration
		want []time.Duration
	}{
		{"whole ticks", us, []time.Duration{us, 2 * us, 4 * us, 8 * us}},
		{"rounded", 130 * ns, []time.Duration{100 * ns, 300 * ns, 500 * ns, us}},
		{"half a tick is one", 50 * ns, []time.Duration{100 * ns, 100 * ns, 200 * ns, 400 * ns}},
	} {
		path := filepath.Join(t.TempDir(), "panel.vcd")
		c := Config{Rows: 8, Cols: 8, Planes: 4, LSB: Duration(row.lsb), GPIO: "vcd:" + path}
		p := must.Get(Open(c))(t)
		white := image.NewRGBA(p.Bounds())
		draw.Draw(white, white.Rect, image.White, image.Point{}, draw.Src)
		for range 3 {
			must.Do(t, p.Draw(p.Bounds(), white, image.Point{}))
		}
		must.Do(t, p.Close())
		for i, lit := range recordedPulses(t, path) {
			if want := row.want[i%4]; lit != want {
				t.Errorf("%s: pulse %d lasts %v, want %v", row.why, i, lit, want)
			}
		}
		if n := len(recordedPulses(t, path)); n != 3*4*4 {
			t.Errorf("%s: %d pulses, want four of each of four rows in three frames", row.why, n)
		}
	}
}

// recordedPulses returns how long the light is on, each time, in a recording.
func recordedPulses(t *testing.T, path string) (lit []time.Duration) {
	t.Helper()
	f := must.Get(vcd.Open(path))(t)
	defer f.Close()
	oe := must.Get(f.Line("OE"))(t)
	var on time.Duration
	dark := true
	for {
		at, levels, err := f.Next()
		if err != nil {
			return lit
		}
		switch high := levels>>oe&1 != 0; {
		case dark && !high:
			on = at
			dark = false
		case !dark && high:
			lit = append(lit, at-on)
			dark = true
		}
	}
}

// TestColoursAreThoseOfThePicture, one for each pixel and none beyond.
func TestColoursAreThoseOfThePicture(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 3, 2))
	m.SetRGBA(2, 1, color.RGBA{1, 2, 3, 4})
	if got := colours(m); len(got) != 6 || got[5] != 0x04030201 || got[4] != 0 {
		t.Errorf("%#x", got)
	}
}
