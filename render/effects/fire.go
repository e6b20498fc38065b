// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
)

// fire is noise that rises through noise that rises faster, and cools on its way.
type fire struct {
	inks  *palette
	noise *tile
	high  int // of the flames, pixels
	thin  int // of the noise, 256ths of its pixels for each pixel across
	fine  int // the same upwards
}

// bed is the heat of the embers below the flames.
const bed = 270

func newFire(size image.Point) loop {
	inks := ramp(0x000000, 0x1c0300, 0x5c0a00, 0xb81e00, 0xf04e00, 0xff8c00, 0xffc22e, 0xffec9e)
	fine := one * 12 / (size.Y + 4)
	return loop{seconds: 16, rate: slow, picture: &fire{inks, newTile(8, 11), size.Y, max(fine*3/2, 160), fine}}
}

func (f *fire) draw(c canvas, m moment) {
	near, far := m.way(9*side*one), m.way(5*side*one)
	sway := sin(m.turn(4)) * one / high
	rise := one * 256 / f.high // no division for each pixel: ARMv6 has none
	c.fill(func(x, y int) color.RGBA {
		up := (f.high - y) * rise >> 8 // 0 at the bottom, one at the top
		u, v := x*f.thin, y*f.fine
		heat := f.noise.at(u+sway*up>>8, v+near) + f.noise.at(u*2/3+17*one, v*2/3+far)
		heat += (bed - heat) * (one - up) >> 9 // the embers glow always
		return f.inks.at(heat - 20 - up*(330-heat/4)>>8)
	})
}

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
