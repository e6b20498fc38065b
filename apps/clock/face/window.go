// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"sync"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/astro"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
	"github.com/ledpost/ledpost/render/window"
)

// Window is the background that shows the world outside.
const Window = "window"

// Backgrounds returns the names of what may lie behind the time.
func Backgrounds() []string { return append([]string{Window}, effects.Backgrounds()...) }

// ground is what lies behind the time.
type ground interface {
	// at returns the picture at m; its t = 0 is the start of the minute.
	at(m *Reading) render.Widget
	// ink returns the colour of the digits before it.
	ink(m *Reading) color.RGBA
}

// newGround returns the background of the options; nil = none, as on LEDs that are only on or off.
func newGround(env kit.Env, o Options) ground {
	if env.Monochrome || o.Background == "" {
		return nil
	}
	if o.Background == Window {
		return &scenery{still: o.Still, own: o.OwnInk, painter: sync.OnceValue(func() *window.Painter {
			return window.NewPainter(env.Size, o.Landscape)
		})}
	}
	w, ok := effects.NewBackground(o.Background, env.Size)
	if !ok {
		return nil
	}
	if w = effects.Behind(w); o.Still {
		w = &standing{w}
	}
	return effect{w}
}

// effect is a background that knows nothing of the time. It goes on over the end of a minute.
type effect struct{ render.Widget }

func (e effect) at(m *Reading) render.Widget {
	return &begun{e.Widget, time.Duration(m.Local.Unix()/60%(24*60)) * time.Minute}
}

func (effect) ink(m *Reading) color.RGBA { return m.Ink }

// standing is a widget that does not move.
type standing struct{ render.Widget }

// Period implements [render.Widget].
func (*standing) Period() time.Duration { return 0 }

// Draw implements [render.Widget].
func (s *standing) Draw(dst *image.RGBA, p image.Point, _ time.Duration) { s.Widget.Draw(dst, p, 0) }

// scenery is the world outside, painted once a minute.
type scenery struct {
	painter func() *window.Painter
	still   bool
	own     bool // the digits have a colour of their own

	scene window.Scene // that was painted
	seen  *window.Window
}

// at implements ground.
func (s *scenery) at(m *Reading) render.Widget {
	if now := s.sceneAt(m); s.seen == nil || now != s.scene {
		s.scene, s.seen = now, s.painter().Paint(now)
	}
	return s.seen
}

// sceneAt returns what is seen at m. Where nobody knows the place it is at 48° north, in the middle of the zone.
func (s *scenery) sceneAt(m *Reading) window.Scene {
	_, offset := m.Local.Zone()
	scene := window.Scene{At: m.Local.Truncate(time.Minute), Latitude: 48, Longitude: float64(offset) / 240,
		Air: m.Weather.Air, Still: s.still, Quiet: m.Night}
	if shared := m.Panel.Shared; shared != nil && shared.Place != nil {
		scene.Latitude, scene.Longitude = shared.Place.Latitude, shared.Place.Longitude
	}
	if m.Weather == (kit.WeatherNow{}) { // unknown: a few clouds
		scene.Air = window.Air{Cover: 0.2, Wind: 3, From: 270}
	}
	return scene
}

// Inks of digits before a window, unless they have their own: by day, in twilight, and at night, when they are quieter.
var dayInk, duskInk, nightInk = color.RGBA{255, 253, 246, 255}, color.RGBA{255, 232, 206, 255}, color.RGBA{190, 198, 222, 255}

// ink implements ground.
func (s *scenery) ink(m *Reading) color.RGBA {
	if s.own || m.Ink != (color.RGBA{255, 255, 255, 255}) {
		return m.Ink
	}
	scene := s.sceneAt(m)
	switch up := astro.SunAt(scene.At, scene.Latitude, scene.Longitude).Altitude; {
	case up < -3:
		return render.Between(duskInk, nightInk, (-3-up)/7)
	default:
		return render.Between(duskInk, dayInk, (up+3)/12)
	}
}

// windowFace is the time in digits that leave room for the world behind them.
type windowFace struct {
	*clockFace
	size, at image.Point
}

func newWindowFace(env kit.Env, o Options) *windowFace {
	o.Week = false
	room := env.Size
	if room.Y >= 24 { // half of the rows
		room.Y = room.Y/2 + 2
	}
	f := newClockFace(env.Fonts, room, o)
	if f.how == under { // small dim seconds would need a black box
		o.Seconds = false
		f = newClockFace(env.Fonts, room, o)
	}
	return &windowFace{f, env.Size, image.Pt(0, (env.Size.Y-room.Y)/2)}
}

// pages implements drawer: the colon does not blink, so that nothing moves but the world.
func (f *windowFace) pages(m *Reading) []page {
	all := f.clockFace.pages(m)
	if f.how == beside && !f.seconds {
		all = all[:1]
	}
	return wholePages(all, f.size, f.at)
}

func newWindow(env kit.Env, o Options) drawer {
	if env.Monochrome {
		return nil
	}
	return newWindowFace(env, o)
}

// Weathers reports whether the weather shows behind the time.
func (f *Face) Weathers() bool {
	_, ok := f.ground.(*scenery)
	return ok
}
