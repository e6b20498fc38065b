// SPDX-License-Identifier: Apache-2.0

package ws2812

import (
	"time"

	"periph.io/x/conn/v3/physic"

	"github.com/ledpost/ledpost/hw/pixel"
)

// reset is how long the line must be low for the LEDs to take the frame: 280 µs
// for WS2812B-V5 (datasheet, RES), 50 to 80 µs for older ones.
const reset = 280 * time.Microsecond

// bytesPerChannel: eight bits of three bits each.
const bytesPerChannel = 3

// encoder writes frames: zeros for a reset, since a Pi's MOSI idles high and the
// LEDs would take its fall for a bit; the LEDs; zeros for the reset that shows
// them.
type encoder struct {
	places []int // on the wire, of the chain's channels
	zeros  int   // bytes of a reset
	leds   int
	values []byte // scratch: the channels' 8-bit values
	symbol [256]uint32
}

func newEncoder(leds int, places []int, speed physic.Frequency) *encoder {
	perByte := 8 * speed.Period()
	e := &encoder{
		places: places, leds: leds,
		zeros:  int((reset + perByte - 1) / perByte),
		values: make([]byte, leds*len(places)),
	}
	for v := range e.symbol {
		for bit := 7; bit >= 0; bit-- {
			e.symbol[v] = e.symbol[v]<<3 | 0b100 | uint32(v>>bit&1)<<1
		}
	}
	return e
}

// Size implements strip.Encoder.
func (e *encoder) Size() int { return 2*e.zeros + e.leds*len(e.places)*bytesPerChannel }

// Encode implements strip.Encoder.
func (e *encoder) Encode(frame []byte, c *pixel.Chain) {
	c.Bytes(e.values)
	n := len(e.places)
	out := frame[e.zeros : len(frame)-e.zeros]
	for led := 0; led < len(e.values); led += n {
		for ch, place := range e.places {
			s := e.symbol[e.values[led+ch]]
			at := (led + place) * bytesPerChannel
			out[at], out[at+1], out[at+2] = byte(s>>16), byte(s>>8), byte(s)
		}
	}
}

// kernel writes frames for the kernel's driver ws2812-pio: four bytes an LED, which it
// sends in the order of slots.
type kernel struct {
	places []int // on the wire, of the chain's channels
	values []byte
}

// slots are the bytes of an LED that the driver sends first, second, third and, with the
// parameter rgbw, fourth: to it they are green, red, blue and white.
var slots = [4]int{1, 0, 2, 3}

func newKernel(leds int, places []int) *kernel {
	return &kernel{places: places, values: make([]byte, leds*len(places))}
}

// Size implements strip.Encoder.
func (k *kernel) Size() int { return 4 * len(k.values) / len(k.places) }

// Takes is how long the driver sends a frame: 1.25 µs a bit, and the time
// that newer LEDs want for their reset.
func (k *kernel) Takes() time.Duration {
	return time.Duration(8*len(k.values))*1250*time.Nanosecond + reset
}

// Encode implements strip.Encoder.
func (k *kernel) Encode(frame []byte, c *pixel.Chain) {
	c.Bytes(k.values)
	n := len(k.places)
	for led := 0; led < len(k.values)/n; led++ {
		for ch, place := range k.places {
			frame[4*led+slots[place]] = k.values[n*led+ch]
		}
	}
}
