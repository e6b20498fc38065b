// SPDX-License-Identifier: Apache-2.0

package ws2812

import (
	"cmp"
	"errors"
	"image"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/internal/must"
)

// device models the driver ws2812-pio: what it takes, and the level of the wire by its
// program of ten cycles a bit at 8 MHz, of which the first three are low, three high, and
// four as the bit.
type device struct {
	wire       *Strip
	pixels     []byte
	rgbw       bool
	brightness byte
	at         time.Duration
	closed     bool
}

const cycle = 125 * time.Nanosecond

func (d *device) WriteAt(b []byte, off int64) (int, error) {
	switch {
	case d.closed:
		return 0, errors.New("closed")
	case off != 0:
		return 0, errors.New("not from the first LED on")
	case len(b) == 1:
		d.brightness = b[0]
		return 1, nil
	}
	n := copy(d.pixels, b)
	clear(d.pixels[n:])
	d.send()
	if n < len(b) {
		return 0, syscall.EFBIG
	}
	return n, nil
}

func (d *device) Close() error {
	d.closed = true
	return nil
}

// send sends all LEDs, green first.
func (d *device) send() {
	d.wire.Rest(d.at)
	for i := 0; i < len(d.pixels); i += 4 {
		p := d.pixels[i : i+4]
		d.byte(p[1])
		d.byte(p[0])
		d.byte(p[2])
		if d.rgbw {
			d.byte(p[3])
		}
	}
	d.at += time.Millisecond
	d.wire.Rest(d.at)
}

func (d *device) byte(v byte) {
	if d.brightness != 0 { // its own gamma, about
		v = byte(uint32(v) * uint32(v) * uint32(d.brightness) / (255 * 255))
	}
	for bit := 7; bit >= 0; bit-- {
		d.wire.Level(d.at+3*cycle, true)
		if v>>bit&1 == 1 {
			d.wire.Level(d.at+10*cycle, false)
		} else {
			d.wire.Level(d.at+6*cycle, false)
		}
		d.at += 10 * cycle
	}
}

// onKernel opens a matrix on a modelled driver of so many LEDs; 0 are those of the matrix.
func onKernel(t *testing.T, cfg Config, leds int) (*strip.Dev, *device) {
	t.Helper()
	s := must.Get(NewStrip(cfg))(t)
	leds = cmp.Or(leds, len(s.m.Pixel))
	// A driver that somebody has used before.
	dev := &device{wire: s, pixels: make([]byte, 4*leds), rgbw: len(s.places) == 4, brightness: 200, at: time.Millisecond}
	cfg.Port = "/dev/leds0"
	d := must.Get(New(bus.NewLEDs(cfg.Port, dev), cfg))(t)
	return d, dev
}

// TestKernel: random frames arrive at the LEDs as by SPI, but for a step of the dither.
func TestKernel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	for _, row := range []struct {
		why  string
		cfg  Config
		leds int
	}{
		{"by default", Config{}, 0},
		{"another order of colours", Config{Order: "RGB", Layout: pixel.Layout{Width: 8, Height: 8}}, 0},
		{"blue first", Config{Order: "BRG", Layout: pixel.Layout{Width: 4, Height: 8, Rotate: 90}}, 0},
		{"a white channel", Config{Order: "GRBW", Layout: pixel.Layout{Width: 8, Height: 8}}, 0},
		{"a driver of more LEDs", Config{Layout: pixel.Layout{Width: 8, Height: 8}}, 70},
	} {
		cfg := unlimited(row.cfg)
		d, dev := onKernel(t, cfg, row.leds)
		spi, want := setup(t, cfg)
		for range 20 {
			m := paneltest.Random(d.Bounds(), rng)
			must.Do(t, errors.Join(d.Draw(m.Rect, m, image.Point{}), spi.Draw(m.Rect, m, image.Point{})))
			for n := range want.m.Pixel {
				a, b := dev.wire.LED(n), want.LED(n)
				for ch := range a {
					if max(a[ch], b[ch])-min(a[ch], b[ch]) > 1 {
						t.Fatalf("%s: LED %d shows %v, by SPI %v", row.why, n, a, b)
					}
				}
			}
		}
		if dev.wire.Wrong() != 0 || dev.wire.Frames() != 21 {
			t.Errorf("%s: %d pulses of no length, %d frames", row.why, dev.wire.Wrong(), dev.wire.Frames())
		}
		if err := d.Close(); err != nil || !dev.closed || dev.wire.LED(0) != [4]byte{} {
			t.Errorf("%s: closed %v, %v, LED %v", row.why, dev.closed, err, dev.wire.LED(0))
		}
	}
}

// TestKernelPlace: such a strip takes no SPI, no lines that are known, and none of another
// name.
func TestKernelPlace(t *testing.T) {
	cfg := Config{Port: "/dev/leds1", Layout: pixel.Layout{Width: 8, Height: 8}}
	p, err := cfg.Plan()
	if err != nil || p.Place.Kind != bus.LEDs || p.Place.Bus != "leds1" || p.Place.Pins != 0 || p.Needs.SteadyClock ||
		p.Frame != 256 {
		t.Errorf("%+v, %v", p.Spec, err)
	}
	for _, port := range []string{"/dev/leds4", "/dev/leds", "/dev/leds00", "/dev/leds-1", "leds0"} {
		if _, err := (Config{Port: port}).Plan(); err == nil || !strings.Contains(err.Error(), "is not an SPI port") {
			t.Errorf("port %q: %v", port, err)
		}
	}
	_, err = p.Open()
	must.Fail(t, err, "dtoverlay=ws2812-pio,gpio=18,num_leds=64", "a machine without it")
}

// TestKernelOfFewerLEDs is told with what to change.
func TestKernelOfFewerLEDs(t *testing.T) {
	cfg := Config{Port: "/dev/leds0", Layout: pixel.Layout{Width: 8, Height: 8}}
	s := must.Get(NewStrip(cfg))(t)
	dev := &device{wire: s, pixels: make([]byte, 4*60)}
	_, err := New(bus.NewLEDs(cfg.Port, dev), cfg)
	if err == nil || !strings.Contains(err.Error(), "/dev/leds0 has fewer LEDs: write num_leds=64") || !dev.closed {
		t.Errorf("%v; closed %v", err, dev.closed)
	}
}
