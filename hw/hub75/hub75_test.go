// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"
	"time"
	"unsafe"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// configs are panels of every kind, each for its reason.
func configs() map[string]Config {
	return map[string]Config{
		"default":                  {},
		"fewest planes":            {Planes: 4},
		"eight planes in one word": {Planes: 8},
		"nine planes in two words": {Planes: 9},
		"scan 1:4":                 {Rows: 8, Cols: 32},
		"scan 1:8":                 {Rows: 16, Cols: 32},
		"scan 1:32":                {Rows: 64},
		"chain of three":           {Rows: 16, Cols: 32, Chain: 3, Planes: 5},
		"two parallel":             {Rows: 16, Cols: 32, Parallel: 2, Planes: 5},
		"three parallel":           {Rows: 16, Cols: 32, Parallel: 3, Chain: 2, Planes: 5},
		"hat":                      {Wiring: "adafruit-hat", Planes: 5},
		"hat with PWM, five lines": {Wiring: "adafruit-hat-pwm", Rows: 64, Planes: 5},
		"gamma":                    {Gamma: 2.2, Planes: 6},
		"another order":            {Order: "BRG", Planes: 6},
		"FM6126A":                  {Init: "FM6126A", Planes: 5},
		"U":                        {Rows: 16, Cols: 32, Chain: 4, Fold: 2, Planes: 5},
		"snake of three":           {Rows: 16, Cols: 32, Chain: 6, Fold: 3, Parallel: 2, Planes: 5},
		"turned right":             {Rows: 16, Cols: 32, Rotate: 90, Planes: 5},
		"upside down, mirrored":    {Rows: 16, Cols: 32, Rotate: 180, Mirror: "x", Planes: 5},
		"cut":                      {Size: pixel.Size{X: 37, Y: 8}, Planes: 5},
		"zstripe":                  {Multiplexing: "ZStripe", Rows: 16, Cols: 32, Planes: 5},
		"13 columns":               {Rows: 8, Cols: 13, Planes: 9},
		"slow clock":               {Rows: 8, Cols: 16, Planes: 4, Slowdown: new(3)},
	}
}

// ways are how a picture comes to the panels.
func ways() map[string]func(*rig, testing.TB, *image.RGBA, float64) {
	return map[string]func(*rig, testing.TB, *image.RGBA, float64){
		"registers": (*rig).byRegisters,
		"PIO":       (*rig).byPIO,
	}
}

// TestEveryPixelArrives is the inverse of the encoder, the clock and the
// addressing: what the panels show is the picture, in all its levels.
func TestEveryPixelArrives(t *testing.T) {
	for name, c := range configs() {
		for way, show := range ways() {
			t.Run(name+"/"+way, func(t *testing.T) {
				r := newRig(t, c)
				for i, brightness := range []float64{1, 0.5} {
					m := random(r.geometry.size, uint64(i))
					show(r, t, m, brightness)
					must.Do(t, r.emulator.Compare(m, brightness))
				}
			})
		}
	}
}

// TestPulsesOfPIODouble checks the light's timing in the program itself.
func TestPulsesOfPIODouble(t *testing.T) {
	r := newRig(t, Config{})
	r.byPIO(t, random(r.geometry.size, 1), 1)
	must.Do(t, r.emulator.Err())
	for address := range r.geometry.addresses {
		for plane, lit := range r.emulator.Pulses(address) {
			if want := 130 * time.Nanosecond << plane; lit != want {
				t.Fatalf("address %d, plane %d is lit for %v, want %v", address, plane, lit, want)
			}
		}
	}
}

// TestBlank: after the last frame all is dark, also if the light went on.
func TestBlank(t *testing.T) {
	r := newRig(t, Config{Rows: 8, Cols: 16, Planes: 4})
	r.byRegisters(t, random(r.geometry.size, 1), 1)
	s, tape := r.scan()
	must.Do(t, s.Blank())
	r.play(tape)
	dark(t, r.emulator)
	r = newRig(t, Config{Rows: 8, Cols: 16, Planes: 4})
	r.byPIO(t, random(r.geometry.size, 1), 1)
	must.Do(t, blank(r))
	dark(t, r.emulator)
}

// blank blanks panels by PIO.
func blank(r *rig) error {
	s := newStream(&r.wire, r.interpreter())
	return errors.Join(s.start(), s.Blank())
}

func dark(t *testing.T, e *Emulator) {
	t.Helper()
	if e.levels>>e.pins.OE&1 == 0 {
		t.Error("the light is on")
	}
	if e.levels&^(1<<e.pins.OE) != 0 {
		t.Errorf("lines are not at rest: %#x", e.levels)
	}
	for _, w := range e.latched[0] {
		if w != 0 {
			t.Fatal("the panel's registers are not empty")
		}
	}
}

