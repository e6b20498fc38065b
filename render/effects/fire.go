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

// fireworks are rockets that rise and burst, and light the sky up around them.
type fireworks struct {
	size  image.Point
	night *image.RGBA // the sky
	reach int         // of a burst, pixels
	wide  int         // the reach of its glow
	fades int         // 65536ths of the glow that are lost with each square pixel
}

const (
	fireworksSeconds = 16
	salvo            = 24     // rockets in a pass
	rise, burst      = 38, 96 // frames
	trail            = 6      // pixels of a spark
	glow             = 128    // the light of the sky in the middle of a burst, of 256
)

var burstInks = [6]color.RGBA{rgb(0xff3b4e), rgb(0xffc53b), rgb(0x46ff7a), rgb(0x3bc9ff), rgb(0xb46bff), rgb(0xff6bd0)}

func newFireworks(size image.Point) loop {
	f := &fireworks{size: size, reach: size.Y*3/5 + 4, wide: size.Y*3/8 + 16}
	f.fades = 65536 / (f.wide * f.wide)
	f.night = image.NewRGBA(image.Rectangle{Max: size})
	sky := ramp(0x010108, 0x060414)
	canvas{f.night, image.Point{}, f.night.Rect}.fill(func(_, y int) color.RGBA { return sky.at(y * 255 / size.Y) })
	return loop{seconds: fireworksSeconds, rate: fast, picture: f}
}

func (f *fireworks) draw(c canvas, m moment) {
	for y := c.area.Min.Y; y < c.area.Max.Y; y++ {
		copy(c.row(y), f.night.Pix[f.night.PixOffset(c.area.Min.X, y):])
	}
	f.each(m, func(id, x, y, age int) { f.light(c, id, x>>8, y>>8, age) })
	f.each(m, func(id, x, y, age int) {
		if age < 0 {
			f.rocket(c, x, y, rise+age)
		} else {
			f.bloom(c, id, x, y, age)
		}
	})
}

// each calls do for the rockets that fly or burn: where each bursts, and how many frames ago.
func (f *fireworks) each(m moment, do func(id, x, y, age int)) {
	for id := range salvo {
		start := id*m.frames/salvo + below(m.frames/salvo, id, 1)
		if age := (m.n - start + m.frames) % m.frames; age < rise+burst {
			do(id, (f.size.X*(32+below(192, id, 2))>>8)*one, f.size.Y*(50+below(70, id, 3)), age-rise)
		}
	}
}

// light is the glow of a burst on the sky around it, the same for two pixels side by side: nobody sees finer steps.
func (f *fireworks) light(c canvas, id, x, y, age int) {
	if age < 0 {
		return
	}
	ink := dim(burstInks[below(6, id, 4)], min(age*32, burst-age)*glow/burst)
	r, g, b, fades := uint32(ink.R), uint32(ink.G), uint32(ink.B), f.fades
	from, to := max(x-f.wide, c.area.Min.X), min(x+f.wide+1, c.area.Max.X)
	if from >= to {
		return
	}
	for dy := max(y-f.wide, c.area.Min.Y) - y; dy < min(y+f.wide+1, c.area.Max.Y)-y; dy++ {
		dx, middle := from-x, 65536-dy*dy*fades
		row := c.row(y + dy)
		for pix := row[4*(from-c.area.Min.X) : 4*(to-c.area.Min.X)]; len(pix) >= 4; {
			even := dx &^ 1
			here := pix[:4*min(even+2-dx, len(pix)>>2)]
			if level := middle - even*even*fades; level > 0 {
				by := uint32(level) >> 8
				r, g, b := uint8(r*by>>8), uint8(g*by>>8), uint8(b*by>>8)
				lighten(here, r, g, b)
				if len(here) == 8 {
					lighten(here[4:], r, g, b)
				}
			}
			pix = pix[len(here):]
			dx = even + 2
		}
	}
}

// lighten makes a pixel at least as bright as that.
func lighten(pix []uint8, r, g, b uint8) {
	pix[0], pix[1], pix[2] = max(pix[0], r), max(pix[1], g), max(pix[2], b)
}

// rocket is the way up to x, y: fast at first.
func (f *fireworks) rocket(c canvas, x, y, age int) {
	for k := range 4 {
		left := rise - age + 2*k
		at := y + (f.size.Y*one-y)*left/rise*left/rise
		c.shine(x>>8, at>>8, rgb(0xffd9a0), 400>>k)
	}
}

// bloom is the burst at x, y: a round shell of sparks that slow down, fall and go out. They are whole pixels: between
// two they would be crumbs.
func (f *fireworks) bloom(c canvas, id, x, y, age int) {
	ink, other := burstInks[below(6, id, 4)], burstInks[below(6, id, 5)]
	sparks := min(12+f.size.Y, 56)
	light := min((burst-age)*460/burst, 256)
	var out, fall [trail]int
	for k := range min(trail, age/3+1) {
		t := age - 3*k
		out[k] = f.reach * (burst*burst - (burst-t)*(burst-t)) * 256 / (burst * burst)
		fall[k] = f.size.Y * one * t * t / (burst * burst * 5)
	}
	for k := range sparks {
		angle, strength, shine, level := k*turn/sparks+hash(id, 6), 200+below(56, id*64+k, 7), ink, light
		if k%3 == 0 { // an inner shell
			shine, strength = other, strength>>1
		}
		if hash(k, age/4)&3 == 0 && age > burst*5/8 {
			level /= 3 // they crackle
		}
		right, down := cos(angle)*strength>>8, sin(angle)*strength>>8
		for i := range min(trail, age/3+1) {
			px, py := x+right*out[i]/high, y+down*out[i]/high+fall[i]
			c.shine((px+one/2)>>8, (py+one/2)>>8, shine, level*(trail-i)/trail)
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
