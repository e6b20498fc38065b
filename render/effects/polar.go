// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
	"math"
)

// A polar is where the pixels of a panel lie around its middle.
type polar struct {
	wide  int
	angle []uint16 // of turn
	away  []uint16 // 64ths of a pixel
}

func newPolar(size image.Point) *polar {
	p := &polar{wide: size.X}
	for i := range size.X * size.Y {
		x, y := float64(i%size.X)-float64(size.X-1)/2, float64(i/size.X)-float64(size.Y-1)/2
		p.angle = append(p.angle, uint16(int(math.Round(math.Atan2(y, x)*turn/(2*math.Pi)))&(turn-1)))
		p.away = append(p.away, uint16(min(64*math.Hypot(x, y), math.MaxUint16)))
	}
	return p
}

// of returns the angle and the distance of a pixel.
func (p *polar) of(x, y int) (angle, away int) {
	i := y*p.wide + x
	return int(p.angle[i]), int(p.away[i])
}

// swirl is arms of colour that turn, outwards or inwards.
type swirl struct {
	*polar
	inks      *palette
	direction int
	twist     int // of the arms: the angle for each pixel away
}

func newSwirl(size image.Point, direction int, inks *palette) loop {
	return loop{seconds: 24, rate: slow, picture: &swirl{newPolar(size), inks, direction, turn / (8 + size.Y*3/4)}}
}

func newSwirlOut(size image.Point) loop {
	return newSwirl(size, -1, cycle(0x05103a, 0x0b4fb8, 0x19d1c0, 0xd8ffe0, 0x19d1c0, 0x0b4fb8))
}

func newSwirlIn(size image.Point) loop {
	return newSwirl(size, 1, cycle(0x1a0530, 0x8a1280, 0xff4d6d, 0xffd98a, 0xff4d6d, 0x8a1280))
}

func (s *swirl) draw(c canvas, m moment) {
	spin, flow := m.turn(s.direction*3), m.turn(s.direction*9)
	c.fill(func(x, y int) color.RGBA {
		angle, away := s.of(x, y)
		bent := away * s.twist >> 6
		return s.inks[(2*(angle+spin)+bent+flow+sin(angle-bent/2)/8)>>4&255]
	})
}

// radar is a beam that goes round and finds things.
type radar struct {
	*polar
	size image.Point
	inks *palette
}

const radarTurns = 6

func newRadar(size image.Point) loop {
	return loop{seconds: 18, rate: slow, picture: &radar{newPolar(size), size,
		ramp(0x000400, 0x022b0c, 0x0b7a2e, 0x35ff7a, 0xd9ffe6)}}
}

func (r *radar) draw(c canvas, m moment) {
	beam := m.turn(radarTurns)
	ring := 64 * max(4, r.size.Y/4)
	c.fill(func(x, y int) color.RGBA {
		angle, away := r.of(x, y)
		behind := (beam - angle) & (turn - 1)
		left := max(turn*7/8-behind, 0) >> 4
		v := left * left * 200 / (turn * 7 / 8 >> 4 * turn * 7 / 8 >> 4)
		if behind > turn-60 {
			v = 200 * (behind - turn + 60) / 60 // its front edge
		}
		if off := away % ring; off < 64 {
			v += 22
		}
		return r.inks.at(max(v, 8))
	})
	for id := range 5 {
		x, y := below(r.size.X, id, 31), below(r.size.Y, id, 32)
		if !image.Pt(x, y).In(c.area) {
			continue
		}
		angle, _ := r.of(x, y)
		behind := (beam - angle) & (turn - 1)
		level := 256 - behind*256/(turn*3/4)
		c.add(x, y, rgb(0xe8fff0), level)
		c.add(x+1, y, rgb(0x35ff7a), level/3)
		c.add(x-1, y, rgb(0x35ff7a), level/3)
		c.add(x, y-1, rgb(0x35ff7a), level/3)
		c.add(x, y+1, rgb(0x35ff7a), level/3)
	}
}
