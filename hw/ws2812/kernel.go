// SPDX-License-Identifier: Apache-2.0

package ws2812

import (
	"time"

	"github.com/ledpost/ledpost/hw/pixel"
)

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
