// SPDX-License-Identifier: Apache-2.0

package strip

import (
	"errors"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// plain sends the channels as they are.
type plain struct{ channels int }

func (p plain) Size() int                           { return p.channels }
func (p plain) Encode(frame []byte, c *pixel.Chain) { c.Bytes(frame) }

func plainKind() *Kind {
	return &Kind{
		Name: "plain", Order: "RGB", Speed: physic.MegaHertz, Least: physic.KiloHertz, Most: 2 * physic.MegaHertz,
		Encoder: func(leds int, places []int, _ physic.Frequency) Encoder { return plain{leds * len(places)} },
	}
}

func TestDev(t *testing.T) {
	var speed physic.Frequency
	var sent [][]byte
	port := &bus.Emulated{
		Connected: func(f physic.Frequency, mode spi.Mode, bits int) error { speed = f; return nil },
		Take:      func(data []byte) { sent = append(sent, slices.Clone(data)) },
	}
	cfg := Config{Layout: pixel.Layout{Width: 2, Height: 1}, Power: pixel.Power{Limit: -1}}
	d := must.Get(plainKind().Open(port, cfg))(t)
	m := image.NewRGBA(d.Bounds())
	m.Set(1, 0, color.RGBA{R: 255, B: 255, A: 255})
	must.Do(t, errors.Join(d.Draw(m.Rect, m, image.Point{}), d.Refresh(), d.Close()))
	lit, dark := "\x00\x00\x00\xff\x00\xff", strings.Repeat("\x00", 6)
	want := []string{dark, lit, lit, dark}
	if speed != physic.MegaHertz || len(sent) != len(want) || !port.Closed {
		t.Fatalf("at %v %d frames were sent, want 4; port closed: %v", speed, len(sent), port.Closed)
	}
	for i, frame := range sent {
		if string(frame) != want[i] {
			t.Errorf("frame %d is % x, want % x", i, frame, want[i])
		}
	}
	must.Equal(t, Duration(125, physic.MegaHertz), time.Millisecond, "125 bytes at 1 MHz take")
}

// TestStillPictureIsSentAgain: all of it, in the same phase if it has no others.
func TestStillPictureIsSentAgain(t *testing.T) {
	var sent []string
	port := &bus.Emulated{Take: func(data []byte) { sent = append(sent, string(data)) }}
	d := must.Get(plainKind().Open(port, Config{Layout: pixel.Layout{Width: 4, Height: 4}}))(t)
	must.Do(t, d.Draw(d.Bounds(), image.White, image.Point{}))
	sent = nil
	for range 4 {
		must.Equal(t, d.RefreshAfter(), bus.HealEvery, "sent again after")
		must.Do(t, d.Refresh())
	}
	if len(sent) != 4 || len(slices.Compact(sent)) != 1 || sent[0] == strings.Repeat("\x00", 48) {
		t.Errorf("sent % x", sent)
	}
}

// TestFaults: what cannot be says why, of which key, and closes the port.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		cfg       Config
		most      int
		key, says string
	}{
		{Config{Port: "SPI"}, 0, "port", `"SPI" is not an SPI port`},
		{Config{Speed: bus.Speed(3 * physic.MegaHertz)}, 0, "speed", "speed 3MHz, want 1kHz to 2MHz"},
		{Config{Order: "RGBW"}, 0, "order", "want the letters of RGB in"},
		{Config{Layout: pixel.Layout{Width: 64, Height: 33}}, 0, "width", "2112 LEDs, at most 2048"},
		{Config{Colour: pixel.Colour{Gamma: 5}}, 0, "gamma", "gamma 5"},
		{Config{}, 100, "", "296 LEDs take 888 bytes a frame, but tiny takes 100 at once: add spidev.bufsiz=65536"},
	} {
		port := &bus.Emulated{Name: "tiny", Most: c.most}
		if _, err := plainKind().Open(port, c.cfg); err == nil || !strings.HasPrefix(err.Error(), "plain: ") ||
			!strings.Contains(err.Error(), c.says) || keyerr.Key(err) != c.key {
			t.Errorf("error %v of key %q, want one with %q of %q", err, keyerr.Key(err), c.says, c.key)
		}
		if !port.Closed {
			t.Errorf("%s: the port stays open", c.says)
		}
		if _, err := plainKind().Plan(c.cfg); (err == nil) != (c.key == "") {
			t.Errorf("%s: the plan says %v", c.says, err)
		}
	}
}
