// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
)

// lava is warm blobs that rise, sink and flow into each other.
type lava struct {
	size image.Point
	inks *palette
}

const blobs = 6

func newLava(size image.Point) loop {
	inks := ramp(0x12021f, 0x2a0438, 0x5c0a45, 0xb81a45, 0xf2453a, 0xff7a2e, 0xffa63d, 0xffcf66)
	return loop{seconds: 40, rate: slow, picture: &lava{size, inks}}
}

func (l *lava) draw(c canvas, m moment) {
	var at [blobs]struct{ x, y, strength float32 }
	for k := range at {
		b := &at[k]
		b.x = float32(l.size.X) * (0.5 + 0.5*float32(sin(m.turn(1+k%3)+k*turn/blobs))/high)
		b.y = float32(l.size.Y) * (0.5 + 0.6*float32(cos(m.turn(2+k)+k*700))/high)
		radius := float32(min(l.size.Y, l.size.X/2))*float32(8+k%3*2)/32 + 0.8
		b.strength = 64 * radius * radius
	}
	c.fill(func(x, y int) color.RGBA {
		var heat float32
		for k := range at {
			dx, dy := float32(x)-at[k].x, float32(y)-at[k].y
			heat += at[k].strength / (dx*dx + dy*dy + 2)
		}
		return l.inks.at(int(255 * heat / (heat + 60)))
	})
}
