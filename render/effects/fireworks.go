// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
)

// fireworks are rockets that rise and burst.
type fireworks struct {
	size  image.Point
	night *palette
}

const (
	fireworksSeconds = 16
	salvo            = 20     // rockets in a pass
	rise, burst      = 38, 96 // frames
)

var burstInks = [6]color.RGBA{rgb(0xff3b4e), rgb(0xffc53b), rgb(0x46ff7a), rgb(0x3bc9ff), rgb(0xb46bff), rgb(0xff6bd0)}

func newFireworks(size image.Point) loop {
	return loop{seconds: fireworksSeconds, rate: fast, picture: &fireworks{size, ramp(0x010108, 0x060414)}}
}

func (f *fireworks) draw(c canvas, m moment) {
	c.fill(func(_, y int) color.RGBA { return f.night.at(y * 255 / f.size.Y) })
	for id := range salvo {
		start := id*m.frames/salvo + below(m.frames/salvo, id, 1)
		age := (m.n - start + m.frames) % m.frames
		x, y := (f.size.X*(32+below(192, id, 2))>>8)*one, f.size.Y*(50+below(70, id, 3))
		switch {
		case age < rise:
			f.rocket(c, x, y, age)
		case age < rise+burst:
			f.bloom(c, id, x, y, age-rise)
		}
	}
}

// rocket is the way up to x, y: fast at first.
func (f *fireworks) rocket(c canvas, x, y, age int) {
	for k := range 4 {
		left := rise - age + 2*k
		at := y + (f.size.Y*one-y)*left/rise*left/rise
		c.spark(x, at, rgb(0xffd9a0), 400>>k)
	}
}

// bloom is the burst at x, y: sparks that slow down, fall and go out.
func (f *fireworks) bloom(c canvas, id, x, y, age int) {
	ink, other := burstInks[below(6, id, 4)], burstInks[below(6, id, 5)]
	reach := (f.size.Y*3/5 + 4) * one
	sparks := min(10+f.size.Y*3/4, 40)
	for k := range sparks {
		angle, strength := k*turn/sparks+hash(id, 6), 110+below(146, id*64+k, 7)
		shine := ink
		if k%3 == 0 {
			shine = other
		}
		for trail := range 3 {
			t := age - 3*trail
			if t < 0 {
				break
			}
			out := reach * strength >> 8 * (burst*burst - (burst-t)*(burst-t)) / (burst * burst)
			fall := f.size.Y * one * t * t / (burst * burst * 5)
			light := (burst - age) * 460 / burst
			if hash(k, age/4)&3 == 0 && age > burst*5/8 {
				light /= 3 // they crackle
			}
			c.spark(x+cos(angle)*out/high, y+sin(angle)*out/high+fall, shine, min(light, 256)*2>>trail)
		}
	}
	if age < 8 { // the flash
		c.spark(x, y, rgb(0xffffff), 256-age*32)
	}
}
