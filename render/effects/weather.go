// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
)

// A shower is the drops of rain.
type shower struct {
	size         image.Point
	drops, slant int // slant: pixels to the right for each 4 down
	speed, tail  int // pixels a second; pixels
	level        int // of the ink, 0 to 256
}

const showerSeconds = 12

// rainInk is the colour of water in front of anything.
var rainInk = color.RGBA{120, 175, 255, 255}

func newDrizzle(size image.Point) loop {
	return loop{seconds: showerSeconds, rate: fast, picture: &shower{size, drops(size, 40), 0, 8 + size.Y/3, 2, 150}}
}

func newRain(size image.Point) loop {
	return loop{seconds: showerSeconds, rate: fast, picture: &shower{size, drops(size, 22), 0, 16 + size.Y/2, 3, 210}}
}

// drops is how many there are when each has so many pixels for itself.
func drops(size image.Point, pixels int) int { return max(1, size.X*size.Y/pixels) }

func (s *shower) draw(c canvas, m moment) {
	for id := range s.drops {
		s.drop(c, m, id)
	}
}

// drop draws a drop: each time it comes it is at another place.
func (s *shower) drop(c canvas, m moment, id int) {
	span := s.size.Y + s.tail + 1
	passes := max(1, (s.speed+below(s.speed/2+1, id, 1))*showerSeconds/span)
	way := m.way(passes*span*one) + below(span, id, 2)*one
	head, pass := way%(span*one), way/(span*one)%passes
	lean := s.size.Y * s.slant / 4
	x, y, part := below(s.size.X+lean, id, 3+pass)-lean, head/one, head%one
	for k := -1; k < s.tail; k++ { // whole columns: drops are crisp
		row := y - k
		level := s.level * (s.tail*one - k*one - part) / (s.tail * one)
		if k < 0 {
			level = s.level * part / one
		}
		c.cover(x+row*s.slant/4, row, rainInk, level)
	}
}

// storm is rain that the wind drives, in gusts.
type storm struct {
	rain  shower
	gust  shower
	flash []int // frames at which lightning strikes; none = it does not
}

func newStorm(size image.Point) loop {
	return loop{seconds: showerSeconds, rate: fast, picture: &storm{
		rain: shower{size, drops(size, 24), 3, 30 + size.Y, 4, 220},
		gust: shower{size, drops(size, 70), 3, 44 + size.Y, 5, 150},
	}}
}

func newThunder(size image.Point) loop {
	l := newStorm(size)
	l.picture.(*storm).flash = []int{80, 94, 330, 520, 531, 546}
	return l
}

func (s *storm) draw(c canvas, m moment) {
	for i, at := range s.flash {
		if age := m.n - at; age >= 0 && age < 24 {
			s.lightning(c, i, age)
		}
	}
	s.rain.draw(c, m)
	s.gust.draw(c, m)
}

// lightning lights the sky up, and a bolt stands in it for a moment.
func (s *storm) lightning(c canvas, id, age int) {
	glow := (24 - age) * (24 - age) * 110 / (24 * 24)
	for y := c.area.Min.Y; y < c.area.Max.Y; y++ {
		for x := c.area.Min.X; x < c.area.Max.X; x++ {
			c.cover(x, y, rgb(0x8fa8ff), glow)
		}
	}
	if age > 10 {
		return
	}
	x, size := below(s.rain.size.X, id, 71), s.rain.size
	for y := range size.Y {
		c.cover(x, y, rgb(0xfff6d9), 256)
		c.cover(x-1, y, rgb(0xb8c4ff), 110)
		c.cover(x+1, y, rgb(0xb8c4ff), 110)
		x += below(3, id*64+y, 72) - 1
	}
}

// snow is flakes that sway.
type snow struct {
	size   image.Point
	flakes int
}

const snowSeconds = 20

func newSnow(size image.Point) loop {
	return loop{seconds: snowSeconds, rate: slow, picture: &snow{size, drops(size, 18)}}
}

func (s *snow) draw(c canvas, m moment) {
	for id := range s.flakes {
		near := below(256, id, 1) // the near ones are brighter and faster
		span := s.size.Y + 2
		passes := max(1, (3+near/64+s.size.Y/10)*snowSeconds/span)
		way := m.way(passes*span*one) + below(span*one, id, 2)
		y, pass := way%(span*one)-one, way/(span*one)%passes
		x := below(s.size.X, id, 3+pass)*one + sin(m.turn(passes)+hash(id, 4))*one*3/4/high
		// Crisp from side to side: a flake is one column wide but for a moment.
		c.flake(x&^255+sharp(x&255), y, rgb(0xebf2ff), 130+near/2)
	}
}

// confetti is bright paper that sways down.
type confetti struct {
	size   image.Point
	pieces int
}

// paper is the colours of confetti.
var paper = []color.RGBA{rgb(0xff3b5c), rgb(0xffd23b), rgb(0x35d07f), rgb(0x36a9ff), rgb(0xb668ff), rgb(0xff8a3b)}

const confettiSeconds = 12

func newConfetti(size image.Point) loop {
	return loop{seconds: confettiSeconds, rate: fast, picture: &confetti{size, drops(size, 14)}}
}

func (k *confetti) draw(c canvas, m moment) {
	for id := range k.pieces {
		span := k.size.Y + 2
		passes := max(1, (5+below(5, id, 1)+k.size.Y/4)*confettiSeconds/span)
		way := m.way(passes*span*one) + below(span*one, id, 2)
		y, pass := way%(span*one)-one, way/(span*one)%passes
		x := below(k.size.X, id, 3+pass)*one + sin(m.turn(2*passes)+hash(id, 4))*one*3/4/high
		c.flake(x&^255+sharp(x&255), y, paper[id%len(paper)], 256)
	}
}

// sharp is a way between two pixels, 0 to 255, of which most is spent at its ends.
func sharp(v int) int { return min(max(v*2-128, 0), 255) }

// frost is ice that grows from the edges and glitters.
type frost struct {
	size  image.Point
	noise *tile
	thins []int // how much less ice there is so many pixels from an edge; none from their number on
}

func newFrost(size image.Point) loop {
	thins := make([]int, max(2, size.Y/4))
	for near := range thins {
		thins[near] = near * 230 / len(thins)
	}
	return loop{seconds: 20, rate: slow, picture: &frost{size, newTile(32, 21), thins}}
}

func (f *frost) draw(c canvas, m moment) {
	grown := 150 - cos(m.turn(1))*106/high // 44 to 256
	glints, glint := m.n/10, (5-max(m.n%10-5, 5-m.n%10))*40
	for y := c.area.Min.Y; y < c.area.Max.Y; y++ {
		for x := c.area.Min.X; x < c.area.Max.X; x++ {
			near := min(x, f.size.X-1-x, y, f.size.Y-1-y)
			if near >= len(f.thins) {
				continue
			}
			ice := f.noise.on(x, y)*3/2 - f.thins[near] + grown - 200
			if ice <= 0 {
				continue
			}
			c.cover(x, y, rgb(0xbfe6ff), min(ice, 200))
			if ice > 60 && hash(y*512+x, glints)&63 == 0 {
				c.add(x, y, rgb(0xffffff), glint)
			}
		}
	}
}
