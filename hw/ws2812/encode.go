// SPDX-License-Identifier: Apache-2.0

package ws2812

import (
	"time"

	"github.com/ledpost/ledpost/hw/pixel"
	"periph.io/x/conn/v3/physic"
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
