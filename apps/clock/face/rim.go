// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/render"
)

// rim is a way around the panel, from the middle of the top clockwise.
type rim struct {
	size  image.Point
	steps []stroke // of no length
	even  bool     // one step a second, the first at the start of the minute
}

// edges returns the way along the edges, in squares with that side.
func edges(size image.Point, wide int) (r rim) {
	r.size = size
	half := float64(wide-1) / 2
	right, low := size.X-wide, size.Y-wide
	add := func(x, y int) {
		at := spot{float64(x) + half, float64(y) + half}
		r.steps = append(r.steps, stroke{at, at, float64(wide)})
	}
	for x := right / 2; x < right; x++ {
		add(x, 0)
	}
	for y := range low {
		add(right, y)
	}
	for x := right; x > 0; x-- {
		add(x, low)
	}
	for y := low; y > 0; y-- {
		add(0, y)
	}
	for x := range right / 2 {
		add(x, 0)
	}
	return r
}

// round returns sixty points on a circle with that diameter.
func round(size image.Point, side int) (r rim) {
	r.size, r.even = size, true
	middle := spot{float64(size.X-1) / 2, float64(size.Y-1) / 2}
	wide := float64(side) / 32
	for i := range 60 {
		at := middle.around(float64(side-1)/2-wide/2, float64(i)/60)
		r.steps = append(r.steps, stroke{at, at, wide})
	}
	return r
}

// square draws a step: of the edges whole pixels, of a circle a soft point.
func (r *rim) square(dst *image.RGBA, p image.Point, i int, c color.RGBA) {
	s := r.steps[i]
	if r.even {
		s.draw(dst, p, image.Rectangle{p, p.Add(r.size)}, c)
		return
	}
	n := int(s.wide)
	from := p.Add(image.Pt(int(s.from.x-(s.wide-1)/2), int(s.from.y-(s.wide-1)/2)))
	render.Block(dst, image.Rectangle{from, from.Add(image.Pt(n, n))}, c)
}

// dark draws the whole way dimly.
func (r *rim) dark(p *image.RGBA, m *Reading) {
	ink := m.accentOr(amber)
	for i := range r.steps {
		c := m.dimmed(ink, 9)
		if r.even && i%5 == 0 { // the hours
			c = m.dimmed(ink, 4)
		}
		r.square(p, image.Point{}, i, c)
	}
}

// growing is a rim that fills within a minute.
type growing struct {
	ticking
	way rim
	ink color.RGBA
}

// Draw implements [render.Widget].
func (g *growing) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	n := g.step(t) + 1
	for i := range n {
		g.way.square(dst, p, i, mixed(kit.Shade(g.ink, 3), g.ink, float64(i+1)/float64(n)))
	}
}
