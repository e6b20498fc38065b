// SPDX-License-Identifier: Apache-2.0

package unicornhd

import (
	"fmt"
	"image"
	"image/color"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pixel"
)

// A HAT is the emulated microcontroller, an SPI port. Only one goroutine may
// use it.
type HAT struct {
	bus.Emulated
	m      pixel.Map
	shown  [3 * leds]byte
	frames int
}

// NewHAT returns the HAT that cfg describes, dark.
func NewHAT(cfg Config) (*HAT, error) {
	m, err := cfg.layout()
	if err != nil {
		return nil, fmt.Errorf("unicornhd: %w", err)
	}
	h := &HAT{m: m}
	h.Name, h.Connected, h.Take = "Unicorn HAT HD", connect, h.Send
	return h, nil
}

func connect(f physic.Frequency, mode spi.Mode, bits int) error {
	if f > 9*physic.MegaHertz || mode != spi.Mode0 || bits != 8 {
		return fmt.Errorf("unicornhd: %v in %v with %d bits is not what the HAT takes", f, mode, bits)
	}
	return nil
}

// Send takes one transaction: what does not begin with the start byte is ignored, a
// short one leaves the rest of the LEDs as they are.
func (h *HAT) Send(data []byte) {
	if len(data) < 1 || data[0] != 0x72 {
		return
	}
	copy(h.shown[:], data[1:])
	h.frames++
}

// Frames is how many frames have come.
func (h *HAT) Frames() int { return h.frames }

// Picture is the values of the LEDs where their pixels are.
func (h *HAT) Picture() *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: h.m.Size})
	for n, at := range h.m.Pixel {
		if at >= 0 {
			v := h.shown[3*n:]
			m.SetRGBA(int(at)%h.m.Size.X, int(at)/h.m.Size.X, color.RGBA{v[0], v[1], v[2], 255})
		}
	}
	return m
}
