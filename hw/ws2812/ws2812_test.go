// SPDX-License-Identifier: Apache-2.0

package ws2812

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/srgb"
	"periph.io/x/conn/v3/physic"
)

// unlimited is a matrix that shows colours as they are.
func unlimited(cfg Config) Config {
	cfg.Power.Limit = -1
	return cfg
}

func setup(t testing.TB, cfg Config) (*strip.Dev, *Strip) {
	t.Helper()
	s := must.Get(NewStrip(cfg))(t)
	d := must.Get(New(s, cfg))(t)
	return d, s
}

func TestRandomFrames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, cfg := range []Config{
		{},
		{Order: "RGB", Layout: pixel.Layout{Width: 8, Height: 32, Wiring: pixel.SerpentineColumns, Rotate: 90}},
		{Order: "bgr",
			Layout: pixel.Layout{Width: 16, Height: 16, Start: pixel.BottomRight, Tiles: [2]int{2, 1},
				Size: pixel.Size{X: 30, Y: 15}}},
		{Speed: bus.Speed(2600 * physic.KiloHertz)},
	} {
		d, s := setup(t, unlimited(cfg))
		for range 100 {
			m := paneltest.Random(d.Bounds(), rng)
			must.Do(t, d.Draw(m.Rect, m, image.Point{}))
			wrong, got := 0, s.Picture()
			for i := range got.Rect.Dx() * got.Rect.Dy() {
				x, y := i%got.Rect.Dx(), i/got.Rect.Dx()
				c, want := got.RGBAAt(x, y), m.RGBAAt(x, y)
				for _, ch := range [][2]uint8{{c.R, want.R}, {c.G, want.G}, {c.B, want.B}} {
					// A dim pixel's strongest channel shows at least 1.
					if v := 255 * srgb.Light(float64(ch[1])/255); math.Abs(float64(ch[0])-v) > 0.51 && (v > 0.5 || ch[0] != 1) {
						wrong++
					}
				}
			}
			if wrong != 0 {
				t.Fatalf("%+v: %d channels are wrong", cfg, wrong)
			}
		}
		if s.Wrong() != 0 || s.Frames() != 101 {
			t.Errorf("%+v: %d dubious pulses, %d frames", cfg, s.Wrong(), s.Frames())
		}
	}
}

func TestBytesOfOneLED(t *testing.T) {
	cfg := unlimited(Config{})
	cfg.Width, cfg.Height = 1, 1
	frame := paneltest.Frame(t, New, cfg, image.NewUniform(color.RGBA{R: 255, B: 188, A: 255}))
	const zeros = 84 // 280 µs at 2.4 MHz
	// Green 0, red 255, blue 128: 100 is a 0, 110 a 1.
	want := "92 49 24 db 6d b6 d2 49 24"
	if got := fmt.Sprintf("% x", frame[zeros:zeros+9]); got != want || len(frame) != zeros+9+zeros {
		t.Errorf("one LED is %s of %d bytes, want %s", got, len(frame), want)
	}
	for i, b := range frame {
		if (i < zeros || i >= zeros+9) && b != 0 {
			t.Errorf("byte %d is %#x, want a line at rest", i, b)
		}
	}
	if rest := strip.Duration(zeros, 2400*physic.KiloHertz); rest < reset || rest > reset+4*time.Microsecond {
		t.Errorf("the line rests for %v, want 280 µs", rest)
	}
}

func TestNineBytesALED(t *testing.T) {
	for order, want := range map[string]int{"": 296 * 9, "GRBW": 296 * 12} {
		frame := paneltest.Frame(t, New, Config{Order: order}, image.White)
		if got := len(frame) - 2*84; got != want {
			t.Errorf("order %q: %d bytes for the LEDs, want %d", order, got, want)
		}
	}
}

func TestWhiteChannel(t *testing.T) {
	cfg := unlimited(Config{Order: "GRBW"})
	cfg.Width, cfg.Height = 2, 1
	d, s := setup(t, cfg)
	m := image.NewRGBA(d.Bounds())
	m.Set(0, 0, color.White)
	m.Set(1, 0, color.RGBA{R: 255, G: 255, A: 255})
	must.Do(t, d.Draw(m.Rect, m, image.Point{}))
	if s.LED(0) != [4]byte{0, 0, 0, 255} || s.LED(1) != [4]byte{255, 255, 0, 0} {
		t.Errorf("white is %v, yellow %v", s.LED(0), s.LED(1))
	}
}

