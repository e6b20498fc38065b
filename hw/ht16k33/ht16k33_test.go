// SPDX-License-Identifier: Apache-2.0

package ht16k33

import (
	"errors"
	"image"
	"image/color"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"periph.io/x/conn/v3/i2c/i2ctest"
)

func open(t *testing.T, cfg Config) (*Dev, *Chip) {
	t.Helper()
	c := must.Get(NewChip(cfg))(t)
	d := must.Get(New(c, cfg))(t)
	return d, c
}

// TestBytes is the wire: what the datasheet's flow chart of operation asks for, and
// then only what changes.
func TestBytes(t *testing.T) {
	const at = 0x71
	dark := append([]byte{0x00}, make([]byte, memory)...)
	first := append([]byte{0x00, 0x80}, make([]byte, memory-1)...) // common 0, row 7: the top left LED
	wire := &i2ctest.Playback{Ops: []i2ctest.IO{
		{Addr: at, W: []byte{0x21}}, // oscillator on
		{Addr: at, W: []byte{0xa0}}, // all pins are rows
		{Addr: at, W: dark},
		{Addr: at, W: []byte{0xef}}, // 16/16
		{Addr: at, W: []byte{0x81}}, // display on
		{Addr: at, W: first},
		{Addr: at, W: []byte{0xe2}}, // half the lightness is 18 % of the light: 3/16
		{Addr: at, W: []byte{0x80}}, // brightness 0
		{Addr: at, W: []byte{0x21}}, // closed: told everything once more
		{Addr: at, W: []byte{0xa0}},
		{Addr: at, W: dark},
		{Addr: at, W: []byte{0xe0}},
		{Addr: at, W: []byte{0x80}},
	}}
	d := must.Get(New(wire, Config{Address: at}))(t)
	dot := paneltest.Dots(d.Bounds(), image.Pt(0, 0))
	paneltest.Show(t, d, dot)
	paneltest.Show(t, d, dot) // nothing new
	d.SetBrightness(0.5)
	paneltest.Show(t, d, dot)
	d.next.lit = false // as SetBrightness(0), with the dimming left
	paneltest.Show(t, d, dot)
	must.Do(t, d.Close())
}

// TestModules: which bit of which byte each corner is, by Adafruit_LED_Backpack:
// Adafruit_8x8matrix, Adafruit_8x16matrix and Adafruit_8x16minimatrix in landscape.
func TestModules(t *testing.T) {
	for _, c := range []struct {
		module Module
		at     image.Point
		byte   int
		bits   byte
	}{
		{Square, image.Pt(0, 0), 0, 0x80},
		{Square, image.Pt(1, 0), 0, 0x01},
		{Square, image.Pt(7, 7), 14, 0x40},
		{Wide, image.Pt(0, 0), 0, 0x01},
		{Wide, image.Pt(8, 0), 1, 0x01},
		{Wide, image.Pt(15, 7), 15, 0x80},
		{Mini, image.Pt(0, 0), 0, 0x80},
		{Mini, image.Pt(0, 7), 0, 0x01},
		{Mini, image.Pt(7, 0), 14, 0x80},
		{Mini, image.Pt(8, 0), 1, 0x80},
		{Mini, image.Pt(15, 7), 15, 0x01},
	} {
		d, chip := open(t, Config{Module: c.module})
		paneltest.Show(t, d, paneltest.Dots(d.Bounds(), c.at))
		var want [memory]byte
		want[c.byte] = c.bits
		if chip.ram != want {
			t.Errorf("%s %v is % x, want % x", c.module, c.at, chip.ram, want)
		}
	}
}

func TestRandomPictures(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, module := range []Module{Square, Wide, Mini} {
		for _, cfg := range []Config{{}, {Rotate: 90}, {Rotate: 180}, {Rotate: 270}, {Mirror: "x"},
			{Mirror: "y", Rotate: 90}} {
			cfg.Module = module
			d, chip := open(t, cfg)
			for range 10 {
				m := paneltest.BlackAndWhite(d.Bounds(), rng)
				paneltest.Show(t, d, m)
				if got, want := pixtest.String(chip.Picture()), pixtest.String(m); got != want {
					t.Fatalf("%+v shows\n%swant\n%s", cfg, got, want)
				}
			}
		}
	}
}

