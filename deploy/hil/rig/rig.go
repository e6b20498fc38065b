// SPDX-License-Identifier: Apache-2.0

// Package rig is the agreement between the program inside the emulated Pi and the
// reader of its trace.
package rig

import (
	"image"
	"math/rand/v2"
	"runtime"

	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/refresh"
)

// Mark is the pin that the guest pulses when a picture is on the panel. Neither
// panel uses it.
const Mark = 26

// Pins of the SPI bus that the kernel makes of GPIO lines, see spi-gpio.dts.
const (
	Select = 16
	Clock  = 20
	Data   = 21
)

// Pictures is how many each panel shows.
const Pictures = 3

// HUB75 is the RGB panel, not so large that the trace takes long to write. The
// emulated board has no PWM block. The Zero's clock, made of counted instructions,
// jumps by up to 2 s now and then: no limit may pass meanwhile.
func HUB75() hub75.Config {
	c := hub75.Config{Rows: 16, Cols: 32, Chain: 2, Planes: 8, Pulses: "timed"}
	if runtime.GOARCH == "arm" {
		c.Limits = refresh.Patient()
	}
	return c
}

// MAX7219 is the monochrome one.
func MAX7219() max7219.Config { return max7219.Config{Modules: 5} }

// Picture number n of a panel: random colours.
func Picture(size image.Point, n int) *image.RGBA {
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	m := image.NewRGBA(image.Rectangle{Max: size})
	for i := range m.Pix {
		m.Pix[i] = uint8(rng.Uint32())
		if i%4 == 3 {
			m.Pix[i] = 255
		}
	}
	return m
}
