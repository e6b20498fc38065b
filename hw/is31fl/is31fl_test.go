// SPDX-License-Identifier: Apache-2.0

package is31fl

import (
	"errors"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/srgb"
)

func open(t *testing.T, cfg Config) (*Dev, *Chip) {
	t.Helper()
	c := must.Get(NewChip(cfg))(t)
	d := must.Get(New(c, cfg))(t)
	return d, c
}

// TestCorners: which output of the chip corners are, worked out by hand from Adafruit's
// libraries.
func TestCorners(t *testing.T) {
	for _, row := range []struct {
		module string
		x, y   int
		want   [3]int
	}{
		{"16x9", 0, 0, one(0)}, {"16x9", 15, 8, one(143)},
		{"scroll-phat-hd", 0, 0, one(134)}, {"scroll-phat-hd", 8, 6, one(0)}, {"scroll-phat-hd", 9, 0, one(8)},
		{"scroll-phat-hd", 16, 6, one(126)},
		{"charlie-wing", 0, 0, one(7)}, {"charlie-wing", 7, 6, one(113)}, {"charlie-wing", 8, 0, one(120)},
		{"charlie-wing", 14, 6, one(30)},
		{"charlie-bonnet", 0, 0, one(23)}, {"charlie-bonnet", 8, 0, one(31)}, {"charlie-bonnet", 15, 7, one(136)},
		{"11x7", 0, 0, one(6)}, {"11x7", 5, 6, one(80)}, {"11x7", 6, 0, one(14)}, {"11x7", 10, 6, one(72)},
		{"rgb-13x9", 0, 0, [3]int{242, 241, 240}}, {"rgb-13x9", 1, 1, [3]int{154, 153, 155}},
		{"rgb-13x9", 12, 0, [3]int{349, 348, 350}}, {"rgb-13x9", 10, 6, [3]int{272, 271, 270}},
		{"rgb-13x9", 0, 8, [3]int{182, 181, 180}},
	} {
		r := must.Get(Config{Module: row.module}.resolve())(t)
		if got := r.module.at(row.x, row.y); got != row.want {
			t.Errorf("%s (%d, %d) is %v, want %v", row.module, row.x, row.y, got, row.want)
		}
	}
}

// TestOutputsAreOfOneLED: no two LEDs of a board share an output, and all are the chip's.
func TestOutputsAreOfOneLED(t *testing.T) {
	for _, m := range modules {
		used := map[int]bool{}
		most := outputs3731
		if m.rgb {
			most = outputs3741
		}
		for i := range m.size.X * m.size.Y {
			at := m.at(i%m.size.X, i/m.size.X)
			for _, n := range at[:map[bool]int{true: 3, false: 1}[m.rgb]] {
				if n < 0 || n >= most || used[n] {
					t.Errorf("%s: output %d of LED %d is taken, or none", m.name, n, i)
				}
				used[n] = true
			}
		}
	}
}

func TestRandomPictures(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, m := range modules {
		for _, rotate := range []int{0, 90, 180} {
			d, chip := open(t, Config{Module: m.name, Rotate: rotate, Mirror: "x"})
			for range 5 {
				pic := image.NewRGBA(d.Bounds())
				for i := range pic.Rect.Dx() * pic.Rect.Dy() {
					c := color.RGBA{uint8(rng.Uint32()), uint8(rng.Uint32()), uint8(rng.Uint32()), 255}
					if !m.rgb {
						c.G, c.B = c.R, c.R
					}
					pic.SetRGBA(i%pic.Rect.Dx(), i/pic.Rect.Dx(), c)
				}
				paneltest.Show(t, d, pic)
				got := chip.Picture()
				for i, v := range pic.Pix {
					if i%4 != 3 && math.Abs(float64(got.Pix[i])-255*srgb.Light(float64(v)/255)) > 1 {
						t.Fatalf("%s turned by %d: channel %d is %d of %d", m.name, rotate, i, got.Pix[i], v)
					}
				}
			}
		}
	}
}

// TestBrightness: half the lightness is 18 % of the light, the least stays lit, 0 is dark.
func TestBrightness(t *testing.T) {
	for _, m := range modules {
		d, chip := open(t, Config{Module: m.name})
		for _, row := range []struct {
			level float64
			want  uint8
		}{{1, 255}, {0.5, 47}, {0.001, 1}, {0, 0}} {
			d.SetBrightness(row.level)
			if paneltest.Show(t, d, image.White); chip.Picture().Pix[0] != row.want {
				t.Errorf("%s at %v is %d, want %d", m.name, row.level, chip.Picture().Pix[0], row.want)
			}
		}
	}
}

// TestDipOfTheSupply: the next refresh brings the picture back, and closing darkens it.
func TestDipOfTheSupply(t *testing.T) {
	for _, m := range modules {
		d, chip := open(t, Config{Module: m.name})
		paneltest.Show(t, d, image.White)
		chip.PowerOn()
		if chip.Lit() {
			t.Errorf("%s is lit without a supply", m.name)
		}
		if err := d.Refresh(); err != nil || chip.Picture().Pix[0] != 255 {
			t.Errorf("%s: %v, shows %d", m.name, err, chip.Picture().Pix[0])
		}
		if err := d.Close(); err != nil || chip.Picture().Pix[0] != 0 || !chip.closed {
			t.Errorf("%s closed: %v, shows %d", m.name, err, chip.Picture().Pix[0])
		}
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

func TestAfterAFault(t *testing.T) {
	for _, m := range modules {
		cfg := Config{Module: m.name}
		_, chip := open(t, cfg)
		if _, err := New(&failing{chip, 3}, cfg); err == nil || !chip.closed ||
			!strings.Contains(err.Error(), "remote I/O error") {
			t.Errorf("%s: %v, closed %v", m.name, err, chip.closed)
		}
		_, chip = open(t, cfg)
		f := &failing{chip, 100}
		d := must.Get(New(f, cfg))(t)
		if f.left = 0; d.Draw(d.Bounds(), image.White, image.Point{}) == nil {
			t.Error("a broken bus is no error")
		}
		chip.PowerOn()
		f.left = 100
		if paneltest.Show(t, d, image.White); chip.Picture().Pix[0] != 255 {
			t.Errorf("%s does not come back", m.name)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		cfg       Config
		key, says string
	}{
		{Config{Address: 0x73}, "address", "address 0x73, want 0x74 to 0x77"},
		{Config{Module: "rgb-13x9", Address: 0x74}, "address", "want 0x30 to 0x33"},
		{Config{Module: "8x8"}, "module", `module "8x8", want one of: 16x9`},
		{Config{Rotate: 45}, "rotate", "45"},
		{Config{Mirror: "both"}, "mirror", "both"},
		{Config{Port: "SPI0.0"}, "port", "is not an I2C bus"},
	} {
		_, err := c.cfg.Plan()
		if err == nil || keyerr.Key(err) != c.key || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v of key %q", c.cfg, err, keyerr.Key(err))
		}
		chip := &Chip{}
		if _, err := New(chip, c.cfg); err == nil || !chip.closed {
			t.Errorf("%+v is opened; bus closed: %v", c.cfg, chip.closed)
		}
	}
}
