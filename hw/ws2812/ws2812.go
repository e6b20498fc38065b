// SPDX-License-Identifier: Apache-2.0

// Package ws2812 drives matrices of WS2812, SK6812 and other NeoPixels from the
// data line of an SPI port, or from a line by PWM or PCM.
//
// A bit on the strip is a pulse of 1.25 µs, high for a third of it (0) or two
// thirds (1): three bits of SPI at 2.4 MHz (WS2812B datasheet, data transfer
// time; T0H 0.22–0.38 µs is exceeded by 0.04 µs, which the chips' own threshold
// near 0.6 µs bears).
package ws2812

import (
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/hw/wave"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// Config describes a matrix, whose strip hangs on the port's MOSI, or on a line by package
// wave where the port is GPIO12, 13, 18, 19 or 21, or is one of the kernel's driver
// ws2812-pio where the port is /dev/leds0 to 3. Speed, three
// times the rate of bits, is 2.2 to 2.8 MHz, by default 2.4 MHz; Order by default
// GRB, and with a W for LEDs that have a white channel.
type Config strip.Config

func kind() *strip.Kind {
	return &strip.Kind{
		Name: "ws2812", Order: "GRB", White: true,
		Speed: 2400 * physic.KiloHertz, Least: 2200 * physic.KiloHertz, Most: 2800 * physic.KiloHertz,
		Inputs: panel.Names{{bus.MOSI, "DIN"}},
		Parts:  []header.Part{{Name: "resistor 300 Ω, in the data wire", Count: 1}},
		Encoder: func(leds int, places []int, speed physic.Frequency) strip.Encoder {
			return newEncoder(leds, places, speed)
		},
		Wave:   wave.Open,
		Kernel: func(leds int, places []int) strip.Encoder { return newKernel(leds, places) },
	}
}

// New opens the matrix on port, dark. It owns port, even if it fails.
func New(port spi.PortCloser, cfg Config) (*strip.Dev, error) {
	return kind().Open(port, strip.Config(cfg))
}
