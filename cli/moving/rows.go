// SPDX-License-Identifier: Apache-2.0

package moving

import (
	"time"

	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
)

// frames are what effects and transitions are shown on.
var frames = []note.Frame{
	{Icon: kit.Builtin("weather-sun"), Text: []note.Fragment{{Text: "24°"}}},
	{Icon: kit.Builtin("weather-rain"), Text: []note.Fragment{{Text: "7 mm"}}, Color: note.Color{R: 0x70, G: 0xc0, B: 0xff, Set: true}},
}

func backgrounds() (all []Picture) {
	for _, name := range effects.Backgrounds() {
		all = append(all, Picture{name, func(p *paint.Painter) render.Widget {
			w, _ := effects.NewBackground(name, p.Size)
			return w
		}, 2 * time.Second, 3750 * time.Millisecond, 8, large, flat})
	}
	return all
}

func overlays() (all []Picture) {
	for _, name := range effects.Overlays() {
		all = append(all, Picture{name, func(p *paint.Painter) render.Widget {
			below, _ := p.Frame(&frames[0])
			w, _ := effects.NewOverlay(name, p.Size)
			return &render.Stack{Bounds: p.Size, Layers: []render.Layer{{Widget: below}, {Widget: w}}}
		}, time.Second, 3 * time.Second, 8, large, flat})
	}
	return all
}

func texts() (all []Picture) {
	for _, name := range note.Effects()[1:] { // plain text stands still
		effect, _ := note.ParseEffect(name)
		frame := frames[0]
		frame.Effect = effect
		all = append(all, Picture{name, func(p *paint.Painter) render.Widget {
			w, _ := p.Frame(&frame)
			return w
		}, 0, 2 * time.Second, 10, large, flat})
	}
	return all
}

// transitions lead from one frame to another and back.
func transitions() (all []Picture) {
	const each = 1200 * time.Millisecond
	for _, name := range paint.Transitions()[1:] {
		all = append(all, Picture{name, func(p *paint.Painter) render.Widget {
			t, _ := paint.ParseTransition(name)
			var steps []render.Step
			for i := range frames {
				w, _ := p.Frame(&frames[i])
				steps = append(steps, render.Step{Widget: w, For: each})
			}
			return render.NewSequence(render.Step{}, 0, t.Render(), steps...)
		}, 2 * each, 4 * each, 20, large, flat}) // the first pass begins without one
	}
	return all
}

func faces() (all []Picture) {
	app := func(p *paint.Painter) device.App {
		env := kit.Env{Size: p.Size, Fonts: p.Fonts, Icons: p.Icons, Zone: time.UTC, Shared: new(kit.Shared)}
		a := clock.New(env, nil, 0)
		a.(device.Styler).SetLook(p.Look)
		return a
	}
	for _, property := range clock.New(kit.Env{}, nil, 0).About().Settings.Properties {
		if property.Name != "face" {
			continue
		}
		for _, name := range property.Schema.Enum {
			all = append(all, Picture{name, func(p *paint.Painter) render.Widget {
				return app(p).(device.Poser).Pose("face", name)
			}, 0, 4 * time.Second, 10, large, flat})
		}
	}
	return all
}