// TestEmulatorSeesFaults: a test that cannot fail proves nothing.
func TestEmulatorSeesFaults(t *testing.T) {
	m := random(image.Pt(16, 8), 1)
	c := Config{Rows: 8, Cols: 16, Planes: 4}
	for name, spoil := range map[string]func(r *rig){
		"a plane is missing":     func(r *rig) { r.wire.Planes = 3 },
		"an address is missing":  func(r *rig) { r.wire.Addresses = 3 },
		"two pins are swapped":   func(r *rig) { p := &r.wire.Pins.Colour[0]; p[0], p[1] = p[1], p[0] },
		"the latch is not there": func(r *rig) { r.wire.Pins.Latch = 0 },
		"another picture":        func(*rig) { m.SetRGBA(3, 3, color.RGBA{0, 0, 0, 255}) },
	} {
		r := newRig(t, c)
		shown := random(image.Pt(16, 8), 1)
		spoil(r)
		e := newEncoder(&r.config, r.geometry, &r.wire.Pins, pixel.Dither{})
		frame := make([]byte, 4*e.frameSize())
		e.pack(words(frame), shown)
		scan, tape := r.scan()
		scan.turns.size = e.size() // also where the wire is spoilt
		must.Do(t, scan.Refresh(frame))
		r.play(tape)
		if r.emulator.Compare(m, 1) == nil {
			t.Errorf("%s: the emulator saw nothing", name)
		}
		m = random(image.Pt(16, 8), 1)
	}
	r := newRig(t, Config{Init: "FM6126A", Planes: 4})
	r.wire.Init = ""
	m = random(r.geometry.size, 1)
	r.byRegisters(t, m, 1)
	if r.emulator.Compare(m, 1) == nil {
		t.Error("an FM6126A that was not set up shows a picture")
	}
}

func TestPictureIsLight(t *testing.T) {
	e := must.Get(NewEmulator(Config{Rows: 8, Cols: 16, Planes: 8}))(t)
	m := image.NewRGBA(image.Rect(0, 0, 16, 8))
	m.SetRGBA(7, 3, color.RGBA{128, 255, 0, 255}) // L* 50.2 is 18.6 % of the light
	p := e.Panel()
	must.Do(t, p.Draw(m.Rect, m, image.Point{}))
	must.Do(t, e.Compare(m, 1))
	must.Equal(t, e.Picture().RGBA64At(7, 3), color.RGBA64{47 * 257, 65535, 0, 65535})
	p.Close()
	dark(t, e)
}

// TestSlowdown is that of the configuration, else the board's: so many more
// writes after data and clock.
func TestSlowdown(t *testing.T) {
	for _, tt := range []struct {
		given *int
		chip  gpiomem.Chip
		want  int
	}{{nil, gpiomem.BCM2835, 0}, {nil, gpiomem.BCM2837, 1}, {nil, gpiomem.BCM2711, 2}, {new(0), gpiomem.BCM2711, 0},
		{new(5), gpiomem.BCM2835, 5}} {
		c := Config{Rows: 8, Cols: 8, Slowdown: tt.given}
		g, pins, err := resolve(&c)
		must.Do(t, err)
		if w := newWire(&c, g, pins, gpiomem.Board{Chip: tt.chip}); w.Slow != tt.want {
			t.Errorf("slowdown %d on %s, want %d", w.Slow, tt.chip, tt.want)
		}
	}
}

// TestFrameOfAnotherSize: the refresher does not trust the number that it finds.
func TestFrameOfAnotherSize(t *testing.T) {
	for _, tt := range []struct {
		frame []uint32
		fits  bool
	}{
		{[]uint32{1, 2, 1}, true}, {[]uint32{1, 2, 3, 4, 2}, true}, {[]uint32{1, 2, 3, 4, 1}, true},
		{nil, false}, {[]uint32{1}, false}, {[]uint32{1, 2, 0}, false}, {[]uint32{1, 2, 2}, false},
		{[]uint32{1, 2, 1 << 31}, false}, {make([]uint32, 100), false}, {append(make([]uint32, 10), maxPhases+1), false},
	} {
		frame := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(tt.frame))), 4*len(tt.frame))
		turns := turns{size: 2}
		if p, err := turns.next(frame); (err == nil) != tt.fits || err == nil && len(p) != 2 {
			t.Errorf("%v: %v, %v", tt.frame, p, err)
		}
	}
}

// FuzzReplay plays captures of anything into a panel.
func FuzzReplay(f *testing.F) {
	c := Config{Rows: 8, Cols: 16, Planes: 4, Init: "FM6126A"}
	path := filepath.Join(f.TempDir(), "panel.vcd")
	recorded := c
	recorded.GPIO = "vcd:" + path
	p := must.Get(Open(recorded))(f)
	p.Draw(p.Bounds(), random(p.Bounds().Size(), 1), image.Point{})
	p.Close()
	dump := must.Get(os.ReadFile(path))(f)
	f.Add(dump)
	f.Add(dump[:len(dump)/2])
	f.Add(bytes.ReplaceAll(dump, []byte("\n1"), []byte("\n0")))
	f.Fuzz(func(t *testing.T, dump []byte) {
		memtest.AtMost(t, 1<<20+1<<10*len(dump), func() {
			d, err := vcd.NewReader(bytes.NewReader(dump))
			if err != nil {
				return
			}
			e := must.Get(NewEmulator(c))(t)
			e.Replay(d, nil, func(time.Duration) error { return nil })
			e.Picture()
		})
	})
}
