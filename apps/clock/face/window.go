// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"sync"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
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
			return window.SharedPainter(env.Size, o.Landscape)
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
	return &render.Begun{Widget: e.Widget, Ago: time.Duration(m.Local.Unix()/60%(24*60)) * time.Minute}
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
var (
	dayInk   = color.RGBA{255, 253, 246, 255}
	duskInk  = color.RGBA{255, 232, 206, 255}
	nightInk = color.RGBA{190, 198, 222, 255}
)

// ink implements ground.
func (s *scenery) ink(m *Reading) color.RGBA {
	if s.own || m.Ink != (color.RGBA{255, 255, 255, 255}) {
		return m.Ink
	}
	scene := s.sceneAt(m)
	up := astro.SunAt(scene.At, scene.Latitude, scene.Longitude).Altitude
	if up < -3 {
		return render.Between(duskInk, nightInk, (-3-up)/7)
	}
	return render.Between(duskInk, dayInk, (up+3)/12)
}

// windowFace is the time in digits that leave room for the world behind them.
type windowFace struct {
	*clockFace
	size, at image.Point
}

// newWindowFace returns nil on LEDs that are only on or off.
func newWindowFace(env kit.Env, o Options) *windowFace {
	if env.Monochrome {
		return nil
	}
	o.Week = false
	room := env.Size
	if typeset.NewGrid(env.Fonts, room).Characters(2) { // the time is one of two lines, the world has the other
		room.Y = room.Y/2 + 2
	}
	f := newClockFace(env.Fonts, room, o.time())
	if f.How == typeset.OverSeconds { // small dim seconds would need a black box
		o.Seconds = false
		f = newClockFace(env.Fonts, room, o.time())
	}
	return &windowFace{f, env.Size, image.Pt(0, (env.Size.Y-room.Y)/2)}
}

// pages implements drawer: the colon does not blink, so that nothing moves but the world.
func (f *windowFace) pages(m *Reading) []page {
	all := f.clockFace.pages(m)
	if f.How == typeset.OneLine && !f.Seconds {
		all = all[:1]
	}
	all = wholePages(all, f.size, f.at)
	for i := range all {
		f.snowed(all[i].RGBA, m)
	}
	return all
}

// lying is the snow on the digits.
var lying = color.RGBA{176, 206, 255, 255}

// snowed lays the snow on the digits that has fallen since each of them changed; what lies on after it melts in holes.
func (f *windowFace) snowed(p *image.RGBA, m *Reading) {
	air := m.Weather.Air
	if !m.Known || f.How != typeset.OneLine || f.Seconds || air.Snow == 0 && !air.Lies {
		return
	}
	minute := m.Local.Minute()
	ages := []int{minute + m.Local.Hour()%10*60, minute, 0, minute % 10, 0} // in minutes: of hours, the colon, minutes
	if m.Hours == 12 && m.Local.Hour()%12 < 10 && m.Local.Hour()%12 > 0 {
		ages = ages[1:]
	}
	for i, part := range columnsOf(p) {
		if i == len(ages) { // AM or PM
			return
		}
		rows := float64(ages[i]) * air.Snow / 8
		if air.Snow == 0 {
			rows = 0.6 * min(1, float64(ages[i])/20)
		}
		for x := part[0]; x < part[1]; x++ {
			f.heap(p, x, min(rows+float64(x*37%16)/16, float64(f.Digits.Cap())/16+0.99))
		}
	}
}

// heap lays rows of snow on what has open air above it in a column.
func (f *windowFace) heap(p *image.RGBA, x int, rows float64) {
	const air = 5 // rows above, so that no hole of a digit is filled
	free := air
	for y := range p.Rect.Dy() {
		if p.RGBAAt(x, y).A == 0 {
			free++
			continue
		}
		for k := 1; k <= int(rows) && free >= air; k++ {
			if y >= k {
				p.SetRGBA(x, y-k, lying)
			}
		}
		free = 0
	}
}

// columnsOf returns from where to where each figure stands: between them are dark columns.
func columnsOf(p *image.RGBA) (all [][2]int) {
	lit := func(x int) bool {
		for y := range p.Rect.Dy() {
			if p.RGBAAt(x, y).A != 0 {
				return true
			}
		}
		return false
	}
	for x := 0; x < p.Rect.Dx(); x++ {
		from := x
		for x < p.Rect.Dx() && lit(x) {
			x++
		}
		if x > from {
			all = append(all, [2]int{from, x})
		}
	}
	return all
}

// Weathers reports whether the weather shows behind the time.
func (f *Face) Weathers() bool {
	_, ok := f.ground.(*scenery)
	return ok
}
