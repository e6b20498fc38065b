// SPDX-License-Identifier: Apache-2.0

package tm1640

import (
	"errors"
	"fmt"
	"image"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

func open(t *testing.T, cfg Config) (*Dev, *Chip) {
	t.Helper()
	c := must.Get(NewChip(cfg))(t)
	d := must.Get(New(c, cfg))(t)
	return d, c
}

// levels notes what the two lines do, as pairs of data and clock.
type levels struct{ all []string }

func (l *levels) Set(data, clock bool) error {
	n := map[bool]string{false: "0", true: "1"}
	if s := n[data] + n[clock]; len(l.all) == 0 || l.all[len(l.all)-1] != s {
		l.all = append(l.all, s)
	}
	return nil
}

func (*levels) Close() error { return nil }

// TestWire is the datasheet's picture of a message: start, 0x8F with the lowest bit first,
// stop, as data and clock.
func TestWire(t *testing.T) {
	l := &levels{}
	must.Do(t, (wire{l}).send([]byte{0x8f}))
	const one, zero = "10 11 10", "00 01 00"
	want := strings.Fields(strings.Join([]string{"11 01 00", one, one, one, one, zero, zero, zero, one, "00 01 11"}, " "))
	if want = slices.Compact(want); !slices.Equal(l.all, want) {
		t.Errorf("the lines do\n%v, want\n%v", l.all, want)
	}
}

// TestModules: which bit of which grid corners are.
func TestModules(t *testing.T) {
	for _, c := range []struct {
		module Module
		at     image.Point
		grid   int
		bits   byte
	}{
		{Wide, image.Pt(0, 0), 0, 0x01},
		{Wide, image.Pt(15, 0), 15, 0x01},
		{Wide, image.Pt(3, 7), 3, 0x80},
		{Square, image.Pt(0, 0), 0, 0x01},
		{Square, image.Pt(7, 0), 0, 0x80},
		{Square, image.Pt(0, 7), 7, 0x01},
	} {
		d, chip := open(t, Config{Module: c.module})
		paneltest.Show(t, d, paneltest.Dots(d.Bounds(), c.at))
		var want [grids]byte
		if want[c.grid] = c.bits; chip.ram != want {
			t.Errorf("%s %v is % x, want % x", c.module, c.at, chip.ram, want)
		}
	}
}

func TestRandomPictures(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, module := range []Module{Wide, Square} {
		for _, rotate := range []int{0, 90, 180, 270} {
			for _, mirror := range []string{"", "x", "y"} {
				cfg := Config{Module: module, Rotate: rotate, Mirror: mirror}
				d, chip := open(t, cfg)
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
	for _, c := range []struct {
		level float64
		want  int
		why   string
	}{
		{1, 14, "full"}, {2, 14, "no more than full"}, {0.5, 2, "half the lightness is 18 % of the light"},
		{0.76, 4, "half of the light lies nearer to 4 than to 10"}, {0.85, 10, "9.2 is nearer to 10"},
		{0.01, 1, "the least is lit"}, {0, 0, "dark"}, {-1, 0, "dark"},
	} {
		d.SetBrightness(c.level)
		paneltest.Show(t, d, image.White)
		if chip.Sixteenths() != c.want {
			t.Errorf("brightness %v: %d/16, want %d: %s", c.level, chip.Sixteenths(), c.want, c.why)
		}
	}
}

// TestSendsWhatChanged: nothing for a picture that is there, three messages for another.
func TestSendsWhatChanged(t *testing.T) {
	d, chip := open(t, Config{})
	for i, want := range []int{6, 6, 9} {
		paneltest.Show(t, d, paneltest.Dots(d.Bounds(), image.Pt(i/2, 0)))
		if chip.messages != want {
			t.Errorf("picture %d: %d messages, want %d", i, chip.messages, want)
		}
	}
}

// TestDipOfTheSupply: the next refresh brings the picture back, and nothing else was seen.
func TestDipOfTheSupply(t *testing.T) {
	d, chip := open(t, Config{})
	m := paneltest.Dots(d.Bounds(), image.Pt(3, 4))
	paneltest.Show(t, d, m)
	chip.PowerOn()
	must.Equal(t, pixtest.Lit(chip.Picture()), pixtest.Lit(paneltest.Dots(d.Bounds())), "lit without a supply")
	must.Do(t, d.Refresh())
	must.Equal(t, pixtest.String(chip.Picture()), pixtest.String(m), "shows")
	if err := d.Close(); err != nil || chip.Sixteenths() != 0 || chip.ram != [grids]byte{} || !chip.closed {
		t.Errorf("closed: %v, lit %d, % x", err, chip.Sixteenths(), chip.ram)
	}
}

// failing are lines that take so many steps and then break.
type failing struct {
	*Chip
	left int
}

func (f *failing) Set(data, clock bool) error {
	if f.left--; f.left < 0 {
		return errors.New("input/output error")
	}
	return f.Chip.Set(data, clock)
}

func TestAfterAFault(t *testing.T) {
	_, chip := open(t, Config{})
	if _, err := New(&failing{chip, 100}, Config{}); err == nil || !chip.closed {
		t.Errorf("%v, closed %v", err, chip.closed)
	}
	_, chip = open(t, Config{})
	f := &failing{chip, 1000}
	d := must.Get(New(f, Config{}))(t)
	m := paneltest.Dots(d.Bounds(), image.Pt(1, 2))
	for f.left = 0; ; f.left = 10000 {
		if err := d.Draw(d.Bounds(), m, image.Point{}); err == nil {
			break
		}
	}
	must.Equal(t, pixtest.String(chip.Picture()), pixtest.String(m), "shows")
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		cfg       Config
		key, says string
	}{
		{Config{Port: "SPI0.0"}, "port", "data and clock name the lines"},
		{Config{Data: "GPIO28"}, "data", `data "GPIO28", want GPIO0 to GPIO27`},
		{Config{Clock: "x"}, "clock", `clock "x"`},
		{Config{Data: "5", Clock: "gpio5"}, "clock", "data and clock are both GPIO 5"},
		{Config{Module: "8x16"}, "module", `module "8x16", want 16x8 or 8x8`},
		{Config{Rotate: 45}, "rotate", "45"},
		{Config{Mirror: "both"}, "mirror", "both"},
		{Config{Threshold: 1}, "threshold", "threshold 1"},
	} {
		_, err := c.cfg.Plan()
		if err == nil || keyerr.Key(err) != c.key || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v of key %q", c.cfg, err, keyerr.Key(err))
		}
		chip := &Chip{}
		if _, err := New(chip, c.cfg); err == nil || !chip.closed {
			t.Errorf("%+v is opened; lines closed: %v", c.cfg, chip.closed)
		}
	}
}

// TestNoise: levels that follow no protocol change nothing that could be seen for long,
// and do not stop the chip.
func TestNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	_, chip := open(t, Config{})
	for range 100_000 {
		chip.Set(rng.IntN(2) == 0, rng.IntN(2) == 0)
	}
	d := must.Get(New(chip, Config{}))(t)
	m := paneltest.Dots(d.Bounds(), image.Pt(15, 7))
	paneltest.Show(t, d, m)
	if got := pixtest.String(chip.Picture()); got != pixtest.String(m) {
		t.Error(fmt.Sprint("shows\n", got))
	}
}
