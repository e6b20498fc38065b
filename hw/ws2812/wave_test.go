// SPDX-License-Identifier: Apache-2.0

package ws2812

import (
	"errors"
	"image"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/refresh/refreshtest"
	"github.com/ledpost/ledpost/hw/wave"
	"github.com/ledpost/ledpost/hw/wave/wavetest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestMain lets the test binary be the refresher.
func TestMain(m *testing.M) {
	refreshtest.Serve(Config{}.Backends())
	m.Run()
}

// TestWave: random frames arrive at the LEDs by PWM and PCM as by SPI.
func TestWave(t *testing.T) {
	for _, row := range []struct {
		port string
		chip gpiomem.Chip
		cfg  Config
	}{
		{"GPIO18", gpiomem.BCM2835, Config{}},
		{"GPIO12", gpiomem.BCM2711, Config{Order: "GRBW", Layout: pixel.Layout{Width: 8, Height: 8}}},
		{"GPIO19", gpiomem.BCM2711, Config{Order: "RGB", Layout: pixel.Layout{Width: 7, Height: 3}}},
		{"GPIO21", gpiomem.BCM2837, Config{Layout: pixel.Layout{Width: 16, Height: 16}}},
	} {
		synctest.Test(t, func(t *testing.T) {
			cfg, rng := unlimited(row.cfg), rand.New(rand.NewPCG(1, 8))
			spi, want := setup(t, cfg)
			s := must.Get(NewStrip(cfg))(t)
			b := wavetest.New(row.chip)
			b.Level = func(_ int, at time.Duration, high bool) { s.Level(at, high) }
			p := must.Get(wave.New(b, row.port))(t)
			cfg.Port = row.port
			d := must.Get(New(p, cfg))(t)
			time.Sleep(time.Second)
			for range 10 {
				m := paneltest.Random(d.Bounds(), rng)
				must.Do(t, errors.Join(d.Draw(m.Rect, m, image.Point{}), spi.Draw(m.Rect, m, image.Point{})))
				time.Sleep(100 * time.Millisecond)
				b.Busy() // lets the model go on until now
				s.Rest(time.Hour)
				for n := range want.m.Pixel {
					if s.LED(n) != want.LED(n) {
						t.Fatalf("%s: LED %d shows %v, by SPI %v", row.port, n, s.LED(n), want.LED(n))
					}
				}
			}
			if err := d.Close(); err != nil || b.Left() != 0 || len(b.Faults) != 0 {
				t.Errorf("%s: %v, %d left, faults %q", row.port, err, b.Left(), b.Faults)
			}
			s.Rest(time.Hour)
			if s.Wrong() != 0 || s.LED(0) != [4]byte{} {
				t.Errorf("%s: %d pulses of no length, LED %v after Close", row.port, s.Wrong(), s.LED(0))
			}
		})
	}
}

// TestWavePlace: such a strip takes a line, no SPI, and DIN is wired to it.
func TestWavePlace(t *testing.T) {
	cfg := Config{Port: "gpio13", Layout: pixel.Layout{Width: 8, Height: 8}}
	p, err := cfg.Plan()
	if err != nil || p.Place.Kind != bus.Wave || p.Place.Pins != 1<<13 || p.Needs.SteadyClock || len(p.Terminals) != 3 ||
		p.Terminals[0].Source != 13 {
		t.Errorf("%+v, %v", p.Spec, err)
	}
	if _, err := p.Open(); err == nil {
		t.Error("a machine without it opens")
	}
	cfg.Port = "GPIO17"
	_, err = cfg.Plan()
	must.Fail(t, err, "connect DIN to pin 19", "a plain line")
	if _, err := (Config{Port: "GPIO18"}).Emulate(); err != nil {
		t.Errorf("the emulation: %v", err)
	}
}
