// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
	"math"
)

// turn is a full circle, and high the sine of a quarter of it.
const turn, high = 4096, 4096

var sines = func() (t [turn]int16) {
	for i := range t {
		t[i] = int16(math.Round((high - 1) * math.Sin(2*math.Pi*float64(i)/turn)))
	}
	return t
}()

// sin is the sine of an angle, -high to high.
func sin(angle int) int { return int(sines[angle&(turn-1)]) }

// cos is the cosine of an angle, -high to high.
func cos(angle int) int { return int(sines[(angle+turn/4)&(turn-1)]) }

// length returns the distance of a point from 0, 0 in 256ths.
func length(x, y int) int { return int(one * math.Sqrt(float64(x*x+y*y))) }

// hash returns a pseudo-random number that depends on a and b only.
func hash(a, b int) int {
	v := uint32(a)*0x9e3779b1 ^ (uint32(b)+0x7f4a7c15)*0x85ebca6b
	v = (v ^ v>>15) * 0x2c1b3c6d
	v = (v ^ v>>12) * 0x297a2d39
	return int((v ^ v>>15) >> 1)
}

// below returns a pseudo-random number from 0 up to but not including n; n is at most 65536.
func below(n, a, b int) int { return int(uint32(hash(a, b)&0x7fff) * uint32(n) >> 15) }

// A tile is soft noise whose opposite edges match.
type tile [side * side]uint8

// side of a tile, a power of two.
const side = 64

// newTile returns noise whose largest features are side/cells pixels wide; cells must be
// a power of two.
func newTile(cells, seed int) *tile {
	var t tile
	for i := range t {
		x, y, v, weight := i%side, i/side, 0, 0
		for k, strength := cells, 8; k <= side/2 && strength > 0; k, strength = 2*k, strength/2 {
			v += strength * lattice(x, y, k, seed+k)
			weight += strength
		}
		t[i] = uint8(v / weight)
	}
	t.stretch()
	return &t
}

// lattice returns smooth noise between k by k random points, 0 to 255.
func lattice(x, y, k, seed int) int {
	cell := side / k
	cx, cy, fx, fy := x/cell, y/cell, ease(x%cell*256/cell), ease(y%cell*256/cell)
	corner := func(dx, dy int) int { return hash((cy+dy)%k*k+(cx+dx)%k, seed) & 255 }
	above := corner(0, 0)*(256-fx) + corner(1, 0)*fx
	under := corner(0, 1)*(256-fx) + corner(1, 1)*fx
	return (above*(256-fy) + under*fy) >> 16
}

// stretch scales the noise so that the darkest is 0 and the brightest 255.
func (t *tile) stretch() {
	low, high := t[0], t[0]
	for _, v := range t {
		low, high = min(low, v), max(high, v)
	}
	for i, v := range t {
		t[i] = uint8(int(v-low) * 255 / max(int(high-low), 1))
	}
}

// at returns the noise at a position between pixels, 0 to 255.
func (t *tile) at(x, y int) int {
	fx, fy := x&255, y&255
	x, y = x>>8&(side-1), y>>8&(side-1)*side
	right, down := (x+1)&(side-1), (y+side)&(side*side-1)
	above := int(t[y+x])*(256-fx) + int(t[y+right])*fx
	under := int(t[down+x])*(256-fx) + int(t[down+right])*fx
	return (above*(256-fy) + under*fy) >> 16
}

// on returns the noise on a pixel, 0 to 255.
func (t *tile) on(x, y int) int { return int(t[y&(side-1)*side+x&(side-1)]) }

// ease maps 0 to 256 to the same range, beginning and ending gently.
func ease(v int) int { return v * v * (3*256 - 2*v) >> 16 }

// plasma is four waves that cross each other.
type plasma struct {
	inks *palette
	step int // of the angle, for each pixel
}

func newPlasma(size image.Point) loop {
	inks := cycle(0x14064a, 0x5a0fa8, 0xd11a8c, 0xff5a4d, 0xffb03a, 0xd11a8c, 0x3a1fb8, 0x0a6fc2)
	return loop{seconds: 40, rate: slow, picture: &plasma{inks, turn / (14 + size.Y)}}
}

func (p *plasma) draw(c canvas, m moment) {
	a, b, d, e, drift := m.turn(5), m.turn(-4), m.turn(3), m.turn(-6), m.turn(3)/16
	size := c.area.Max
	cx, cy := size.X/2+size.X*sin(m.turn(1))/high/2, size.Y/2+size.Y*cos(m.turn(2))/high/2
	c.fill(func(x, y int) color.RGBA {
		v := sin(x*p.step+a) + sin(y*p.step*3/2+b) + sin((x+y)*p.step*3/4+d) + sin(length(x-cx, y-cy)*p.step>>8+e)
		return p.inks[(v>>7+drift)&255]
	})
}

// gradient drifts through a palette along a line that turns.
type gradient struct {
	inks *palette
	size image.Point
}

func newGradient(size image.Point) loop {
	inks := cycle(0x1b3bd1, 0x7a2ff0, 0xe83fb8, 0xff6b5e, 0xffb347, 0xff6b5e, 0xe83fb8, 0x7a2ff0)
	return loop{seconds: 30, rate: slow, picture: &gradient{inks, size}}
}

func (g *gradient) draw(c canvas, m moment) {
	lean := high/2 + sin(m.turn(1))/3 // of the line: the colours are never level
	dx, dy := high*160/(g.size.X+g.size.Y), lean*220/(g.size.X+g.size.Y)
	from := m.turn(2) / 16
	c.fill(func(x, y int) color.RGBA { return g.inks[(from+(x*dx+y*dy)/high)&255] })
}
