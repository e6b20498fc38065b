// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"time"
	"unicode"

	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// page is one of several pictures that show in turn.
type page struct {
	*image.RGBA
	hold time.Duration // minimum duration; 0 = pageTime
	cut  bool          // something lies beyond the edge: such a page is never shown

	items []typeset.Item // what stands on it
}

// pageTime is long enough to read two digits or two words.
const pageTime = 2 * time.Second

func newPage(size image.Point) page { return page{RGBA: image.NewRGBA(image.Rectangle{Max: size})} }

// text draws spans in a line, with the top left corner of a capital at x, y.
func (p *page) text(f *fonts.Face, x, y int, spans ...fonts.Span) {
	m, at := f.Line(spans).Image, image.Pt(x, y-(f.Ascent()-f.Cap()))
	p.put(m, at)
	item := typeset.Item{Role: typeset.Digits, Rows: f.Cap(), Body: image.Rect(x, y, x+m.Rect.Dx(), y+f.Cap()),
		Ink: typeset.Ink(m).Sub(m.Rect.Min).Add(at), Text: fonts.Plain(spans)}
	if strings.ContainsFunc(item.Text, unicode.IsLetter) {
		item.Role = typeset.Note
	}
	if !item.Ink.Empty() {
		p.items = append(p.items, item)
	}
}

// as gives the part placed last a role.
func (p *page) as(role typeset.Role) {
	if n := len(p.items); n > 0 {
		p.items[n-1].Role = role
	}
}

// picture draws m, an icon, with its upper left corner at at.
func (p *page) picture(m *image.RGBA, at image.Point) {
	p.put(m, at)
	p.items = append(p.items, pictured(m.Rect.Sub(m.Rect.Min).Add(at)))
}

// pictured returns a picture as an item.
func pictured(r image.Rectangle) typeset.Item {
	return typeset.Item{Role: typeset.Picture, Body: r, Ink: r}
}

// put draws m with its upper left corner at at.
func (p *page) put(m *image.RGBA, at image.Point) {
	to := m.Rect.Sub(m.Rect.Min).Add(at)
	p.cut = p.cut || !typeset.Ink(m).Sub(m.Rect.Min).Add(at).In(p.Rect)
	draw.Draw(p.RGBA, to, m, m.Rect.Min, draw.Over)
}

// fill draws a rectangle.
func (p *page) fill(r image.Rectangle, c color.RGBA) {
	p.cut = p.cut || !r.In(p.Rect)
	draw.Draw(p.RGBA, r, image.NewUniform(c), image.Point{}, draw.Over)
	p.items = append(p.items, typeset.Item{Role: typeset.Bar, Body: r, Ink: r})
}

// darken gives the columns of the digits a ground, and one at each side. Those of AM and PM, a box, and a page without
// digits are black.
func (p *page) darken(ground color.RGBA, box image.Rectangle) {
	under, digits := newPage(p.Rect.Size()), false
	for _, i := range p.items {
		columns := image.Rect(i.Body.Min.X-1, 0, i.Body.Max.X+1, p.Rect.Max.Y)
		switch i.Role {
		case typeset.Digits:
			render.Block(under.RGBA, columns, ground)
			digits = true
		case typeset.Note:
			render.Block(under.RGBA, columns, dark)
		}
	}
	if !digits {
		box = p.Rect
	}
	render.Block(under.RGBA, box, dark)
	under.put(p.RGBA, image.Point{})
	p.RGBA = under.RGBA
}

// column places lines into a room, as typeset does.
func (p *page) column(g *typeset.Grid, room image.Rectangle, align typeset.Align, lines ...typeset.Line) {
	on := g.NewPage()
	g.Column(on, room, align, lines...)
	on.Draw(p.RGBA, image.Point{}, 0)
	p.items = append(p.items, on.Items...)
}

// on returns p as part of a larger page of that size, at at.
func (p page) on(size, at image.Point) page {
	whole := newPage(size)
	whole.hold, whole.cut = p.hold, p.cut
	whole.join(p, at)
	return whole
}

// join draws part, with its upper left corner at at.
func (p *page) join(part page, at image.Point) {
	p.put(part.RGBA, at)
	for _, i := range part.items {
		p.items = append(p.items, i.Moved(at))
	}
}

// turns shows pages one after the other. A round of them, or several, lasts a
// minute: where they begin with the minute they go on over its end.
func turns(pages []page) render.Widget {
	if len(pages) == 1 {
		return pages[0].shown(&render.Still{Image: pages[0].RGBA})
	}
	var pictures []*image.RGBA
	var holds []time.Duration
	var round time.Duration
	for _, p := range pages {
		if p.hold == 0 {
			p.hold = pageTime
		}
		pictures, holds, round = append(pictures, p.RGBA), append(holds, p.hold), round+p.hold
	}
	rounds := max(time.Minute/round, 1)
	for i := range holds {
		holds[i] = time.Duration(float64(holds[i]) * float64(time.Minute) / float64(rounds*round))
	}
	return pages[0].shown(render.NewAnimation(pictures, holds, 0))
}

// shown returns w, which begins with p, as a page that knows what stands on it.
func (p *page) shown(w render.Widget) render.Widget {
	return &typeset.Page{Stack: render.Stack{Bounds: p.Rect.Size(), Layers: []render.Layer{{Widget: w}}}, Items: p.items}
}

// wholePages returns pages of the given size with parts drawn at at.
func wholePages(parts []page, size, at image.Point) (all []page) {
	for _, p := range parts {
		all = append(all, p.on(size, at))
	}
	return all
}

// goesOn returns p with its texts scrolling since the clock came to be seen.
func goesOn(p *typeset.Page, m *Reading) *typeset.Page {
	ago := time.Duration(0)
	if !m.Seen.IsZero() {
		ago = m.Local.Truncate(time.Minute).Sub(m.Seen)
	}
	for i := range p.Layers {
		if p.Items[i].Scrolls {
			p.Layers[i].Widget = &render.Begun{Widget: p.Layers[i].Widget, Ago: ago}
		}
	}
	return p
}
