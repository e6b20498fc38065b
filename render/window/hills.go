// SPDX-License-Identifier: Apache-2.0

package window

import (
	"math"
)

// hills are meadows before mountains, with trees and a house.
func hills(l *land) {
	h := l.size.Y
	l.peaks(11, 0.43, 0.27)
	l.ridge(12, 0.20, 0.09, 0.7, spot{matter: conifer, haze: 30})
	tops := l.ridge(13, 0.13, 0.065, 1.1, spot{matter: grass})
	if !l.room.fine {
		return
	}
	at, wide := l.size.X*19/24, max(5, h*2/13)
	for x := range l.size.X {
		if hash(x, 77)%uint32(max(4, h/7)) != 0 || x > at-h/8 && x < at+wide+h/12 {
			continue
		}
		foot := tops[x] + int(hash(x, 78)%uint32(max(1, h/20)))
		if hash(x, 79)%3 != 0 {
			l.fir(x, foot, l.rows(0.11+0.07*chance(x, 80)))
		} else {
			l.tree(x, foot, l.rows(0.05+0.02*chance(x, 81)))
		}
	}
	l.house(at, tops[min(at+wide/2, l.size.X-1)]+max(1, h/24), wide, max(3, h/11))
}

// peaks draws mountains with snow on their tops all year, so high above the foot and rising by so much.
func (l *land) peaks(seed int, high, by float64) {
	h := float64(l.size.Y)
	line := func(x float64) float64 { // a zigzag, whose corners wander
		u := x / h / 0.62
		i := math.Floor(u)
		at := func(i float64) float64 {
			v := chance(int(i)+4096, seed)
			if int(i)&1 == 0 {
				return high - by*(0.35+0.65*v)
			}
			return high + 0.35*by*v
		}
		rough := 0.040*noise(seed, 3*u, 1, 0) + 0.012*noise(seed, 8*u, 2, 0) - 0.026
		return h * (1 - at(i)*(1-u+i) - at(i+1)*(u-i) - rough)
	}
	for x := range l.size.X {
		top := line(float64(x))
		slope := 55 // a face looks to one side
		if math.Mod(float64(x)/h/0.62, 2) < 1 {
			slope = -55
		}
		for y := max(int(math.Round(top)), 0); y < l.size.Y; y++ {
			s := spot{matter: rock, haze: 46, slope: int8(slope), tone: int8(hash(x*7+seed, y)%9) - 4}
			if line := h*(1-high+0.09) + h*0.10*noise(seed, float64(x)/h*9, 5, 0); float64(y) < line-h*0.02 {
				s.matter, s.haze = summit, 34
			}
			l.put(x, y, s)
		}
	}
}

// fir draws a conifer that stands at x on a foot: a spire, with boughs that step.
func (l *land) fir(x, foot, high int) {
	l.put(x, foot, spot{matter: trunk})
	wide := max(min(2, high/2), high*3/8)
	for k := range high {
		half := (k*wide + (high-1)/2) / max(high-1, 1)
		if k%3 == 0 && k > 2 && high > 8 { // between two rows of boughs
			half--
		}
		for i := -half; i <= half; i++ {
			l.put(x+i, foot-high+k, spot{matter: conifer, tone: int8(-8 - 9*max(i, -i)), slope: int8(16 * i), id: uint16(x)})
		}
	}
}

// tree draws one with a round crown.
func (l *land) tree(x, foot, r int) {
	l.box(x, foot-r, 1, r, spot{matter: trunk})
	for dy := -r; dy <= r; dy++ {
		for dx := -r; dx <= r; dx++ {
			if dx*dx+dy*dy <= r*r+r/2 {
				tone := int8(-8*dy/max(r, 1)) + int8(hash(x+dx, dy)%12)
				l.put(x+dx, foot-2*r+dy, spot{matter: leaf, tone: tone, slope: int8(20 * dx / max(r, 1)), id: uint16(x)})
			}
		}
	}
}

// house draws one with a roof, a door and windows.
func (l *land) house(x, foot, wide, high int) {
	l.box(x, foot-high, wide, high, spot{matter: wall, id: uint16(x)})
	for k := range wide/2 + 1 {
		l.box(x-1+k, foot-high-1-k, wide+2-2*k, 1, spot{matter: roof, tone: int8(-4 * k), id: uint16(x)})
	}
	l.box(x+wide-1, foot-high-wide/2-1, 1, 2, spot{matter: wall, tone: -20})
	size := max(1, wide/5)
	l.box(x+1, foot-high+high/3, size, size, spot{matter: glass, id: 1})
	l.box(x+wide-1-size, foot-high+high/3, size, size, spot{matter: glass, id: 2})
}
