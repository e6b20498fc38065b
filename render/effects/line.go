// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
)

// ants are lights that chase each other along the edge, as around a theatre's sign.
type ants struct {
	size image.Point
	inks *palette
}

func newAnts(size image.Point) loop {
	inks := cycle(0xff3d6e, 0xff9d2e, 0xffe14d, 0x3dffa0, 0x2eb8ff, 0x8a5cff)
	return loop{seconds: 12, rate: fast, picture: &ants{size, inks}}
}

// antStep is how far they are from each other, pixels.
const antStep = 4

func (a *ants) draw(c canvas, m moment) {
	c.fill(func(int, int) color.RGBA { return color.RGBA{0, 0, 0, 255} })
	ring := image.Rectangle{Max: a.size}
	for k := 0; k < 4 && ring.Dx() > 0 && ring.Dy() > 0; k++ {
		a.march(c, m, ring, k)
		ring = ring.Inset(2)
	}
}

// march draws the ants around the edge of ring; inner ones are darker and go the
// other way.
func (a *ants) march(c canvas, m moment, ring image.Rectangle, depth int) {
	w, h := ring.Dx(), ring.Dy()
	round := max(2*(w+h)-4, 1)
	count := max(round/antStep, 1)
	step := round * one / count // a little more than antStep: they fit
	moved, hue := m.way((count+7)/8*4*step), m.turn(2)/16
	if depth&1 == 1 {
		moved = -moved
	}
	for k := range round {
		x, y := k, 0
		switch {
		case k >= 2*w+h-2:
			x, y = 0, round-k
		case k >= w+h-1:
			x, y = 2*w+h-3-k, h-1
		case k >= w:
			x, y = w-1, k-w+1
		}
		away := (k*one - moved + 2048*step) % step
		away = min(away, step-away) // to the nearest ant
		c.shine(ring.Min.X+x, ring.Min.Y+y, a.inks[(k*256/round+hue)&255], max(even[max(one-away, 0)], 24)>>depth)
	}
}

// scanner is a light that goes to and fro, with a trail.
type scanner struct {
	size image.Point
	inks *palette
}

func newScanner(size image.Point) loop {
	return loop{
		seconds: 12, rate: fast, picture: &scanner{size, cycle(0xff2a2a, 0xff2ad1, 0x4d5cff, 0x2ae0ff, 0x2aff6a, 0xffd92a)}}
}

func (s *scanner) draw(c canvas, m moment) {
	const times = 4
	tail, round := max(8, s.size.X/3)*one, 2*s.size.X*one // there and back are one way
	way := m.way(times*round) % round
	hue := m.turn(1) / 16
	for x := c.area.Min.X; x < c.area.Max.X; x++ {
		// Where the light turns, its trail to and that from the edge add up.
		there, back := s.trail(way-x*one, round, tail, hue), s.trail(way+(x+1)*one, round, tail, hue)
		ink := color.RGBA{both(there.R, back.R), both(there.G, back.G), both(there.B, back.B), 255}
		for y := c.area.Min.Y; y < c.area.Max.Y; y++ {
			c.set(x, y, ink)
		}
	}
}

// trail returns the light that far behind the head, on a way that begins again after round.
func (s *scanner) trail(behind, round, tail, hue int) color.RGBA {
	behind = (behind + round) % round
	if ahead := round - behind; ahead < one {
		return dim(s.inks[hue&255], even[one-ahead])
	}
	left := max(one-behind/(tail/one), 0)
	return dim(s.inks[(hue+behind*42/tail)&255], left*left>>8)
}

// both returns the value that has the light of two.
func both(a, b uint8) uint8 { return uint8(min(length(int(a), int(b))/one, 255)) }

// fading is one colour everywhere that becomes others.
type fading struct {
	size image.Point
	inks *palette
}

func newFade(size image.Point) loop {
	return loop{seconds: 40, rate: slow,
		picture: &fading{size, cycle(0xff4d4d, 0xff9a3d, 0xffd84d, 0x5ce07a, 0x2ec4d6, 0x4d7dff, 0x9a5cff, 0xff5cb8)}}
}

func (f *fading) draw(c canvas, m moment) {
	way := m.way(256 * one)
	ink := mix(f.inks[way/one&255], f.inks[(way/one+1)&255], way%one)
	breath := 200 + sin(m.turn(8))*56/high
	c.fill(func(x, y int) color.RGBA {
		dx, dy := (2*x+1-f.size.X)*one/f.size.X, (2*y+1-f.size.Y)*one/f.size.Y
		return dim(ink, breath-(dx*dx+dy*dy)*40>>16)
	})
}

// checker is squares of two colours that change places.
type checker struct {
	size image.Point
	side int
	a, b *palette
}

func newChecker(size image.Point) loop {
	return loop{seconds: 24, rate: slow, picture: &checker{size, max(2, size.Y/4),
		cycle(0xff4d6d, 0xff9a3d, 0x8a5cff, 0x2e9bff), cycle(0x1b1464, 0x0b3d5c, 0x5c1a4d, 0x103a6b)}}
}

func (k *checker) draw(c canvas, m moment) {
	const times = 8
	hue := m.way(256)
	now := m.turn(times)
	move := m.way(k.side * 2 * times * one)
	c.fill(func(x, y int) color.RGBA {
		u, v := (x*one+move)/one/k.side, y/k.side
		swap := min(max((sin(now-u*120)*4+high/2)*one/high, 0), one) // rests at both ends
		a, b := k.a[(hue+x)&255], k.b[(hue+y)&255]
		if (u+v)&1 == 1 {
			a, b = b, a
		}
		return mix(a, b, ease(swap))
	})
}
