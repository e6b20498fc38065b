// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
)

// waves is the surface of a sea, three times behind each other.
type waves struct {
	size image.Point
	sky  *palette
}

func newWaves(size image.Point) loop {
	return loop{seconds: 24, rate: slow, picture: &waves{size, ramp(0x1a0b3d, 0x4a1a6b, 0xa8326f, 0xff7a59)}}
}

// A swell is one of the layers, from the farthest.
var swells = [3]struct {
	crest, deep color.RGBA
	at          int // 256ths of the height
	times       int // it passes
	long        int // pixels, on 8 rows
}{
	{rgb(0x2f6fd1), rgb(0x123a8a), 100, -4, 30},
	{rgb(0x1fb0c8), rgb(0x0c4f8f), 150, 6, 22},
	{rgb(0x57e6c9), rgb(0x07538a), 200, -9, 16},
}

func (w *waves) draw(c canvas, m moment) {
	var phases, steps [len(swells)]int
	for i, s := range swells {
		phases[i], steps[i] = m.turn(s.times), turn*24/(s.long*(16+w.size.Y))
	}
	slow := m.turn(2)
	down, body := 400*256/w.size.Y, 96*one/(w.size.Y*one/4+one)
	for x := c.area.Min.X; x < c.area.Max.X; x++ {
		var tops [len(swells)]int // in 256ths of a pixel
		for i := range swells {
			lift := sin(x*steps[i]+phases[i])*2/3 + sin(x*steps[i]*3/2-phases[i]+slow)/3
			tops[i] = swells[i].at*w.size.Y - lift*w.size.Y/(high/28)
		}
		for y := c.area.Min.Y; y < c.area.Max.Y; y++ {
			ink := w.sky.at(y * down >> 8)
			for i := range swells {
				if into := y*one + one - tops[i]; into > 0 {
					deep := mix(swells[i].crest, swells[i].deep, min(into*body>>8, 256))
					ink = mix(ink, deep, min(into, 256))
				}
			}
			c.set(x, y, ink)
		}
	}
}

// ripples are the rings of drops on dark water.
type ripples struct {
	size  image.Point
	drops int
	reach int // pixels
	inks  *palette
}

const ripplesSeconds = 20

func newRipples(size image.Point) loop {
	reach := max(10, min(size.X, size.Y*2))
	inks := ramp(0x020a1f, 0x052a55, 0x0b6fa8, 0x35c9e8, 0xd8fbff)
	return loop{seconds: ripplesSeconds, rate: slow,
		picture: &ripples{size, max(5, min(6, size.X*3/max(reach, 1))), reach, inks}}
}

func (r *ripples) draw(c canvas, m moment) {
	var at [8]struct{ x, y, radius, level, inner, outer int }
	const times = 7
	wide := 4*one + r.size.Y*8                // of a ring, in 256ths of a pixel
	wave, edge := turn*one/wide, one*one/wide // no division for each pixel: ARMv6 has none
	for id := range r.drops {
		way := m.way(times*one) + id*one/r.drops
		pass, in := way/one%times, way%one
		d := &at[id]
		d.x, d.y = below(r.size.X, id, 2*pass), below(r.size.Y, id, 2*pass+1)
		d.radius, d.level = in*r.reach, (one-in)*(one-in)>>8*min(in*8, 256)>>8 // gone at the end
		d.inner, d.outer = max(d.radius-wide, 0)>>8, (d.radius+wide)>>8+1
		d.inner, d.outer = d.inner*d.inner, d.outer*d.outer
	}
	deep := 20 * 256 / r.size.Y
	c.fill(func(x, y int) color.RGBA {
		v := 24 + (y*deep)>>8
		for id := range r.drops {
			d := &at[id]
			dx, dy := x-d.x, y-d.y
			if away := dx*dx + dy*dy; away < d.inner || away > d.outer || d.level == 0 {
				continue // most pixels are on no ring, and need no root
			}
			if off := length(dx, dy) - d.radius; off > -wide && off < wide {
				v += cos(off*wave>>8) * d.level >> 12 * ((wide - max(off, -off)) * edge >> 8) * 7 >> 11
			}
		}
		return r.inks.at(v)
	})
}
