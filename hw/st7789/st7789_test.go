// SPDX-License-Identifier: Apache-2.0

package st7789

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/fourwire"
	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/physic"
)

func setUp(t *testing.T, cfg Config) (*Dev, *Chip) {
	t.Helper()
	c := must.Get(NewChip(cfg))(t)
	d := must.Get(open(c, c.r))(t)
	return d, c
}

func random(size image.Point, rng *rand.Rand) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: size})
	for i := range m.Pix {
		m.Pix[i] = uint8(rng.IntN(256)) | uint8(i%4/3*255)
		if i/4%5 == 0 && i%4 < 3 {
			m.Pix[i] = 0
		}
	}
	return m
}

func show(t *testing.T, d *Dev, m image.Image) {
	t.Helper()
	must.Do(t, d.Draw(m.Bounds(), m, image.Point{}))
}

// near reports whether two colours differ by the rounding of 16 bits at most.
func near(a, b color.RGBA) bool {
	off := func(a, b uint8) bool { return max(a, b)-min(a, b) > 9 }
	return !off(a.R, b.R) && !off(a.G, b.G) && !off(a.B, b.B)
}

// arrangements are places of LEDs on screens: the corner of the first one, and how the
// picture lies on the screen.
var arrangements = []struct {
	why    string
	cfg    Config
	size   image.Point // of the picture
	pitch  int
	corner image.Point
	screen func(x, y int) (column, row int) // of LEDs, from a pixel
}{
	{"by default", Config{}, image.Pt(24, 24), 10, image.Point{}, upright},
	{"upright", Config{Module: "240x320"}, image.Pt(24, 32), 10, image.Point{}, upright},
	{"wide, in the middle of 172 rows", Config{Module: "320x172"}, image.Pt(32, 16), 10, image.Pt(0, 6), upright},
	{"as the original", Config{Module: "320x172", Size: pixel.Size{X: 37, Y: 8}}, image.Pt(37, 8), 8,
		image.Pt(12, 54), upright},
	{"a display on its side", Config{Module: "240x320", Rotate: 90, Size: pixel.Size{X: 32, Y: 24}}, image.Pt(32, 24), 10,
		image.Point{}, func(x, y int) (int, int) { return 23 - y, x }},
	{"upside down", Config{Module: "320x172", Rotate: 180}, image.Pt(32, 16), 10,
		image.Pt(0, 6), func(x, y int) (int, int) { return 31 - x, 15 - y }},
	{"mirrored", Config{Mirror: "x", Pitch: 5}, image.Pt(24, 24), 5,
		image.Pt(60, 60), func(x, y int) (int, int) { return 23 - x, y }},
	{"the finest", Config{Size: pixel.Size{X: 80, Y: 80}, Order: "BGR", Inverse: true}, image.Pt(80, 80), 3,
		image.Point{}, upright},
}

func upright(x, y int) (int, int) { return x, y }

// TestScreen: every pixel of the screen is that of a round LED in the picture's colour,
// of its rim, or black.
func TestScreen(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, row := range arrangements {
		synctest.Test(t, func(t *testing.T) {
			d, c := setUp(t, row.cfg)
			if d.Bounds().Size() != row.size {
				t.Fatalf("%s: %v, want %v", row.why, d.Bounds(), row.size)
			}
			for range 4 {
				m := random(row.size, rng)
				show(t, d, m)
				if at, ok := wrong(c.Screen(), m, row.pitch, row.corner, row.screen); !ok {
					t.Fatalf("%s: pixel %v of the screen is %v", row.why, at, c.Screen().RGBAAt(at.X, at.Y))
				}
			}
		})
	}
}

