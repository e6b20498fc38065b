// SPDX-License-Identifier: Apache-2.0

package window

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"sort"
)

// tile is noise that repeats to the side: how thick a cloud is at each place, by rank, so that a share of the sky is
// the same share of the values, and how lit.
type tile struct {
	wide  int // a power of two
	rows  int
	thick []uint8
	lit   []uint8 // 0 to 15
}

// newTile returns noise with shapes about so many pixels long and high.
func newTile(size image.Point, seed int, long, high float64) *tile {
	t := &tile{wide: 64, rows: size.Y}
	for t.wide < 2*size.X && t.wide < 512 {
		t.wide *= 2
	}
	values := make([]float64, t.wide*t.rows)
	for y := range t.rows {
		for x := range t.wide {
			values[y*t.wide+x] = fractal(seed, float64(x), float64(y), t.wide, long, high)
		}
	}
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(a, b int) bool { return values[order[a]] < values[order[b]] })
	t.thick, t.lit = make([]uint8, len(values)), make([]uint8, len(values))
	for rank, i := range order {
		t.thick[i] = uint8(rank * 256 / len(order))
	}
	// The upper edge of a cloud is lit, its base is not: the thickness falls upwards there.
	step := max(1, int(high/3))
	for y := range t.rows {
		for x := range t.wide {
			above := values[max(y-step, 0)*t.wide+(x+1)%t.wide]
			t.lit[y*t.wide+x] = uint8(clamp(0.55+2.2*(values[y*t.wide+x]-above))*15 + 0.5)
		}
	}
	return t
}

// fractal is four octaves of noise that repeats every wide columns.
func fractal(seed int, x, y float64, wide int, long, high float64) (sum float64) {
	weight := 0.5
	for octave := range 4 {
		cells := max(1, int(math.Round(float64(wide)/long)))
		sum += weight * noise(seed*8+octave, x*float64(cells)/float64(wide), y/high, cells)
		weight, long, high = weight/2, long/2, high/2
	}
	return sum
}

// noise is smooth between points a unit apart, 0 to 1; it repeats every cells columns, 0 = never.
func noise(seed int, x, y float64, cells int) float64 {
	ix, iy := int(math.Floor(x)), int(math.Floor(y))
	fx, fy := x-float64(ix), y-float64(iy)
	fx, fy = fx*fx*(3-2*fx), fy*fy*(3-2*fy)
	at := func(x, y int) float64 {
		if cells > 0 {
			x = (x%cells + cells) % cells
		}
		return chance(x*733+seed*7919, y)
	}
	up := at(ix, iy)*(1-fx) + at(ix+1, iy)*fx
	down := at(ix, iy+1)*(1-fx) + at(ix+1, iy+1)*fx
	return up*(1-fy) + down*fy
}

// layer is a sheet of clouds that the wind moves.
type layer struct {
	*tile
	size  image.Point
	rows  [2]int     // from and to
	speed float64    // columns a second, to the right
	alpha [256]uint8 // coverage by thickness
	inks  [16]color.RGBA
	fade  []uint8 // by rows: coverage of 255
}

// across returns the wind to the right as the window looks, -1 to 1.
func (p *Painter) across(s Scene) float64 {
	side := math.Sin(s.Air.From * degrees) // it looks to the south: wind from the east blows to the right
	if s.Latitude < 0 {
		side = -side
	}
	return side * min(s.Air.Wind/12, 1)
}

// clouds returns the sheets of a scene, the far one first.
func (w *Window) clouds() (all []layer) {
	s, l := w.scene, &w.light
	if s.Air.Cover < 0.06 && !s.Air.Fog {
		return nil
	}
	drift := w.drift
	if math.Abs(drift) < 0.12 { // never quite calm
		drift = math.Copysign(0.12, drift)
	}
	speed := math.Round(drift*8) / 8 * float64(w.size.Y) / 32 // in few steps: another speed is another place
	speed = cmp.Or(speed, 0.125)
	lit, base := l.cloud, l.shade
	if l.grey > 0 {
		lit, base = lit.to(l.veil.times(rgb{1.18, 1.18, 1.16}), l.grey), base.to(l.veil.times(rgb{0.72, 0.73, 0.76}), l.grey)
	}
	low := w.horizon + w.size.Y/16
	if s.Air.Cover > 0.25 {
		all = append(all, w.sheet(w.high, speed*1.6, (s.Air.Cover-0.2)*0.75, 0.16, 0.5, lit, base.to(lit, 0.5), 0, low))
	}
	if s.Air.Cover >= 0.06 {
		all = append(all, w.sheet(w.near, speed*3.2, s.Air.Cover*0.78, 0.07, 0.94-0.3*l.grey, lit, base, 0, low))
	}
	if s.Air.Fog {
		all = append(all, w.sheet(w.high, 0.6*speed, 0.9, 0.4, 0.55, w.mist().times(rgb{1.12, 1.12, 1.12}), w.mist(),
			0, w.size.Y))
	}
	return all
}

// sheet returns a layer that covers a share of the sky, with edges so soft and clouds so opaque, in rows.
func (w *Window) sheet(t *tile, speed, share, soft, opaque float64, lit, base rgb, from, to int) layer {
	l := layer{tile: t, size: w.size, rows: [2]int{from, min(to, t.rows)}, speed: speed}
	edge := 1 - share
	for i := range l.alpha {
		l.alpha[i] = uint8(255 * opaque * smooth(edge-soft, edge+soft, float64(i)/255))
	}
	for i := range l.inks {
		c := base.to(lit, float64(i)/15)
		if w.scene.Quiet {
			c = c.times(quiet)
		}
		l.inks[i] = c.rgba()
	}
	l.fade = make([]uint8, t.rows)
	for y := range l.fade { // towards the horizon they melt into the haze
		l.fade[y] = uint8(255 * (0.45 + 0.55*smooth(1, 0.6, float64(y)/float64(w.horizon))))
	}
	return l
}

// draw draws the layer as the wind has moved it.
func (l *layer) draw(c canvas, now int64) {
	moved := int(now % (1 << 40) * int64(l.speed*4096) / (1000 * 16)) // 1/256 of a column
	left, part := -moved>>8, -moved&255
	mask := l.wide - 1
	for y := l.rows[0]; y < l.rows[1]; y++ {
		thick, lit := l.thick[y*l.wide:][:l.wide], l.lit[y*l.wide:][:l.wide]
		pix, fade := c.pix[y*l.size.X*4:][:4*l.size.X], int(l.fade[y])
		at := left & mask
		a := int(thick[at])
		for len(pix) >= 4 {
			shade := lit[at]
			at = (at + 1) & mask
			b := int(thick[at])
			way := int(l.alpha[(a<<8+(b-a)*part)>>8&255])
			if a = b; way != 0 {
				way = way * fade >> 8
				ink := &l.inks[shade&15]
				pix[0] = uint8(int(pix[0]) + (int(ink.R)-int(pix[0]))*way>>8)
				pix[1] = uint8(int(pix[1]) + (int(ink.G)-int(pix[1]))*way>>8)
				pix[2] = uint8(int(pix[2]) + (int(ink.B)-int(pix[2]))*way>>8)
			}
			pix = pix[4:]
		}
	}
}
