// SPDX-License-Identifier: Apache-2.0

// Package window paints the world outside: a landscape below the sky of a place and time, with its weather.
//
// The sun, the moon and the stars stand where they stand; clouds, rain and snow follow amounts and wind. Light and
// colours are painted, not measured: the table in sky.go has them by the height of the sun.
package window

import (
	"image"
	"slices"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/astro"
	"github.com/ledpost/ledpost/render"
)

// Air is the weather of a moment. The zero value is a clear sky in calm air.
type Air struct {
	Cover   float64 // of the sky by clouds, 0 to 1
	Rain    float64 // mm an hour
	Snow    float64 // the same of its water
	Wind    float64 // metres a second
	From    float64 // where it comes from, degrees from the north through the east
	Thunder bool
	Fog     bool
	Lies    bool // snow lies
}

// Scene is what is painted.
type Scene struct {
	At        time.Time // of t = 0, in the zone of the place
	Latitude  float64   // degrees north
	Longitude float64   // degrees east
	Air       Air
	Still     bool // nothing moves
	Quiet     bool // a third of the light, for a dark bedroom
}

// lands are the landscapes, the first for any other name.
var lands = []struct {
	name string
	draw func(*land)
}{
	{"hills", hills},
	{"town", town},
	{"sea", sea},
	{"desert", desert},
}

// Lands returns the names of the landscapes.
func Lands() (names []string) {
	for _, l := range lands {
		names = append(names, l.name)
	}
	return names
}

// Painter paints one landscape on one panel. Any goroutine may use it.
type Painter struct {
	size    image.Point
	room    room
	horizon int // the row of it
	land    *land
	near    *tile // of clouds
	high    *tile
}

// room is what a panel has rows for.
type room struct {
	fine  bool // figures of several pixels: trees, houses, cactuses, balloons, the wings of birds, a moon that is round
	ships bool
	tower bool // the lighthouse
}

// roomOf returns the room of a panel with so many rows.
func roomOf(rows int) room {
	return room{
		fine:  rows >= 24, // the lowest fir, 0.11 of them, has three above its trunk
		ships: rows >= 16, // the smallest one, three rows high, takes less than a fifth of them
		tower: rows >= 12, // it takes a quarter of them: three, so that it has two colours
	}
}

// shared are the painters of one size by their landscapes.
var shared = struct {
	sync.Mutex
	size image.Point
	all  map[string]*Painter
}{}

// SharedPainter returns what NewPainter does, and the same one again while no other size is asked for: making one takes
// long on a small board, and its clouds take up to 2 KiB a row. Any goroutine may call it.
func SharedPainter(size image.Point, name string) *Painter {
	shared.Lock()
	defer shared.Unlock()
	if size != shared.size {
		shared.size, shared.all = size, map[string]*Painter{}
	}
	name = lands[max(slices.Index(Lands(), name), 0)].name
	p := shared.all[name]
	if p == nil {
		p = NewPainter(size, name)
		shared.all[name] = p
	}
	return p
}

// NewPainter returns the painter of a landscape, one of Lands, for a panel of that size; any other name is the first.
func NewPainter(size image.Point, name string) *Painter {
	size = image.Pt(max(size.X, 1), max(size.Y, 1))
	i := max(slices.Index(Lands(), name), 0)
	p := &Painter{size: size, room: roomOf(size.Y)}
	p.land = newLand(size, p.room, lands[i].draw)
	p.horizon = p.land.horizon
	p.near = newTile(size, 1, float64(size.Y)*0.55, float64(size.Y)*0.24)
	p.high = newTile(size, 2, float64(size.Y)*0.9, float64(size.Y)*0.16)
	return p
}

// Window is a scene as it moves. It is a [render.Widget], opaque; its t = 0 is the scene's time.
type Window struct {
	*Painter
	scene     Scene
	begin     int64 // of t = 0, Unix milliseconds
	sky       *image.RGBA
	landscape *image.RGBA // transparent where the sky is seen
	first     int         // its first row
	stars     []twinkle
	layers    []layer
	moon      image.Rectangle // of its disc; empty = it is not seen
	sun       sight
	light     light
	drift     float64 // of the wind, to the right, -1 to 1
	spare     chan *image.RGBA
}

// sight is where something stands on the panel.
type sight struct {
	astro.Position
	x, y float64
}

// rate is the frames a second: the wind moves clouds by fractions of a pixel.
const rate = 30

// Paint returns the scene s.
func (p *Painter) Paint(s Scene) *Window {
	w := &Window{Painter: p, scene: s, begin: s.At.UnixMilli(), spare: make(chan *image.RGBA, 1)}
	w.sun = p.sight(astro.SunAt(s.At, s.Latitude, s.Longitude), s.Latitude)
	w.drift = p.across(s)
	w.light = lightOf(w.sun.Altitude, s)
	w.paintSky()
	w.paintLand()
	w.layers = w.clouds()
	return w
}

// sight returns where a position is seen. The window looks to the south, or from the southern half of the Earth to
// the north, and shows 240° of the horizon and all of the height.
func (p *Painter) sight(at astro.Position, latitude float64) sight {
	from := at.Azimuth - 180
	if latitude < 0 {
		if from = at.Azimuth; from > 180 {
			from -= 360
		}
	}
	const wide = 240
	return sight{at, (from/wide + 0.5) * float64(p.size.X), float64(p.horizon) * (1 - at.Altitude/86)}
}

// Size implements [render.Widget].
func (w *Window) Size() image.Point { return w.size }

// Period implements [render.Widget]: a still window does not move.
func (w *Window) Period() time.Duration {
	if w.scene.Still {
		return 0
	}
	return time.Minute
}

// Next returns when the next frame begins.
func (w *Window) Next(t time.Duration) time.Duration {
	if w.scene.Still {
		return render.Forever
	}
	if t < 0 {
		return 0
	}
	n := t*rate/time.Second + 1
	return (n*time.Second + rate - 1) / rate
}

// Draw implements [render.Widget].
func (w *Window) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	if t = max(t, 0); w.scene.Still {
		t = 0
	}
	m := w.take()
	c := canvas{m.Pix, w.size}
	now := w.begin + int64(t*rate/time.Second)*1000/rate
	copy(m.Pix, w.sky.Pix)
	w.twinkle(c, now)
	for i := range w.layers {
		w.layers[i].draw(c, now)
	}
	if !w.scene.Still {
		w.flash(c, now)
		w.pass(c, now)
	}
	w.lay(c)
	w.glitter(c, now)
	if !w.scene.Still {
		w.sail(c, now)
		w.fall(c, now)
	}
	c.onto(dst, p)
	w.give(m)
}

// take returns a picture to draw on.
func (w *Window) take() *image.RGBA {
	select {
	case m := <-w.spare:
		return m
	default:
		return image.NewRGBA(image.Rectangle{Max: w.size})
	}
}

func (w *Window) give(m *image.RGBA) {
	select {
	case w.spare <- m:
	default: // another goroutine has put its own there
	}
}

// lay draws the land.
func (w *Window) lay(c canvas) {
	from, to := w.landscape.Pix[w.first*4*w.size.X:], c.pix[w.first*4*w.size.X:]
	for i := 0; i+4 <= len(from); i += 4 {
		switch a := from[i+3]; a {
		case 0:
		case 255:
			copy(to[i:i+4], from[i:i+4])
		default:
			for k := range 3 {
				to[i+k] = toward(to[i+k], from[i+k], int(a)+1)
			}
		}
	}
}