func TestPowerIsLimited(t *testing.T) {
	d, s := setup(t, Config{})
	must.Do(t, d.Draw(d.Bounds(), image.White, image.Point{}))
	watts, scale := d.Power()
	sum := 0.0
	for n := range 296 {
		v := s.LED(n)
		sum += 0.005 + (80*float64(v[0])+55*float64(v[1])+75*float64(v[2]))/255/1000
	}
	if watts > 8 || watts < 7.9 || scale > 0.11 || scale < 0.1 || math.Abs(sum-watts) > 0.1 {
		t.Errorf("white is %.2f W scaled by %.3f; the LEDs' values make %.2f W; want 8 W", watts, scale, sum)
	}
}

func TestBrightness(t *testing.T) {
	d, s := setup(t, unlimited(Config{}))
	for _, c := range []struct {
		level float64
		want  byte
	}{{1, 255}, {0.5, 47}, {0.02, 1}, {0.0001, 1}, {0, 0}} {
		d.SetBrightness(c.level)
		must.Do(t, d.Draw(d.Bounds(), image.White, image.Point{}))
		if got := s.LED(100); got != [4]byte{c.want, c.want, c.want, 0} {
			t.Errorf("white at brightness %v is %v, want %d", c.level, got, c.want)
		}
	}
}

// TestNightDithersWhereItCan: 64 LEDs are fast enough for four phases, 296 not.
func TestNightDithersWhereItCan(t *testing.T) {
	small := unlimited(Config{})
	small.Width, small.Height = 8, 8
	d, s := setup(t, small)
	d.SetBrightness(0.06) // 1.7 of 255 steps
	must.Do(t, d.Draw(d.Bounds(), image.White, image.Point{}))
	if got := d.RefreshAfter(); got != 2500*time.Microsecond {
		t.Errorf("refresh after %v, want 2.5 ms", got)
	}
	sum := 0
	for range 4 {
		must.Do(t, d.Refresh())
		sum += int(s.LED(7)[0])
	}
	if sum != 7 {
		t.Errorf("four phases add up to %d, want 7", sum)
	}
	d, _ = setup(t, unlimited(Config{}))
	d.SetBrightness(0.06)
	must.Do(t, d.Draw(d.Bounds(), image.White, image.Point{}))
	if got := d.RefreshAfter(); got != bus.HealEvery {
		t.Errorf("296 LEDs want a refresh after %v, want none for the dither", got)
	}
}

func TestConfigErrors(t *testing.T) {
	for _, c := range []struct {
		want  string
		cfg   Config
		limit int
	}{
		{`order "GRX"`, Config{Order: "GRX"}, 0},
		{`order "GRBWW"`, Config{Order: "GRBWW"}, 0},
		{`order "GG"`, Config{Order: "GG"}, 0},
		{"speed 1MHz", Config{Speed: bus.Speed(physic.MegaHertz)}, 0},
		{"4096 LEDs, at most 2048", Config{Layout: pixel.Layout{Width: 64, Height: 64}}, 0},
		{"gamma 9", Config{Colour: pixel.Colour{Gamma: 9}}, 0},
		{"2048 dark LEDs alone take 10.2 W", Config{Layout: pixel.Layout{Width: 64, Height: 32}}, 0},
		{"512 LEDs take 4776 bytes a frame, but strip of 512 LEDs takes 4096 at once: add spidev.bufsiz=65536",
			Config{Layout: pixel.Layout{Width: 32, Height: 16}}, 4096},
	} {
		port := must.Get(NewStrip(Config{Layout: pixel.Layout{Width: 32, Height: 16}}))(t)
		port.Most = c.limit
		_, err := New(port, c.cfg)
		paneltest.Refused(t, err, "ws2812", c.want, port.Closed)
	}
}

func BenchmarkDraw296(b *testing.B) {
	d := must.Get(New(&bus.Emulated{}, Config{}))(b)
	m := paneltest.Random(d.Bounds(), rand.New(rand.NewPCG(2, 2)))
	b.ReportAllocs()
	for b.Loop() {
		d.SetBrightness(0.3)
		d.Draw(m.Rect, m, image.Point{})
	}
}