// wrong finds a pixel of a screen that is not as m wants it, by the distance from the middle of
// its LED alone: within 0.36 of the pitch lit, beyond 0.54 black, between them at most as bright.
func wrong(screen, m *image.RGBA, pitch int, corner image.Point, place func(x, y int) (int, int)) (image.Point, bool) {
	leds := map[image.Point]color.RGBA{}
	for i := range len(m.Pix) / 4 {
		x, y := i%m.Rect.Dx(), i/m.Rect.Dx()
		column, row := place(x, y)
		leds[image.Pt(column, row)] = m.RGBAAt(x, y)
	}
	for i := range len(screen.Pix) / 4 {
		at := image.Pt(i%screen.Rect.Dx(), i/screen.Rect.Dx())
		fx, fy := (float64(at.X-corner.X)+0.5)/float64(pitch), (float64(at.Y-corner.Y)+0.5)/float64(pitch)
		led := leds[image.Pt(int(math.Floor(fx)), int(math.Floor(fy)))] // black around them
		far := math.Hypot(fx-math.Floor(fx)-0.5, fy-math.Floor(fy)-0.5)
		got := screen.RGBAAt(at.X, at.Y)
		switch {
		case far <= 0.36 && pitch > 3 && !near(got, led), far >= 0.54 && !near(got, color.RGBA{}):
			return at, false
		case got.R > led.R+9 && led.R < 246 || got.G > led.G+9 && led.G < 246 || got.B > led.B+9 && led.B < 246:
			return at, false
		}
	}
	return image.Point{}, true
}

// TestOnlyChangedLEDs are sent, neighbours together.
func TestOnlyChangedLEDs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := setUp(t, Config{})
		m := random(d.Bounds().Size(), rand.New(rand.NewPCG(1, 3)))
		show(t, d, m)
		const led = 10 * 10 * 2
		for _, row := range []struct {
			why  string
			leds []image.Point
		}{
			{"nothing changed", nil},
			{"one", []image.Point{{3, 4}}},
			{"two beside each other, and one apart", []image.Point{{0, 0}, {1, 0}, {23, 0}}},
			{"corners", []image.Point{{0, 0}, {23, 0}, {0, 23}, {23, 23}}},
		} {
			for _, at := range row.leds {
				p := m.RGBAAt(at.X, at.Y)
				m.SetRGBA(at.X, at.Y, color.RGBA{p.R ^ 128, p.G, p.B, 255})
			}
			before := c.written
			show(t, d, m)
			if got := c.written - before; got != led*len(row.leds) {
				t.Errorf("%s: %d bytes, want %d", row.why, got, led*len(row.leds))
			}
			if at, ok := wrong(c.Screen(), m, 10, image.Point{}, upright); !ok {
				t.Errorf("%s: pixel %v is wrong", row.why, at)
			}
		}
	})
}

func TestBrightnessAndClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := setUp(t, Config{Backlight: "24"})
		for _, row := range []struct {
			level float64
			want  uint8
			light bool
		}{{1, 255, true}, {0.5, 131, true}, {0.001, 8, true}, {0, 0, false}, {1, 255, true}} {
			must.Do(t, d.SetBrightness(row.level))
			show(t, d, white(d.Bounds()))
			if got := c.Picture().RGBAAt(9, 9); got.R != row.want || c.light != row.light {
				t.Errorf("brightness %v: %v and light %v, want %d and %v", row.level, got, c.light, row.want, row.light)
			}
		}
		must.Do(t, d.Close())
		if c.on || c.light || c.ram[100][100] != 0 || !c.closed {
			t.Error("still on, or lit, or the port is open")
		}
	})
}

func white(r image.Rectangle) *image.RGBA {
	m := image.NewRGBA(r)
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	return m
}

// TestLostSupply: a display that was without supply comes back, and shows neither noise nor
// black before it does; one that was not shows the same all the time.
func TestLostSupply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := setUp(t, Config{})
		m := random(d.Bounds().Size(), rand.New(rand.NewPCG(1, 2)))
		show(t, d, m)
		if after := d.RefreshAfter(); after <= 0 || after > 2*time.Second {
			t.Errorf("sent again after %v", after)
		}
		for _, lost := range []bool{false, true} {
			time.Sleep(time.Second)
			if lost {
				fresh := must.Get(NewChip(Config{}))(t)
				*c = *fresh
				c.Commands.Do, c.Commands.Write = c.do, c.write
			}
			d.wire = watched{c, func() {
				if at, ok := wrong(c.Screen(), m, 10, image.Point{}, upright); c.on && c.awake && !ok {
					t.Fatalf("lost %v: on the way pixel %v is wrong", lost, at)
				}
			}}
			must.Do(t, d.Refresh())
			if at, ok := wrong(c.Screen(), m, 10, image.Point{}, upright); !ok {
				t.Errorf("lost %v: pixel %v is wrong", lost, at)
			}
			d.wire = c
			show(t, d, m) // not before the chip is ready
			m.SetRGBA(5, 5, color.RGBA{255, 0, 255, 255})
			show(t, d, m)
		}
	})
}

