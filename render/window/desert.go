// SPDX-License-Identifier: Apache-2.0

package window

import (
	"math"
)

// desert is dunes below table mountains, with cactuses.
func desert(l *land) {
	l.mesas()
	l.ridge(61, 0.17, 0.05, 1.1, spot{matter: sand, haze: 22})
	tops := l.ridge(62, 0.10, 0.07, 1.3, spot{matter: sand})
	if !l.room.fine {
		return
	}
	for i, at := range []float64{0.14, 0.30, 0.87} {
		x := int(at * float64(l.size.X))
		l.cactus(x, tops[x]+1+i%2, l.rows(0.20-0.045*float64(i)), i)
	}
}

// mesas draws table mountains.
func (l *land) mesas() {
	h := l.size.Y
	for x := range l.size.X {
		u := float64(x)/float64(h) - float64(l.size.X)/float64(h)*0.62
		top := 0.0
		for k, m := range [][3]float64{{0, 0.34, 0.28}, {0.62, 0.13, 0.23}, {-0.95, 0.2, 0.2}} {
			if away := math.Abs(u-m[0]) - m[1]; away < 0.10 {
				top = max(top, m[2]*(1-smooth(0, 0.10, away))+0.01*noise(50+k, 9*u, 0, 0))
			}
		}
		high := int(float64(h) * top)
		for k := range high {
			l.put(x, h-k-1, spot{matter: mesa, tone: int8(10 * (k * 32 / h % 3)), haze: 30, slope: int8(-20 * (x % 3 / 2))})
		}
	}
}

// cactus draws one with two arms.
func (l *land) cactus(x, foot, high, id int) {
	w := max(1, l.size.Y/40)
	l.box(x, foot-high, w, high, spot{matter: cactus, slope: 14})
	arm, reach := high*5/9, max(2, l.size.Y/26)
	for _, side := range []int{-1, 1} {
		y := foot - arm + (side+id)%2
		for k := 1; k <= reach; k++ {
			l.put(x+(w-1)*(side+1)/2+side*k, y, spot{matter: cactus, tone: -10})
		}
		l.box(x+(w-1)*(side+1)/2+side*reach, y-high/4, 1, high/4, spot{matter: cactus, slope: int8(10 * side)})
	}
}
