// SPDX-License-Identifier: Apache-2.0

package ssd1306

import (
	"encoding/hex"
	"image"
	"image/color"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/drawer"
	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

func setup(t *testing.T, cfg Config) (*drawer.Panel, *Chip) {
	t.Helper()
	c := NewChip(cfg)
	p := must.Get(New(c, cfg))(t)
	return p, c
}

func TestRandomFrames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, cfg := range []Config{{}, {Address: 0x3D, Size: pixel.Size{X: 128, Y: 32}}, {Size: pixel.Size{X: 64, Y: 48}},
		{Chip: "sh1106"}, {Chip: "ssd1309"}, {Chip: "ssd1309", Size: pixel.Size{X: 128, Y: 32}}} {
		p, c := setup(t, cfg)
		for range 20 {
			m := paneltest.BlackAndWhite(p.Bounds(), rng)
			must.Do(t, p.Draw(m.Rect, m, image.Point{}))
			if got := pixtest.String(c.Picture()); got != pixtest.String(m) {
				t.Fatalf("%+v shows\n%swant\n%s", cfg, got, pixtest.String(m))
			}
		}
		if c.foreign != nil {
			t.Errorf("%+v got the commands % x, which its datasheet has not", cfg, c.foreign)
		}
	}
}

func TestRotated(t *testing.T) {
	for _, chip := range chips() {
		rotated(t, chip)
	}
}

func rotated(t *testing.T, chip string) {
	p, c := setup(t, Config{Chip: chip, Rotate: 180})
	m := image.NewRGBA(p.Bounds())
	m.Set(3, 0, color.White)
	must.Do(t, p.Draw(m.Rect, m, image.Point{}))
	if c.Picture().RGBAAt(127-3, 63).R == 0 {
		t.Errorf("%s: the top left is not at the bottom right", chip)
	}
}

func TestBrightnessAndClose(t *testing.T) {
	p, c := setup(t, Config{})
	white := func(level float64) {
		p.SetBrightness(level)
		must.Do(t, p.Draw(p.Bounds(), image.White, image.Point{}))
	}
	white(0.5)
	if c.Contrast() != 47 || c.Picture().RGBAAt(9, 9).R == 0 {
		t.Errorf("contrast %d, want 47, 18 %% of 255", c.Contrast())
	}
	white(0)
	must.Equal(t, c.Picture().RGBAAt(9, 9).R, 0, "lit at brightness 0")
	white(1)
	if c.Contrast() != 255 || c.Picture().RGBAAt(9, 9).R == 0 {
		t.Errorf("contrast %d at full brightness", c.Contrast())
	}
	must.Do(t, p.Close())
	if c.Lit() || !c.closed || c.ram[3][5] != 0 {
		t.Error("still lit, or the bus is still open")
	}
}

// TestLostSupply: a display that was switched off and on again comes back, as
// bright as it was, and one that was not does not blink.
func TestLostSupply(t *testing.T) {
	for _, cfg := range []Config{{}, {Rotate: 180}, {Chip: "sh1106"}, {Chip: "ssd1309"},
		{Address: 0x3D, Size: pixel.Size{X: 64, Y: 48}}} {
		p, c := setup(t, cfg)
		p.SetBrightness(0.5)
		m := paneltest.BlackAndWhite(p.Bounds(), rand.New(rand.NewPCG(1, 2)))
		must.Do(t, p.Draw(m.Rect, m, image.Point{}))
		if after := p.RefreshAfter(); after <= 0 || after > 2*time.Second {
			t.Errorf("told everything again after %v, want 2 s at most", after)
		}
		want, blinks := pixtest.String(c.Picture()), c.Blinks()
		must.Do(t, p.Refresh())
		must.Equal(t, c.Blinks(), blinks, "it blinks when it is told everything again")
		*c = *NewChip(cfg)
		must.Do(t, p.Refresh())
		if got := pixtest.String(c.Picture()); got != want || c.Contrast() != 47 {
			t.Errorf("%+v shows with contrast %d\n%swant 47 and\n%s", cfg, c.Contrast(), got, want)
		}
		m.Set(0, 0, color.White)
		must.Do(t, p.Draw(m.Rect, m, image.Point{}))
		if got := pixtest.String(c.Picture()); cfg.Rotate == 0 && got != pixtest.String(m) {
			t.Errorf("%+v shows after that\n%swant\n%s", cfg, got, pixtest.String(m))
		}
	}
}

// TestUnplugged: a display that does not answer is no display that works.
func TestUnplugged(t *testing.T) {
	p, c := setup(t, Config{})
	must.Do(t, p.Draw(p.Bounds(), image.White, image.Point{}))
	c.closed = true
	if err := p.Refresh(); err == nil {
		t.Error("a picture that stands still hides that the display is gone")
	}
}

func TestErrors(t *testing.T) {
	for want, cfg := range map[string]Config{
		"address 0x1":  {Address: 1},
		"chip \"x\"":   {Chip: "x"},
		"size 64x48":   {Chip: "sh1106", Size: pixel.Size{X: 64, Y: 48}},
		"size 100x64":  {Size: pixel.Size{X: 100, Y: 64}},
		"size 128x128": {Size: pixel.Size{X: 128, Y: 128}},
		"rotate 90":    {Rotate: 90},
		"threshold 7":  {Threshold: 7},
	} {
		c := NewChip(Config{})
		_, err := New(c, cfg)
		paneltest.Refused(t, err, "ssd1306", want, c.closed)
	}
	c := NewChip(Config{Address: 0x3D})
	if _, err := New(c, Config{}); err == nil || !strings.Contains(err.Error(), "no display at 0x3c") || !c.closed {
		t.Errorf("display at another address: %v", err)
	}
}

// TestMessages are those of the datasheets, where the chips differ.
func TestMessages(t *testing.T) {
	for _, row := range []struct {
		why, chip, commands, want string
	}{
		{"a converter in place of a charge pump", "sh1106", "8d14", "00ad8b"},
		{"neither", "ssd1309", "8d14", "00"},
		{"pages and no other way of addressing", "sh1106", "200021007f220007af", "00af"},
		{"ways of addressing", "ssd1309", "200021007f220007af", "00200021007f220007af"},
		{"two columns at the left", "sh1106", "b70010", "00b70210"},
		{"over the low half of the column", "sh1106", "b00f13", "00b00114"},
		{"none at the left", "ssd1309", "b70010", "00b70010"},
	} {
		w := must.Get(hex.DecodeString(row.commands))(t)
		got := translate([]byte{control}, row.chip, w)
		shift(got[1:], margin(row.chip))
		if hex.EncodeToString(got) != row.want {
			t.Errorf("%s: %s is %x for an %s, want %s", row.why, row.commands, got, row.chip, row.want)
		}
	}
}
