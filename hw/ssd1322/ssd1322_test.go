// SPDX-License-Identifier: Apache-2.0

package ssd1322

import (
	"errors"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/fourwire"
	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/physic"
)

func setUp(t *testing.T, cfg Config) (*Dev, *Chip) {
	t.Helper()
	c := NewChip()
	d := must.Get(New(c, cfg))(t)
	return d, c
}

// greys is a random picture of the sixteen levels.
func greys(rng *rand.Rand) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		v := uint8(17 * rng.IntN(16))
		m.SetRGBA(i%width, i/width, color.RGBA{v, v, v, 255})
	}
	return m
}

func show(t *testing.T, d *Dev, m *image.RGBA) {
	t.Helper()
	must.Do(t, d.Draw(m.Rect, m, image.Point{}))
}

// shows fails unless the display's levels are those of m, as they are seen.
func shows(t *testing.T, c *Chip, m *image.RGBA, turned bool) {
	t.Helper()
	seen := c.Picture()
	for i := range width * height {
		x, y := i%width, i/width
		at := image.Pt(x, y)
		if turned {
			at = image.Pt(width-1-x, height-1-y)
		}
		level := m.RGBAAt(x, y).R / 17
		light := uint32(seen.RGBA64At(at.X, at.Y).R) * 180 * 256 / (uint32(c.contrast) + 1) / 65535
		if want := uint32(c.levels[level]); light > want || light+1 < want {
			t.Fatalf("pixel (%d, %d), seen at %v, has light %d/180, want %d of level %d", x, y, at, light, want, level)
		}
	}
}

func TestRandomFrames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, cfg := range []Config{{}, {Rotate: 180}} {
		d, c := setUp(t, cfg)
		for range 20 {
			m := greys(rng)
			show(t, d, m)
			shows(t, c, m, cfg.Rotate == 180)
		}
	}
}

// TestLevels: each is brighter than the one before, none is above the datasheet's 180, and
// what is lit at all stays so.
func TestLevels(t *testing.T) {
	for n := range gamma {
		if n > 0 && gamma[n] <= gamma[n-1] || gamma[n] > 180 {
			t.Errorf("levels %v", gamma)
		}
	}
	for _, row := range []struct {
		v    uint8
		want byte
	}{{0, 0}, {1, 1}, {17, 1}, {25, 1}, {26, 2}, {128, 8}, {254, 15}, {255, 15}} {
		if got := grey([]byte{row.v, row.v, row.v, 255}); got != row.want {
			t.Errorf("value %d is level %d, want %d", row.v, got, row.want)
		}
	}
}

// TestOnlyChangedRows are sent.
func TestOnlyChangedRows(t *testing.T) {
	d, c := setUp(t, Config{})
	m := greys(rand.New(rand.NewPCG(1, 3)))
	show(t, d, m)
	for _, row := range []struct {
		why     string
		rows    []int
		written int
	}{{"nothing changed", nil, 0}, {"one row", []int{9}, 128}, {"from the first to the last", []int{63, 60}, 4 * 128},
		{"all", []int{0, 63}, bytes}} {
		for _, y := range row.rows {
			m.SetRGBA(7, y, color.RGBA{17 * uint8(len(row.why)%16), 0, 0, 255})
		}
		before := c.written
		show(t, d, m)
		if got := c.written - before; got != row.written {
			t.Errorf("%s: %d bytes, want %d", row.why, got, row.written)
		}
	}
}

func TestBrightnessAndClose(t *testing.T) {
	d, c := setUp(t, Config{})
	m := image.NewRGBA(d.Bounds())
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	for _, row := range []struct {
		level float64
		light uint16
	}{{1, 65535}, {0.5, 65535 * 47 / 256}, {0.001, 65535 / 256}, {0, 0}, {1, 65535}} {
		must.Do(t, d.SetBrightness(row.level))
		show(t, d, m)
		if got := c.Picture().RGBA64At(9, 9).R; got != row.light {
			t.Errorf("brightness %v: light %d, want %d", row.level, got, row.light)
		}
	}
	must.Do(t, d.Close())
	if c.on || c.ram[3][300] != 0 || !c.closed {
		t.Error("still on, or lit, or the port is open")
	}
}

// TestLostSupply: a display that was without supply comes back, and one that was not
// does not blink.
func TestLostSupply(t *testing.T) {
	d, c := setUp(t, Config{})
	m := greys(rand.New(rand.NewPCG(1, 2)))
	show(t, d, m)
	if after := d.RefreshAfter(); after <= 0 || after > 2*time.Second {
		t.Errorf("sent again after %v", after)
	}
	for _, lost := range []bool{false, true} {
		if lost {
			*c = *NewChip()
			c.Commands.Do, c.Commands.Write = c.do, c.write
		}
		must.Do(t, d.Refresh())
		shows(t, c, m, false)
		if c.blinks != 0 || !c.on {
			t.Error("it blinks, or is off")
		}
	}
}

// TestRefusals: the emulated chip takes nothing that the datasheet does not have.
func TestRefusals(t *testing.T) {
	for _, row := range []struct {
		why   string
		data  []bool
		bytes []byte
		want  string
	}{
		{"a command of an SSD1306", []bool{false}, []byte{0x8D}, "no command 0x8d"},
		{"an argument is missing", []bool{false, true, false}, []byte{0x15, 0x1C, 0x5C},
			"after 1 of the 2 arguments of 0x15"},
		{"one too many", []bool{false, true, true}, []byte{0xC1, 0x7F, 0x00}, "which has 1 arguments"},
		{"a picture without a command", []bool{true}, []byte{0}, "has 0 arguments"},
	} {
		c := NewChip()
		var err error
		for i := range row.bytes {
			err = errors.Join(err, c.Send(row.data[i], row.bytes[i:i+1]))
		}
		must.Fail(t, err, row.want, row.why)
	}
}

func TestErrors(t *testing.T) {
	for want, cfg := range map[string]Config{
		"rotate 90":                   {Rotate: 90},
		`port "x"`:                    {Config: fourwire.Config{Port: "x"}},
		"speed 20MHz, want 100kHz to": {Config: fourwire.Config{Speed: bus.Speed(20 * physic.MegaHertz)}},
		"GPIO 10 is MOSI of SPI0":     {Config: fourwire.Config{DC: "10"}},
		`dc "none", want GPIO0`:       {Config: fourwire.Config{DC: "none"}},
		"GPIO 25 is D/C":              {Config: fourwire.Config{Reset: "GPIO25"}},
	} {
		_, err := cfg.Plan()
		paneltest.Refused(t, err, "ssd1322", want, true)
	}
}

// TestUnplugged: a port that fails is no display that works, and closed.
func TestUnplugged(t *testing.T) {
	d, c := setUp(t, Config{})
	c.closed = true
	if err := d.Refresh(); err == nil {
		t.Error("a picture that stands still hides that the port fails")
	}
}
