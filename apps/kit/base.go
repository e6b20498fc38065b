// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
)

// Base is embedded in an app: what the app is made with, how it looks and writes, and what its
// widgets show. Its methods implement [device.Styler], [device.Localizer] and the Do of an app
// without actions; an app that does otherwise has the method itself. The zero value is useless: see
// [NewBase].
type Base struct {
	Env    Env
	Look   paint.Look
	Region device.Region
	Views  map[string]device.View // by widget
	Redraw func()                 // makes the app draw everything again, after a change of Look, Region or Far; never nil
}

// NewBase returns the base of an app whose Redraw clears Views, and which has a Shared of its own if
// env has none.
func NewBase(env Env) Base {
	if env.Shared == nil {
		env.Shared = new(Shared)
	}
	views := map[string]device.View{}
	return Base{Env: env, Look: PlainLook, Views: views, Redraw: func() { clear(views) }}
}

// SetLook implements [device.Styler].
func (b *Base) SetLook(l paint.Look) { b.Look = l; b.Redraw() }

// SetRegion implements [device.Localizer].
func (b *Base) SetRegion(r device.Region) { b.Region = r; b.Redraw() }

// Do implements [device.App]: there are no actions.
func (b *Base) Do(string, string, device.Args, time.Time) error { return nil }

// Painter returns what draws frames as they are drawn in notifications.
func (b *Base) Painter() *paint.Painter {
	return &paint.Painter{Size: b.Env.Size, Fonts: b.Env.Fonts, Icons: b.Env.Icons, Look: b.Look}
}

// Static is embedded in an app whose widgets show what follows from their settings S: it is a
// [Base] that keeps those, and implements [device.Configurer]. S may have a Check, as
// [ReadSettings] says. It needs its Base.
type Static[S any] struct {
	Base
	Widgets map[string]S // settings, by widget
}

// Configure implements [device.Configurer]. All widgets are drawn again.
func (s *Static[S]) Configure(list []device.WidgetSettings) error {
	widgets := map[string]S{}
	for i, w := range list {
		var cfg S
		if err := ReadSettings(i, w, &cfg); err != nil {
			return err
		}
		widgets[w.ID] = cfg
	}
	s.Widgets = widgets
	clear(s.Views)
	return nil
}

// Draw draws each widget that has not been drawn since the last change.
func (s *Static[S]) Draw(draw func(widget string, cfg S) device.View) {
	for id, cfg := range s.Widgets {
		if _, drawn := s.Views[id]; !drawn {
			s.Views[id] = draw(id, cfg)
		}
	}
}
