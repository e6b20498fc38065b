// SPDX-License-Identifier: Apache-2.0

package unicornhd

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/internal/srgb"
)

func setup(t testing.TB, cfg Config) (*strip.Dev, *HAT) {
	t.Helper()
	h := must.Get(NewHAT(cfg))(t)
	d := must.Get(New(h, cfg))(t)
	return d, h
}

func TestRandomFrames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, cfg := range []Config{{PowerLimit: -1}, {PowerLimit: -1, Rotate: 90, Mirror: "x"}} {
		d, h := setup(t, cfg)
		for range 100 {
			m := paneltest.Random(d.Bounds(), rng)
			must.Do(t, d.Draw(m.Rect, m, image.Point{}))
			got, wrong := h.Picture(), 0
			for i, v := range m.Pix {
				// Dithering may choose the step above or below.
				if i%4 != 3 && math.Abs(float64(got.Pix[i])-255*srgb.Light(float64(v)/255)) > 1 {
					wrong++
				}
			}
			if wrong != 0 {
				t.Fatalf("%+v: %d channels are wrong", cfg, wrong)
			}
		}
		must.Equal(t, h.Frames(), 101, "frames")
	}
}

func TestBytes(t *testing.T) {
	d, h := setup(t, Config{PowerLimit: -1})
	m := image.NewRGBA(d.Bounds())
	m.Set(1, 2, color.RGBA{R: 255, A: 255})
	must.Do(t, d.Draw(m.Rect, m, image.Point{}))
	for i, v := range h.shown {
		want := byte(0)
		if i == 3*(2*16+1) {
			want = 255
		}
		if v != want {
			t.Errorf("byte %d is %d, want %d", i, v, want)
		}
	}
}

func TestRotate(t *testing.T) {
	cfg := Config{Rotate: 90, Size: pixel.Size{X: 8, Y: 8}}
	d, h := setup(t, cfg)
	m := image.NewRGBA(d.Bounds())
	m.Set(0, 0, color.White)
	m.Set(7, 3, color.RGBA{G: 255, A: 255})
	must.Do(t, d.Draw(m.Rect, m, image.Point{}))
	pixtest.Equal(t, h.Picture(), `
		#.......
		........
		........
		.......G
		........
		........
		........
		........`)
	must.Equal(t, h.shown[3*15], 255, "the picture's top left is not at the HAT's top right")
}

func TestPowerNightAndClose(t *testing.T) {
	d, h := setup(t, Config{})
	must.Do(t, d.Draw(d.Bounds(), image.White, image.Point{}))
	if watts, scale := d.Power(); watts > 8 || watts < 7.9 || scale > 0.7 {
		t.Errorf("white takes %.1f W dimmed by %.2f, want 8 W", watts, scale)
	}
	d.SetBrightness(0.06)
	must.Do(t, d.Draw(d.Bounds(), image.White, image.Point{}))
	if got := d.RefreshAfter(); got < frame {
		t.Errorf("at night refresh after %v: the HAT shows a frame for %v", got, frame)
	}
	must.Do(t, d.Close())
	if h.shown != [3 * leds]byte{} || !h.Closed {
		t.Error("still lit, or the port is still open")
	}
}

func TestConfigErrors(t *testing.T) {
	for want, cfg := range map[string]Config{
		"rotate 1":      {Rotate: 1},
		`mirror "both"`: {Mirror: "both"},
		"size 17x8":     {Size: pixel.Size{X: 17, Y: 8}},
		"gamma -1":      {Colour: pixel.Colour{Gamma: -1}},
	} {
		port := &HAT{}
		_, err := New(port, cfg)
		paneltest.Refused(t, err, "unicornhd", want, port.Closed)
	}
}

func TestNoise(t *testing.T) {
	h, _ := NewHAT(Config{})
	h.Send(nil)
	h.Send([]byte{0x73, 1, 2, 3})
	h.Send(make([]byte, 5000))
	must.Equal(t, h.Frames(), 0, "noise is taken for a frame")
	h.Send(append([]byte{startOf}, make([]byte, 5000)...))
}
