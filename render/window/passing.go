// SPDX-License-Identifier: Apache-2.0

package window

import (
	"image/color"
)

// A guest is something that passes now and then. Its time is divided into turns; in each it comes or not, from one side
// or the other, at another height, so that no evening is like another.
type guest struct {
	turn   int64   // milliseconds
	often  float64 // share of the turns in which it comes
	wanted func(w *Window) bool
	draw   func(w *Window, c canvas, v visit)
}

// visit is one turn of a guest.
type visit struct {
	id    int     // of the turn, which looks random
	way   float64 // 0 to 1
	right bool    // it goes there
	ms    int     // since it came
}

// guests of the sky, which clouds do not hide.
var guests = []guest{
	{turn: 47_000, often: 0.5, wanted: (*Window).fairDay, draw: birds},
	{turn: 83_000, often: 0.35, wanted: (*Window).clearSky, draw: plane},
	{turn: 61_000, often: 0.3, wanted: (*Window).clearNight, draw: meteor},
	{turn: 431_000, often: 0.3, wanted: (*Window).calmDay, draw: balloon},
}

// ships are guests of the water.
var ships = []guest{
	{turn: 211_000, often: 0.7, wanted: (*Window).seaworthy, draw: ship},
}

func (w *Window) fairDay() bool {
	return w.sun.Altitude > -3 && w.scene.Air.Rain < 0.5 && w.scene.Air.Snow == 0 && w.scene.Air.Wind < 14 &&
		!w.scene.Air.Fog
}
func (w *Window) clearSky() bool { return w.light.grey < 0.6 && !w.scene.Air.Fog }
func (w *Window) clearNight() bool {
	return w.light.night > 0.9 && w.clearSky() && w.scene.Air.Cover < 0.6
}
func (w *Window) calmDay() bool {
	return w.fairDay() && w.scene.Air.Wind < 6 && w.scene.Air.Cover < 0.7 && w.room.fine && !w.liquid()
}
func (w *Window) liquid() bool    { return w.Painter.land.liquid }
func (w *Window) seaworthy() bool { return w.liquid() && !w.scene.Air.Thunder && w.room.ships }

// pass draws the guests of the sky.
func (w *Window) pass(c canvas, now int64) { w.visits(c, now, guests) }

// sail draws those of the water.
func (w *Window) sail(c canvas, now int64) { w.visits(c, now, ships) }

func (w *Window) visits(c canvas, now int64, all []guest) {
	for i := range all {
		g := &all[i]
		turn := now / g.turn
		if !g.wanted(w) || chance(int(turn), 100+i) >= g.often {
			continue
		}
		ms := int(now % g.turn)
		id := int(hash(int(turn), 200+i) >> 8)
		g.draw(w, c, visit{id: id, way: float64(ms) / float64(g.turn), right: id&1 == 1, ms: ms})
	}
}

// column returns where something is that long that crosses the panel.
func (w *Window) column(v visit, long int) int {
	x := int(v.way*float64(w.size.X+2*long)) - long
	if !v.right {
		x = w.size.X - 1 - x
	}
	return x
}

// birds fly as a wedge, and beat their wings.
func birds(w *Window, c canvas, v visit) {
	ink := w.light.low.times(rgb{0.16, 0.16, 0.2}).rgba()
	behind := -1
	if !v.right {
		behind = 1
	}
	v.way = min(v.way*2.2, 1) // they are gone before their turn is over
	x, y := w.column(v, w.size.Y/2), w.horizon/6+v.id>>1%(w.horizon/2+1)
	flock := 3 + v.id>>5%5
	for i := range flock {
		rank := (i + 1) / 2
		side := rank * (i%2*2 - 1)
		bx, by := x+behind*rank*3, y+side*max(1, w.size.Y/24)+wave(v.ms/24+i*40)/110
		beat := (v.ms/140 + i) & 3
		if beat == 3 {
			beat = 1
		}
		c.cover(bx, by, ink, 230)
		if w.room.fine {
			c.cover(bx-1, by-1+beat, ink, 190)
			c.cover(bx+1, by-1+beat, ink, 190)
		}
	}
}

