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
	c.fill(func(x, y int) color.RGBA {
		ink := w.sky.at(y * 400 / w.size.Y)
		for i := range swells {
			s := &swells[i]
			lift := sin(x*steps[i]+phases[i])*2/3 + sin(x*steps[i]*3/2-phases[i]+slow)/3
			top := s.at*w.size.Y - lift*w.size.Y/(high/28) // in 256ths of a pixel
			into := y*one + one - top
			if into <= 0 {
				continue
			}
			body := mix(s.crest, s.deep, min(into*96/(w.size.Y*one/4+one), 256))
			ink = mix(ink, body, min(into, 256))
		}
		return ink
	})
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
	return loop{seconds: ripplesSeconds, rate: slow, picture: &ripples{size, max(5, min(8, size.X*3/max(reach, 1))), reach, inks}}
}

func (r *ripples) draw(c canvas, m moment) {
	var at [8]struct{ x, y, radius, level int }
	const times = 7
	for id := range r.drops {
		way := m.way(times*one) + id*one/r.drops
		pass, in := way/one%times, way%one
		at[id].x, at[id].y = below(r.size.X, id, 2*pass), below(r.size.Y, id, 2*pass+1)
		at[id].radius, at[id].level = in*r.reach, (one-in)*(one-in)>>8*min(in*8, 256)>>8 // gone at the end
	}
	wide := 4*one + r.size.Y*8 // of a ring, in 256ths of a pixel
	wave := turn * one / wide
	c.fill(func(x, y int) color.RGBA {
		v := 24 + y*20/r.size.Y
		for id := range r.drops {
			d := &at[id]
			off := length(x-d.x, y-d.y) - d.radius
			if off > -wide && off < wide {
				v += cos(off*wave>>8) * d.level >> 12 * (wide - max(off, -off)) / wide * 7 >> 3
			}
		}
		return r.inks.at(v)
	})
}
