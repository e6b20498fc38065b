// SPDX-License-Identifier: Apache-2.0

package window

import (
	"math"
)

// town is a street of houses before higher ones, with a church.
func town(l *land) {
	h := l.size.Y
	l.ridge(21, 0.16, 0.05, 1.2, spot{matter: conifer, haze: 55})
	l.street(31, 0.22, 0.40, 0.13, 40)
	if l.room.fine {
		l.church(l.size.X*5/8, h-l.rows(0.06))
	}
	l.street(32, 0.12, 0.25, 0.17, 0)
	l.box(0, h-max(1, h/32), l.size.X, max(1, h/32), spot{matter: trunk, tone: -30})
}

// street draws houses side by side, between two heights.
func (l *land) street(seed int, least, most, wide float64, haze uint8) {
	h := float64(l.size.Y)
	for x, n := -int(hash(seed, 1)%4), 0; x < l.size.X; n++ {
		w := max(3, int(h*wide*(0.7+0.7*chance(n, seed))))
		high := l.rows(least + (most-least)*math.Pow(chance(n, seed+1), 1.6))
		top, id := l.size.Y-high, uint16(hash(n, seed))
		tone := int8(hash(n, seed+2)%36) - 22
		l.box(x, top, w, high, spot{matter: wall, tone: tone, haze: haze, id: id})
		l.box(x+w-1, top, 1, high, spot{matter: wall, tone: tone - 12, haze: haze, id: id})
		if kind := hash(n, seed+3) % 3; kind == 0 && w > 4 && l.room.fine { // a gable
			for k := range (w + 1) / 2 {
				l.box(x+k, top-1-k/2, w-2*k, 1, spot{matter: roof, tone: int8(-6 * (k % 2)), haze: haze, id: id})
			}
		} else {
			l.box(x, top, w, 1, spot{matter: roof, tone: -10, haze: haze, id: id})
		}
		l.panes(x, top+2, w, l.size.Y-max(1, l.size.Y/24), n*64+seed, haze)
		x += w
	}
}

// panes draws the windows of a house.
func (l *land) panes(x, top, wide, foot, id int, haze uint8) {
	tall := max(1, l.size.Y/48)
	for y := top; y+tall < foot; y += tall + max(1, l.size.Y/32) {
		for i := 1; i < wide-1; i += 2 {
			id++
			l.box(x+i, y, 1, tall, spot{matter: glass, haze: haze, id: uint16(hash(id, 5))})
		}
	}
}

// church draws a nave and a tower with a spire.
func (l *land) church(x, foot int) {
	h := l.size.Y
	w, high, spire := max(3, h/13), l.rows(0.25), l.rows(0.19)
	nave := w + max(4, h/8)
	l.box(x, foot-high*3/5, nave, high*3/5, spot{matter: wall, tone: -4, haze: 10, id: 2})
	for k := range max(2, h/14) {
		l.box(x, foot-high*3/5-1-k, nave-k, 1, spot{matter: roof, tone: -12, haze: 10, id: 1})
	}
	l.box(x, foot-high, w, high, spot{matter: wall, tone: 6, haze: 10, id: 2})
	l.box(x+w-1, foot-high, 1, high, spot{matter: wall, tone: -12, haze: 10, id: 2})
	for k := range spire {
		wide := max(1, w-k*w/spire)
		wide -= (w - wide) % 2
		l.box(x+(w-wide)/2, foot-high-1-k, max(1, wide), 1, spot{matter: roof, tone: -20, haze: 10, id: 1})
	}
	l.put(x+w/2, foot-high+max(1, h/24), spot{matter: lamp, haze: 10})
}
