// SPDX-License-Identifier: Apache-2.0

package main

import (
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
)

// frames are what effects and transitions are shown on.
var frames = []note.Frame{
	{Icon: kit.Builtin("weather-sun"), Text: []note.Fragment{{Text: "24°"}}},
	{
		Icon: kit.Builtin("weather-rain"), Text: []note.Fragment{{Text: "7 mm"}},
		Color: note.Color{R: 0x70, G: 0xc0, B: 0xff, Set: true},
	},
}

func backgrounds() (all []film) {
	for _, name := range effects.Backgrounds() {
		all = append(all,
			film{name: name, from: 2 * time.Second, until: 3750 * time.Millisecond, fps: 8, still: 2500 * time.Millisecond,
				make: func(p *paint.Painter) render.Widget {
					w, _ := effects.NewBackground(name, p.Size)
					return w
				}})
	}
	return all
}

func overlays() (all []film) {
	for _, name := range effects.Overlays() {
		all = append(all, film{name: name, from: time.Second, until: 3 * time.Second, fps: 8, still: 1400 * time.Millisecond,
			make: func(p *paint.Painter) render.Widget {
				below, _ := p.Frame(&frames[0])
				w, _ := effects.NewOverlay(name, p.Size)
				return &render.Stack{Bounds: p.Size, Layers: []render.Layer{{Widget: below}, {Widget: w}}}
			}})
	}
	return all
}

func texts() (all []film) {
	for _, name := range note.Effects()[1:] { // plain text stands still
		frame := frames[0]
		frame.Effect, _ = enum.Read[note.Effect](name)
		all = append(all, film{name: name, until: 2 * time.Second, fps: 10, still: 300 * time.Millisecond,
			make: func(p *paint.Painter) render.Widget {
				w, _ := p.Frame(&frame)
				return w
			}})
	}
	return all
}

// transitions lead from one frame to another and back. The first pass begins without one.
func transitions() (all []film) {
	const each = 1200 * time.Millisecond
	for _, name := range paint.Transitions()[1:] {
		t, _ := paint.ParseTransition(name)
		enter := t.Render()
		all = append(all, film{name: name, from: 2 * each, until: 4 * each, fps: 20, still: each + enter.For*3/5,
			make: func(p *paint.Painter) render.Widget {
				var steps []render.Step
				for i := range frames {
					w, _ := p.Frame(&frames[i])
					steps = append(steps, render.Step{Widget: w, For: each})
				}
				return render.NewSequence(render.Step{}, 0, enter, steps...)
			}})
	}
	return all
}
