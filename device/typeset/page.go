// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"image"
	"image/color"

	"github.com/ledpost/ledpost/render"
)

// Page is a picture of a panel that knows what stands on it.
type Page struct {
	render.Stack
	Items []Item // in the order in which they were placed
}

// Item is something that a page holds.
type Item struct {
	Role    Role
	Text    string
	Tail    string          // in small letters behind Text
	Rows    int             // of a capital; 0 = it is no text
	Body    image.Rectangle // by which it is centred: of text the rows of its capitals
	Ink     image.Rectangle // of the lit pixels
	Align   Align           // in its columns
	Scrolls bool            // too long for its room
	Smaller bool            // smaller than its role, as it would not have fitted

	room image.Rectangle // of a text, the columns that it may have
	line int             // of a Content, from 1 on
	form int             // of what it may say, from the longest on
}

// Moved returns i, so much farther to the right and down.
func (i Item) Moved(by image.Point) Item {
	i.Body, i.Ink = i.Body.Add(by), i.Ink.Add(by)
	return i
}

// Move moves item i of a page without other layers down.
func (p *Page) Move(i, rows int) {
	p.Items[i] = p.Items[i].Moved(image.Pt(0, rows))
	p.Layers[i].At.Y += rows
}

// Middle moves what stands on a page to the middle of the columns, as a whole.
func (p *Page) Middle() {
	var whole image.Rectangle
	for _, i := range p.Items {
		whole = whole.Union(i.Body)
	}
	by := image.Pt((p.Bounds.X-whole.Min.X-whole.Max.X)/2, 0)
	for i := range p.Items {
		p.Items[i] = p.Items[i].Moved(by)
		p.Layers[i].At = p.Layers[i].At.Add(by)
	}
}

// even moves what stands on a page down where rows are free below it, as far as text keeps within room.
func (p *Page) even(room image.Rectangle) {
	var whole, ink image.Rectangle
	for _, i := range p.Items {
		whole, ink = whole.Union(i.Body), ink.Union(i.Ink)
	}
	down := min((p.Bounds.Y-whole.Min.Y-whole.Max.Y-1)/2, room.Max.Y-ink.Max.Y)
	for i := range p.Items {
		p.Move(i, max(0, down))
	}
}

// NewPage returns an empty page of the grid's panel.
func (g *Grid) NewPage() *Page { return &Page{Stack: render.Stack{Bounds: g.Size}} }

// Put places a widget, within the panel.
func (p *Page) Put(role Role, w render.Widget, at image.Point) {
	r := image.Rectangle{at, at.Add(w.Size())}
	p.Layers = append(p.Layers, render.Layer{At: at, Widget: w})
	p.Items = append(p.Items, Item{Role: role, Body: r, Ink: r})
}

// Bar fills a rectangle at an edge.
func (p *Page) Bar(r image.Rectangle, c color.RGBA) {
	p.Put(Bar, &render.Fill{Bounds: r.Size(), Color: c}, r.Min)
}

// place puts a line that stands still with its body at at, or one that scrolls into the
// columns of room.
func (g *Grid) place(p *Page, s set, at image.Point, room image.Rectangle) {
	from := image.Pt(at.X, at.Y+s.top)
	size := s.picture.Rect.Size()
	var w render.Widget = &render.Still{Image: s.picture}
	if s.item.Scrolls {
		from.X, size.X = room.Min.X, room.Dx()
		w = &render.Marquee{Image: s.picture, Width: size.X, Speed: g.speed(s.face), Gap: max(8, s.face.Cap()), Right: s.rtl, Smooth: g.Smooth}
	}
	if over := from.Y + size.Y - g.Size.Y; over > 0 { // a descender on a panel that has no row for it
		from.Y -= over
	}
	from.Y = max(from.Y, 0)
	s.item.room = room
	s.item.Body = image.Rect(from.X, at.Y, from.X+size.X, at.Y+s.body)
	s.item.Ink = image.Rectangle{from, from.Add(size)}
	p.Layers = append(p.Layers, render.Layer{At: from, Widget: w})
	p.Items = append(p.Items, s.item)
}
