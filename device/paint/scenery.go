// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"slices"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
)

// scenery holds the backgrounds and overlays made so far, by name: the frames of a
// notification share them.
type scenery map[string]render.Widget

// overlay returns the widget of o; ok reports whether there is one.
func (s scenery) overlay(o note.Overlay, size image.Point) (render.Widget, bool) {
	if o == note.NoOverlay {
		return nil, false
	}
	return s.make("overlay "+o.String(), func() (render.Widget, bool) { return effects.NewOverlay(o.String(), size) })
}

// background returns the effect of that name; ok reports whether there is one.
func (s scenery) background(name string, size image.Point) (render.Widget, bool) {
	return s.make(name, func() (render.Widget, bool) { return effects.NewBackground(name, size) })
}

func (s scenery) make(name string, make func() (render.Widget, bool)) (w render.Widget, ok bool) {
	if w, ok = s[name]; ok {
		return w, true
	}
	if w, ok = make(); ok {
		s[name] = w
	}
	return w, ok
}

// softly is the width of the edge, in pixels, in which a dimmed effect gets its light back: a sharp edge would draw a
// box around the text.
const softly = 2

// behind puts the background of f behind layers. An effect is dimmed next to content that is to be read.
func (p *Painter) behind(layers []render.Layer, f *note.Frame, made scenery) []render.Layer {
	ground := made.effect(f, p.Size)
	urgent := p.pulse.period > 0 && f.Background.IsZero()
	switch b := f.Background; {
	case b.Color.Set:
		ground = &render.Fill{Bounds: p.Size, Color: b.Color.Opaque()}
	case urgent:
		ground = p.ground()
	}
	switch {
	case ground == nil:
		return layers
	case f.Background.Color.Set || !f.Legible() && !urgent:
		return slices.Insert(layers, 0, render.Layer{Widget: ground})
	}
	backed := render.NewBacked(ground, &render.Stack{Bounds: p.Size, Layers: layers})
	backed.Soft = softly
	return []render.Layer{{Widget: backed}}
}

// effect returns the effect that is f's background at f's pace, nil without.
func (s scenery) effect(f *note.Frame, size image.Point) render.Widget {
	w, ok := s.background(f.Background.Name, size)
	if !ok {
		return nil
	}
	if f.Pace != 0 {
		w = effects.Paced(w, f.Pace)
	}
	return w
}

// drawn adds what f draws.
func (p *Painter) drawn(stack *render.Stack, f *note.Frame) {
	if len(f.Draw) > 0 {
		stack.Layers = append(stack.Layers, render.Layer{Widget: &render.Still{Image: p.drawing(f)}})
	}
}
