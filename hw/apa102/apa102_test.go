// SPDX-License-Identifier: Apache-2.0

package apa102

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"strings"
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
		{Order: "RGB", Speed: bus.Speed(20 * physic.MegaHertz),
			Layout: pixel.Layout{Width: 16, Height: 16, Wiring: pixel.SerpentineColumns, Rotate: 270}},
	} {
		d, s := setup(t, unlimited(cfg))
		for range 100 {
			m := paneltest.Random(d.Bounds(), rng)
			must.Do(t, d.Draw(m.Rect, m, image.Point{}))
			wrong := 0
			for n, at := range s.m.Pixel {
				c := m.RGBAAt(int(at)%m.Rect.Dx(), int(at)/m.Rect.Dx())
				current, _, _, _ := s.LED(n)
				for ch, v := range []uint8{c.R, c.G, c.B} {
					// Half a step of 255 of the current that the LED has.
					if math.Abs(s.Light(n, ch)-srgb.Light(float64(v)/255)) > float64(current)/31/255*1.01 {
						wrong++
					}
				}
			}
			if wrong != 0 {
				t.Fatalf("%+v: %d channels are wrong", cfg, wrong)
			}
			if need := 32 + (len(s.m.Pixel)+1)/2; s.Lag() < need {
				t.Fatalf("%d clocks after the last LED, it needs %d", s.Lag(), need)
			}
		}
	}
}

func TestBytesOfTwoLEDs(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 2, 1))
	m.Set(0, 0, color.RGBA{R: 255, G: 188, A: 255})
	m.Set(1, 0, color.RGBA{B: 13, A: 255}) // 0.4 % of the light: current 1 of 31
	frame := paneltest.Frame(t, New, unlimited(Config{Layout: pixel.Layout{Width: 2, Height: 1}}), m)
	got := fmt.Sprintf("% x", frame)
	if !strings.HasPrefix(got, "00 00 00 00 ff 00 ") ||
		!strings.Contains(got, " e1 1f 00 00 ") && !strings.Contains(got, " e1 20 00 00 ") ||
		!strings.HasSuffix(got, "00 00 00 00 00") {
		t.Errorf("frame is %s", got)
	}
}

// TestNightHasManySteps: between two brightnesses where eight bits show 2 steps,
// thirteen bits show many.
func TestNightHasManySteps(t *testing.T) {
	d, s := setup(t, unlimited(Config{Speed: bus.Speed(physic.MegaHertz)})) // too slow to dither
	seen := map[float64]bool{}
	last := 0.0
	for level := 0.05; level < 0.08; level += 0.0005 {
		d.SetBrightness(level)
		must.Do(t, d.Draw(d.Bounds(), image.White, image.Point{}))
		l := s.Light(9, 1)
		if l < last {
			t.Errorf("darker at brightness %.4f", level)
		}
		seen[l], last = true, l
	}
	if len(seen) < 20 {
		t.Errorf("%d steps, want at least 20", len(seen))
	}
}

func TestFaintestIsLitAndBlackDark(t *testing.T) {
	d, s := setup(t, unlimited(Config{}))
	d.SetBrightness(0.0005)
	m := image.NewRGBA(d.Bounds())
	m.Set(0, 0, color.RGBA{R: 3, A: 255})
	sum := 0.0
	for range 4 {
		must.Do(t, d.Draw(m.Rect, m, image.Point{}))
		sum += s.Light(0, 0)
		if s.Light(1, 0) != 0 || s.Light(0, 1) != 0 {
			t.Error("a dark LED is lit")
		}
	}
	if sum == 0 {
		t.Error("the faintest red is dark")
	}
}

func TestPowerIsLimited(t *testing.T) {
	d, s := setup(t, Config{})
	must.Do(t, d.Draw(d.Bounds(), image.White, image.Point{}))
	sum := 0.0
	for n := range 296 {
		sum += 0.005 + 0.1*(s.Light(n, 0)+s.Light(n, 1)+s.Light(n, 2))
	}
	if watts, _ := d.Power(); watts > 8 || watts < 7.9 || math.Abs(sum-watts) > 0.1 {
		t.Errorf("estimate %.2f W, by the LEDs %.2f W, want 8 W", watts, sum)
	}
}

func TestSpareLEDsDoNotShift(t *testing.T) {
	s := must.Get(NewStrip(Config{Layout: pixel.Layout{Width: 2, Height: 1}}))(t)
	s.Send([]byte{0xff, 1, 2, 3}) // before any start
	s.Send([]byte{0, 0, 0, 0, 0xe1, 0, 0, 0, 0xff, 1, 2, 3, 0xff, 9, 9, 9, 0, 0, 0, 0})
	if c, r, g, b := s.LED(1); c != 31 || r != 3 || g != 2 || b != 1 || s.Frames() != 1 {
		t.Errorf("LED 1 shows %d %d %d %d after %d frames", c, r, g, b, s.Frames())
	}
}

func TestConfigErrors(t *testing.T) {
	for want, cfg := range map[string]Config{
		"speed 30MHz": {Speed: bus.Speed(30 * physic.MegaHertz)},
		`order "GRBW": want the letters of RGB in`: {Order: "GRBW"},
		`order "BGX"`:       {Order: "BGX"},
		"9216 LEDs":         {Layout: pixel.Layout{Width: 96, Height: 96}},
		"white [2 0 0]":     {Colour: pixel.Colour{White: [3]float64{2}}},
		"power_limit 0.5 W": {Power: pixel.Power{Limit: 0.5}},
	} {
		port := &Strip{}
		_, err := New(port, cfg)
		paneltest.Refused(t, err, "apa102", want, port.Closed)
	}
}

func TestDithersOnlyInTheDark(t *testing.T) {
	d, _ := setup(t, unlimited(Config{}))
	for level, want := range map[float64]time.Duration{1: bus.HealEvery, 0.02: 2500 * time.Microsecond} {
		d.SetBrightness(level)
		must.Do(t, d.Draw(d.Bounds(), image.White, image.Point{}))
		if got := d.RefreshAfter(); got != want {
			t.Errorf("at brightness %v refresh after %v, want %v", level, got, want)
		}
	}
}

func BenchmarkDraw296(b *testing.B) {
	d := must.Get(New(&bus.Emulated{}, Config{}))(b)
	m := paneltest.Random(d.Bounds(), rand.New(rand.NewPCG(2, 2)))
	b.ReportAllocs()
	for b.Loop() {
		d.Draw(m.Rect, m, image.Point{})
	}
}
