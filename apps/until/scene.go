// SPDX-License-Identifier: Apache-2.0

package until

import (
	"image"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
)

// A scene needs sceneRows; its ground takes one of groundShare of them, and hills rise hill rows above it.
const sceneRows, groundShare, hill = 48, 10, 2

// hills is the line of the ground: see [render.Ridge], in halves of hill.
var hills = []float64{1, 2, 1, 0, 1, 2, 1, 0, 1}

// sides are those of the picture of a scene, the largest first: multiples of its drawings. It gives way to the words.
var sides = []int{96, 48, 32}

// scene returns the pages of c before the scene of its feast: its picture stands on the ground, and what it says beside
// it. nil = the panel has no room for one, or the picture is not of such a feast.
func (u *Until) scene(s *kit.Sheet, cfg *Settings, on time.Time, c typeset.Content) (steps []render.Step) {
	of := feasts[on.Format("01-02")]
	room := s.Size.Y >= sceneRows && s.Grid.Wide() && !u.Env.Monochrome
	if !room || of.ground.A == 0 || cfg.Icon != "" || kit.Birthday(cfg.Name) {
		return nil
	}
	ground := image.Rect(0, s.Size.Y-s.Size.Y/groundShare, s.Size.X, s.Size.Y)
	draw := func(side int) render.Widget { return narrowed(s.Fitted(of.icon, side)) }
	side := slices.IndexFunc(sides, func(side int) bool { return side <= ground.Min.Y })
	c.Picture = typeset.Drawing{Widget: draw(sides[side]), Draw: draw}
	c.Titled = c.Titled && s.Grid.Above() // a wide panel has columns beside the picture
	for i := range c.Lines {
		if l := &c.Lines[i]; l.Role == typeset.Head && l.Widest != "" {
			l.Widest = "00" // the last days are the ones that people count
		}
	}
	for _, p := range s.Grid.Upper(ground.Min.Y).Solve(c) {
		for i, item := range p.Items {
			if item.Role == typeset.Picture {
				p.Move(i, ground.Min.Y-item.Body.Max.Y)
			}
		}
		p.Bounds = s.Size
		backed := render.NewBacked(of.place(ground), &render.Stack{Bounds: s.Size, Layers: p.Layers})
		p.Layers = []render.Layer{{Widget: backed}}
		p.Items = append(p.Items, typeset.Item{Role: typeset.Bar, Body: ground, Ink: ground})
		steps = append(steps, s.Turn(p))
	}
	return steps
}

// narrowed returns a picture without its clear columns.
func narrowed(w render.Widget) render.Widget {
	m := image.NewRGBA(image.Rectangle{Max: w.Size()})
	w.Draw(m, image.Point{}, 0)
	ink := typeset.Ink(m)
	layers := []render.Layer{{At: image.Pt(-ink.Min.X, 0), Widget: w}}
	return &render.Stack{Bounds: image.Pt(ink.Dx(), w.Size().Y), Layers: layers}
}

// place draws the sky and what falls from it, and hills along the upper edge of the ground.
func (f *feast) place(ground image.Rectangle) render.Widget {
	sky := &render.Fill{Bounds: ground.Max, Color: f.sky}
	place := &render.Stack{Bounds: ground.Max, Layers: []render.Layer{{Widget: sky}}}
	if fall, ok := effects.NewOverlay(f.fall, ground.Max); ok {
		place.Layers = append(place.Layers, render.Layer{Widget: fall})
	}
	m := image.NewRGBA(image.Rect(0, 0, ground.Dx(), ground.Dy()+hill))
	render.Block(m, m.Rect.Add(image.Pt(0, hill)), f.ground)
	render.Ridge(m, image.Rect(0, 0, ground.Dx(), hill), f.ground, hill/2, hills)
	place.Layers = append(place.Layers, render.Layer{At: image.Pt(0, ground.Min.Y-hill), Widget: &render.Still{Image: m}})
	return place
}