func TestBrightness(t *testing.T) {
	d, chip := open(t, Config{})
	white := func(level float64) {
		d.SetBrightness(level)
		paneltest.Show(t, d, image.White)
	}
	for _, c := range []struct {
		level      float64
		sixteenths int
	}{{1, 16}, {2, 16}, {0.5, 3}, {0.76, 8}, {0.01, 1}, {0.97, 15}} {
		if white(c.level); !chip.Lit() || chip.Sixteenths() != c.sixteenths {
			t.Errorf("brightness %v: lit %v, %d/16, want %d", c.level, chip.Lit(), chip.Sixteenths(), c.sixteenths)
		}
	}
	for _, level := range []float64{0, -1} {
		if white(level); chip.Lit() {
			t.Errorf("lit at brightness %v", level)
		}
	}
}

func TestThreshold(t *testing.T) {
	d, chip := open(t, Config{Threshold: 0.5})
	m := paneltest.Dots(d.Bounds())
	m.Set(0, 0, color.Gray{127})
	m.Set(1, 0, color.Gray{129})
	m.Set(2, 0, color.RGBA{R: 255, A: 255}) // 30 %
	m.Set(3, 0, color.RGBA{G: 255, A: 255}) // 59 %
	paneltest.Show(t, d, m)
	must.Equal(t, strings.SplitN(pixtest.String(chip.Picture()), "\n", 2)[0], ".#.#....", "the top row")
}

// TestDipOfTheSupply: with the next refresh the chip is set up again.
func TestDipOfTheSupply(t *testing.T) {
	d, chip := open(t, Config{})
	d.SetBrightness(0.5)
	m := paneltest.Dots(d.Bounds(), image.Pt(3, 4))
	paneltest.Show(t, d, m)
	chip.PowerOn()
	must.Do(t, d.Refresh())
	if pixtest.String(chip.Picture()) != pixtest.String(m) || chip.Sixteenths() != 3 {
		t.Errorf("%d/16\n%s", chip.Sixteenths(), pixtest.String(chip.Picture()))
	}
}

// failing is a bus that takes so many transactions and then breaks.
type failing struct {
	*Chip
	left int
}

func (f *failing) Tx(addr uint16, w, r []byte) error {
	if f.left--; f.left < 0 {
		return errors.New("remote I/O error")
	}
	return f.Chip.Tx(addr, w, r)
}

// TestAfterAFault: what did not arrive is sent again, and a bus is closed when
// nothing answers.
func TestAfterAFault(t *testing.T) {
	for n := range 5 { // of the transactions that set a chip up
		_, chip := open(t, Config{})
		if _, err := New(&failing{chip, n}, Config{}); err == nil || !chip.closed ||
			!strings.Contains(err.Error(), "no answer at 0x70 of emulated HT16K33: remote I/O error") {
			t.Errorf("after %d: %v, closed %v", n, err, chip.closed)
		}
	}
	_, chip := open(t, Config{})
	f := &failing{chip, 5}
	d := must.Get(New(f, Config{}))(t)
	m := paneltest.Dots(d.Bounds(), image.Pt(1, 2))
	if d.Draw(d.Bounds(), m, image.Point{}) == nil {
		t.Fatal("a broken bus is no error")
	}
	f.left = 100
	paneltest.Show(t, d, m)
	must.Equal(t, pixtest.String(chip.Picture()), pixtest.String(m), "shows")
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		cfg       Config
		key, says string
	}{
		{Config{Address: 0x6f}, "address", "address 0x6f, want 0x70 to 0x77"},
		{Config{Address: 0x78}, "address", "address 0x78"},
		{Config{Module: "8x16"}, "module", `module "8x16", want 8x8, 16x8 or 16x8-mini`},
		{Config{Rotate: 45}, "rotate", "45"},
		{Config{Threshold: 1}, "threshold", "threshold 1"},
		{Config{Port: "SPI0.0"}, "port", "is not an I2C bus"},
	} {
		_, err := c.cfg.Plan()
		if err == nil || keyerr.Key(err) != c.key || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v of key %q", c.cfg, err, keyerr.Key(err))
		}
		_, chip := open(t, Config{})
		if _, err := New(chip, c.cfg); err == nil || !chip.closed {
			t.Errorf("%+v is opened; bus closed: %v", c.cfg, chip.closed)
		}
		if _, err := NewChip(c.cfg); err == nil {
			t.Errorf("%+v is emulated", c.cfg)
		}
	}
	_, chip := open(t, Config{Address: 0x72})
	if _, err := New(chip, Config{}); err == nil {
		t.Error("a chip at another address answers")
	}
}
