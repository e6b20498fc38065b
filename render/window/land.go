// SPDX-License-Identifier: Apache-2.0

package window

import (
	"image"
	"math"
)

// matter is what a pixel of a landscape is made of: its colour follows from the season and the light.
type matter uint8

const (
	nothing matter = iota
	rock
	summit
	grass
	leaf // of trees that lose them
	conifer
	trunk
	sand
	wall
	roof
	water
	cactus
	mesa
	glass // of a window, which may be lit
	lamp  // is lit at night
	pale  // of a lighthouse
	red
)

// spot is a pixel of a landscape.
type spot struct {
	matter
	tone  int8  // brighter or darker, in hundredths
	slope int8  // lit from the right where it is above 0, in hundredths
	haze  uint8 // of the air before it, in hundredths
	id    uint16
}

// land is a landscape, drawn once for a panel.
type land struct {
	size    image.Point
	room    room
	horizon int // its row
	spots   []spot
	liquid  bool // it has water, with ships
	lamp    image.Point
}

func newLand(size image.Point, has room, draw func(*land)) *land {
	l := &land{size: size, room: has, spots: make([]spot, size.X*size.Y), lamp: image.Pt(-1, -1)}
	l.horizon = size.Y - l.rows(0.20)
	draw(l)
	return l
}

// rows returns a share of the height of the panel, at least a row.
func (l *land) rows(share float64) int { return max(1, int(math.Round(share*float64(l.size.Y)))) }

// put makes a pixel, where there is one, of something.
func (l *land) put(x, y int, s spot) {
	if uint(x) < uint(l.size.X) && uint(y) < uint(l.size.Y) {
		l.spots[y*l.size.X+x] = s
	}
}

// box fills a rectangle.
func (l *land) box(x, y, wide, high int, s spot) {
	for i := range wide {
		for k := range high {
			l.put(x+i, y+k, s)
		}
	}
}

// ridge fills what lies below a line of hills, and returns the row of its top in each column. Lines are so high above
// the foot, by shares of the rows, and wander by so much.
func (l *land) ridge(seed int, high, by, long float64, s spot) []int {
	tops := make([]int, l.size.X)
	h := float64(l.size.Y)
	line := func(x float64) float64 {
		u := x / h / long
		return h - h*(high+by*(1.4*noise(seed, u, 0, 0)+0.6*noise(seed, 2.3*u, 9, 0)-1))
	}
	for x := range l.size.X {
		at := line(float64(x))
		tops[x] = int(math.Round(at))
		s.slope = int8(clampTo(90*(line(float64(x)-1)-line(float64(x)+1)), 60))
		for y := max(tops[x], 0); y < l.size.Y; y++ {
			t := s
			t.tone = int8(max(-24, -4*(y-tops[x])*32/l.size.Y)) + int8(hash(x*91+seed, y)%9) - 4
			t.id = uint16(hash(x, y))
			l.put(x, y, t)
		}
	}
	return tops
}