// TestDarkAround: what is around the LEDs after a dip of the supply is dark again with the
// sixteenth Refresh.
func TestDarkAround(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := Config{Size: pixel.Size{X: 16, Y: 8}, Pitch: 3}
		d, c := setUp(t, cfg)
		m := random(d.Bounds().Size(), rand.New(rand.NewPCG(1, 5)))
		show(t, d, m)
		for y := range c.ram {
			for x := range c.ram[y] {
				c.ram[y][x] = 0xFFFF
			}
		}
		for range bands {
			time.Sleep(time.Second)
			before := c.written
			must.Do(t, d.Refresh())
			if sent := c.written - before; sent > 2*240*240/8 {
				t.Errorf("%d bytes at once", sent)
			}
		}
		if at, ok := wrong(c.Screen(), m, 3, image.Pt(96, 108), upright); !ok {
			t.Errorf("pixel %v is wrong", at)
		}
	})
}

// watched looks at the screen after each message.
type watched struct {
	*Chip
	look func()
}

func (w watched) Send(data bool, bytes []byte) error {
	err := w.Chip.Send(data, bytes)
	w.look()
	return err
}

// TestRefusals: the emulated chip takes nothing that the datasheet does not have, nor
// before it is ready.
func TestRefusals(t *testing.T) {
	for _, row := range []struct {
		why   string
		data  []bool
		bytes []byte
		want  string
	}{
		{"a command of an SSD1322", []bool{false}, []byte{0xFD}, "no command 0xfd"},
		{"an argument is missing", []bool{false, true, false}, []byte{0x2A, 0, 0x2C}, "after 1 of the 4 arguments of 0x2a"},
		{"at once after a reset", []bool{false, false}, []byte{0x01, 0x36}, "0x36 comes too early"},
		{"at once after it was woken", []bool{false, false}, []byte{0x11, 0x29}, "0x29 comes too early"},
	} {
		c, err := NewChip(Config{})
		must.Do(t, err)
		for i := range row.bytes {
			err = errors.Join(err, c.Send(row.data[i], row.bytes[i:i+1]))
		}
		must.Fail(t, err, row.want, row.why)
	}
}

func TestErrors(t *testing.T) {
	for want, cfg := range map[string]Config{
		`module "x", want one of: 240x240, 240x320, 320x172`:              {Module: "x"},
		"size 81x8: at 3 pixels for each LED, 240x240 has room for 80x80": {Size: pixel.Size{X: 81, Y: 8}},
		"pitch 11, want 3 to 10":                                          {Pitch: 11},
		"rotate 45":                                                       {Rotate: 45},
		`order "GRB", want RGB or BGR`:                                    {Order: "GRB"},
		"GPIO 27 is RES":                                                  {Backlight: "27"},
		"speed 100MHz, want 100kHz to 80MHz": {
			Config: fourwire.Config{Speed: bus.Speed(100 * physic.MegaHertz)}},
	} {
		_, err := cfg.Plan()
		paneltest.Refused(t, err, "st7789", want, true)
	}
}

// ordered is a display that notes the commands.
type ordered struct {
	*Chip
	ops []byte
}

// Send implements fourwire.Wire.
func (o *ordered) Send(data bool, bytes []byte) error {
	if !data {
		o.ops = append(o.ops, bytes[0])
	}
	return o.Chip.Send(data, bytes)
}

// TestWakesBeforeItShows: as Adafruit's and ESPHome's libraries do, the display leaves its sleep
// before it is switched on, and both follow the picture.
func TestWakesBeforeItShows(t *testing.T) {
	o := &ordered{Chip: must.Get(NewChip(Config{}))(t)}
	d := must.Get(open(o, must.Get(Config{}.resolve())(t)))(t)
	for range 2 {
		if n := len(o.ops); n < 3 || !bytes.Equal(o.ops[n-3:], []byte{0x2C, 0x11, 0x29}) {
			t.Errorf("the last of %d commands are % x, want a picture, sleep out, display on", n, o.ops[max(n-3, 0):])
		}
		o.ops = nil
		must.Do(t, d.Refresh())
	}
}
