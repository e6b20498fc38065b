// SPDX-License-Identifier: Apache-2.0

package window

import (
	"image"
	"math"
	"time"
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
	horizon int // its row
	spots   []spot
	liquid  bool // it has water, with ships
	lamp    image.Point
}

func newLand(size image.Point, draw func(*land)) *land {
	l := &land{size: size, spots: make([]spot, size.X*size.Y), lamp: image.Pt(-1, -1)}
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

// hills are meadows before mountains, with trees and a house.
func hills(l *land) {
	h := l.size.Y
	l.peaks(11, 0.43, 0.27)
	l.ridge(12, 0.20, 0.09, 0.7, spot{matter: conifer, haze: 30})
	tops := l.ridge(13, 0.13, 0.065, 1.1, spot{matter: grass})
	if h < 24 {
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

// town is a street of houses before higher ones, with a church.
func town(l *land) {
	h := l.size.Y
	l.ridge(21, 0.16, 0.05, 1.2, spot{matter: conifer, haze: 55})
	l.street(31, 0.22, 0.40, 0.13, 40)
	if x := l.size.X * 5 / 8; h >= 24 {
		l.church(x, h-l.rows(0.06))
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
		if kind := hash(n, seed+3) % 3; kind == 0 && w > 4 && l.size.Y >= 24 { // a gable
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

// sea is water to the horizon, with an island and a lighthouse on a cape.
func sea(l *land) {
	h := l.size.Y
	l.horizon = h - l.rows(0.28)
	l.liquid = true
	for y := l.horizon; y < h; y++ {
		for x := range l.size.X {
			l.put(x, y, spot{matter: water, haze: uint8(max(0, 40-160*(y-l.horizon)/h))})
		}
	}
	for x := range l.size.X / 4 { // an island
		u := float64(x) / float64(l.size.X/4)
		high := int(float64(h) * 0.07 * math.Sin(math.Pi*u) * (0.6 + 0.8*noise(41, 5*u, 0, 0)))
		l.box(l.size.X/10+x, l.horizon-high, 1, high, spot{matter: rock, haze: 52})
	}
	wide := l.size.X / 4
	for x := range wide {
		u := float64(x+1) / float64(wide)
		top := l.horizon + l.rows(0.16) - int(float64(h)*0.22*math.Pow(u, 0.7)*(0.85+0.3*noise(42, 6*u, 0, 0)))
		for y := top; y < l.horizon+l.rows(0.17)+int(3*u); y++ {
			m := rock
			if y-top < max(1, h/32) {
				m = grass
			}
			l.put(l.size.X-wide+x, y, spot{matter: m, tone: int8(hash(x, y)%16) - 20, slope: -10, id: uint16(hash(x, y))})
		}
	}
	if h < 12 {
		return
	}
	x, tall, w := l.size.X-max(3, wide/3), l.rows(0.25), max(2, h/16)
	foot := l.horizon - l.rows(0.02)
	for k := range tall {
		m := pale
		if k*5/tall%2 == 1 {
			m = red
		}
		l.box(x, foot-k, w, 1, spot{matter: m, slope: -10})
		l.put(x+w-1, foot-k, spot{matter: m, tone: -25, slope: -20})
	}
	l.box(x, foot-tall-max(1, h/32), w, 1, spot{matter: roof, tone: -20})
	l.lamp = image.Pt(x+w/2, foot-tall)
	l.put(l.lamp.X, l.lamp.Y, spot{matter: lamp})
}

// desert is dunes below a table mountain, with cactuses.
func desert(l *land) {
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
	l.ridge(61, 0.17, 0.05, 1.1, spot{matter: sand, haze: 22})
	tops := l.ridge(62, 0.10, 0.07, 1.3, spot{matter: sand})
	if h < 24 {
		return
	}
	for i, at := range []float64{0.14, 0.30, 0.87} {
		x := int(at * float64(l.size.X))
		l.cactus(x, tops[x]+1+i%2, l.rows(0.20-0.045*float64(i)), i)
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

// season returns how far a year has come at a place, from 0 in the middle of winter to 4.
func season(at time.Time, latitude float64) float64 {
	s := math.Mod(float64(at.YearDay())-15+365, 365) / 365 * 4
	if latitude < 0 {
		s = math.Mod(s+2, 4)
	}
	if math.Abs(latitude) < 20 {
		s = 2
	}
	return s
}

// colours of what has seasons: in the middle of winter, spring, summer and autumn.
var (
	meadows = [4]rgb{{128, 124, 84}, {112, 176, 72}, {104, 158, 62}, {154, 142, 70}}
	crowns  = [4]rgb{{98, 82, 70}, {146, 196, 96}, {62, 126, 50}, {208, 112, 36}}
	woods   = [4]rgb{{74, 88, 74}, {64, 108, 62}, {48, 98, 54}, {112, 98, 54}}
)

// bySeason returns the colour of a time of the year.
func bySeason(of [4]rgb, season float64) rgb {
	i := int(season) % 4
	return of[i].to(of[(i+1)%4], smooth(0.15, 0.85, season-math.Floor(season)))
}

// fallen are the colours of leaves in autumn.
var fallen = []rgb{{214, 92, 32}, {226, 158, 44}, {176, 62, 38}, {150, 132, 56}}

// snowy is fresh snow.
var snowy = rgb{234, 240, 250}

// stuffOf returns the colour of a pixel in white light.
func (w *Window) stuffOf(s spot, year float64, snow bool) rgb {
	white := func(c rgb, share float64) rgb {
		if snow {
			return c.to(snowy, share)
		}
		return c
	}
	switch s.matter {
	case rock:
		return white(rgb{112, 116, 134}, 0.75)
	case summit:
		return snowy
	case grass:
		return white(bySeason(meadows, year), 0.94)
	case leaf:
		c := bySeason(crowns, year)
		if year > 2.4 && year < 3.7 {
			c = c.to(fallen[s.id%4], 0.8*smooth(2.4, 2.8, year)*smooth(3.7, 3.3, year))
		}
		return white(c, 0.6)
	case conifer:
		if s.haze > 0 { // a wood far away has all kinds of trees
			return white(bySeason(woods, year), 0.55)
		}
		return white(rgb{38, 84, 52}, 0.35)
	case trunk:
		return rgb{84, 66, 52}
	case sand:
		return white(rgb{232, 184, 116}, 0.6)
	case wall:
		walls := []rgb{{206, 190, 164}, {196, 150, 118}, {176, 178, 184}, {212, 176, 128}}
		return walls[s.id%4]
	case roof:
		return white([]rgb{{164, 74, 52}, {120, 78, 66}, {96, 98, 108}}[s.id%3], 0.9)
	case cactus:
		return rgb{74, 122, 62}
	case mesa:
		return white(rgb{196, 106, 66}, 0.3)
	case pale, lamp:
		return rgb{240, 238, 230}
	case red:
		return rgb{206, 52, 44}
	case glass:
		return rgb{96, 116, 140}
	}
	return rgb{}
}

// paintLand paints the landscape in the light and the season of the scene.
func (w *Window) paintLand() {
	w.landscape = image.NewRGBA(image.Rectangle{Max: w.size})
	colours, alpha := make([]rgb, len(w.land.spots)), make([]uint8, len(w.land.spots))
	year := season(w.scene.At, w.scene.Latitude)
	snow := w.scene.Air.Lies
	w.first = w.size.Y
	low := w.above(float64(w.size.X)/2, 0.04)
	slanted := clampTo((w.sun.x/float64(w.size.X)-0.5)*3, 1) * smooth(-3, 3, w.sun.Altitude) * (1 - 0.8*w.light.grey) *
		(1 - 0.6*smooth(20, 60, w.sun.Altitude))
	for i, s := range w.land.spots {
		if s.matter == nothing {
			continue
		}
		w.first = min(w.first, i/w.size.X)
		alpha[i] = 255
		if s.matter == water {
			colours[i] = w.waterAt(i%w.size.X, i/w.size.X)
			continue
		}
		shade := 1 + float64(s.tone)/100 + slanted*float64(s.slope)/100
		c := w.stuffOf(s, year, snow).times(w.light.land).times(rgb{shade, shade, shade})
		if snow { // it lies in the light of the whole sky
			bright := 1.14 + 0.75*w.light.grey
			c = c.times(rgb{bright, bright * 1.02, bright * 1.06})
		}
		c = c.to(low, float64(s.haze)/100*(0.75+0.25*w.light.night))
		if w.light.fog > 0 {
			c = c.to(w.mist(), 0.35+0.5*float64(s.haze)/100+0.1*float64(w.size.Y-i/w.size.X)/float64(w.size.Y))
		}
		if lit := w.lit(s); lit > 0 {
			warm := rgb{255, 190, 96}.to(rgb{255, 222, 160}, chance(int(s.id), 3))
			c = c.to(warm.times(rgb{0.86, 0.86, 0.86}), lit*(1-0.35*float64(s.haze)/100)*(1-0.5*w.light.fog))
		}
		colours[i] = c
	}
	w.settle(w.landscape, colours, alpha)
}

// lit returns the light of a lamp or a window, 0 to 1: of windows fewer the later it is, each for minutes.
func (w *Window) lit(s spot) float64 {
	dark := smooth(0, -5, w.sun.Altitude) + 0.5*smooth(0.85, 1, w.light.grey)*smooth(12, 4, w.sun.Altitude)
	switch s.matter {
	case lamp:
		return clamp(dark)
	case glass:
		hour := float64(w.scene.At.Hour()) + float64(w.scene.At.Minute())/60
		share := 0.05 + 0.5*smooth(15, 19, hour)*smooth(24, 21.5, hour) + 0.35*smooth(5, 7, hour)*smooth(10, 8, hour)
		if s.id <= 2 { // the house in the hills
			share = 0.1 + 1.5*share
		}
		turn := int(w.begin/60000+int64(s.id)*7) / (9 + int(s.id)%13) // minutes
		if chance(int(s.id), turn) < share {
			return clamp(dark)
		}
	}
	return 0
}

// waterAt returns the colour of water: the sky upside down, darker, with the light of sun or moon on it.
func (w *Window) waterAt(x, y int) rgb {
	deep := float64(y-w.horizon) / float64(w.size.Y-w.horizon)
	c := w.above(float64(x)+0.5, 0.06+0.75*deep).times(rgb{0.66, 0.74, 0.80})
	c = c.to(rgb{10, 58, 82}.times(w.light.land), 0.38*smooth(0, 0.6, deep))
	if w.sun.Altitude > -4 {
		path := bell((float64(x)+0.5-w.sun.x)/float64(w.size.X), 0.045+0.06*deep) * (1 - w.light.grey) * (1 - w.light.fog)
		c = c.to(w.light.glow, 0.55*path*smooth(40, 3, w.sun.Altitude))
	}
	return c
}