// plane is a point with a trail by day; at night it has lights.
func plane(w *Window, c canvas, v visit) {
	y := 1 + v.id>>1%(w.horizon/3+1)
	long := w.size.X * 2 / 5
	x := w.column(v, long)
	behind := -1
	if !v.right {
		behind = 1
	}
	if w.light.night > 0.6 {
		c.shine(x, y, color.RGBA{150, 40, 30, 255}, 200)
		if v.ms%1300 < 90 {
			c.shine(x, y, color.RGBA{255, 255, 255, 255}, 240)
		}
		return
	}
	trail := w.light.cloud.rgba()
	for k := 1; k < long; k++ {
		c.cover(x+behind*k, y, trail, 150*(long-k)/long)
	}
	c.cover(x, y, color.RGBA{255, 255, 255, 255}, 230)
}

// meteor falls within a second.
func meteor(w *Window, c canvas, v visit) {
	ms := v.ms - 2000 - v.id>>3%50_000
	if ms < 0 || ms > 900 {
		return
	}
	x, y := v.id>>1%w.size.X, v.id>>6%(w.horizon/3+1)
	reach := w.size.Y / 2
	head := reach * ms / 600
	side := 1
	if !v.right {
		side = -1
	}
	for k := range reach / 2 {
		at := head - k
		if at < 0 || at > reach {
			continue
		}
		c.shine(x+side*at, y+at/2, color.RGBA{255, 250, 235, 255}, (220-440*k/reach)*(900-ms)/900)
	}
}

// balloon rises and drifts in the morning and the evening air.
func balloon(w *Window, c canvas, v visit) {
	if w.sun.Altitude > 30 {
		return
	}
	r := max(2, w.size.Y/14)
	x := w.column(v, 2*r)
	y := w.horizon/2 - int(float64(w.horizon)*0.2*v.way) + wave(v.ms/160)*w.size.Y/128/32
	stripes := [][2]rgb{{{232, 60, 48}, {250, 206, 70}}, {{52, 110, 210}, {240, 240, 236}},
		{{150, 60, 170}, {250, 170, 60}}}
	pair := stripes[v.id>>4%len(stripes)]
	for dy := -r; dy <= r+1; dy++ {
		for dx := -r; dx <= r; dx++ {
			half := r
			if dy > 0 {
				half = r - dy*2/3
			}
			if dx*dx+dy*dy > r*r+1 && dy <= 0 || dx > half || dx < -half || dy > r {
				continue
			}
			ink := pair[(dx+r)*3/(2*r+1)&1].times(w.light.land.plus(rgb{0.18, 0.16, 0.12}, 1))
			c.cover(x+dx, y+dy, ink.rgba(), 256)
		}
	}
	c.cover(x, y+r+2, w.light.land.times(rgb{150, 100, 60}).rgba(), 256)
	if v.ms%9000 < 1500 && w.room.fine { // the burner
		c.cover(x, y+r+1, color.RGBA{255, 190, 80, 255}, 200)
	}
}

// ship sails along the horizon: a sail by day, lights at night.
func ship(w *Window, c canvas, v visit) {
	high := max(2, w.size.Y/9)
	y, x := w.horizon+max(0, w.size.Y/32), w.column(v, high)
	hull := w.light.land.times(rgb{70, 48, 44}).rgba()
	sail := w.light.land.times(rgb{246, 240, 226}).rgba()
	ahead := 1
	if !v.right {
		ahead = -1
	}
	for k := -high / 2; k <= high/2; k++ {
		c.cover(x+k, y, hull, 256)
	}
	for k := range high {
		for i := 0; i <= (k+1)/2; i++ {
			c.cover(x-ahead*i, y-high+k, sail, 256)
			if i < k/3 {
				c.cover(x+ahead*(i+1), y-high+k, sail, 220)
			}
		}
	}
	if w.light.night > 0.5 {
		c.shine(x, y-high, color.RGBA{255, 214, 140, 255}, 230)
		c.shine(x+ahead*high/2, y-1, color.RGBA{60, 200, 90, 255}, 150)
	}
}
