// SPDX-License-Identifier: Apache-2.0

// Package face draws the time: a face is a way to show it on one panel, of any size.
// It knows no alarm, no setting's JSON and no device; the clock tells it what to show.
package face

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// Options is what may be wanted of a face. The zero value is the time alone.
type Options struct {
	Name     string    // one of Choices; any other is "plain"
	Seconds  bool      // shown where there is room
	Week     bool      // a row of seven dashes below, today's bright
	OwnInk   bool      // the reading's ink was chosen for this clock
	Zones    [2]string // names of the two zones, for the places that they name
	Icon     string    // of the face icon: a number, a name or a data URI
	Language string    // of the date and of the face words; "" = en

	Background string // behind the time, one of Backgrounds; "" = none, but of the face window the window
	Landscape  string // of a window, one of window.Lands; "" = the first
	Still      bool   // what lies behind does not move
}

// Face draws the time for one panel, with nothing cut off.
type Face struct {
	drawer drawer
	ground ground     // nil = black
	starry bool       // moon and stars are above or beside the time at night: see night.go
	night  *clockFace // the time then; nil = as by day
}

// drawer is how a face draws.
type drawer interface {
	// pages returns the pages that show at m, in turn; at least one.
	pages(m *Reading) []page
}

// stepper is a drawer whose pages may be valid for less than a minute.
type stepper interface {
	// step returns how long the pages are valid: until the next second or minute.
	step() time.Duration
}

// mover is a drawer with something moving over its pages.
type mover interface {
	// over returns layers that move by themselves; their t = 0 is the start of the minute.
	over(m *Reading) []render.Layer
}

// New returns the face of that name. A face that fits replaces a face that does not
// fit on the panel.
func New(env kit.Env, o Options) *Face {
	f := &Face{drawer: drawerOf(env, o)}
	if _, ok := f.drawer.(*windowFace); ok && o.Background == "" {
		o.Background = Window
	}
	f.ground = newGround(env, o)
	f.starry = f.ground == nil && !o.Still && !env.Monochrome && typeset.Scenic(env.Size)
	if f.starry {
		switch day := f.drawer.(type) {
		case *clockFace:
			f.night = newNightFace(env, day)
		case *dyedFace:
			if o.Name != "outline" { // which stays one
				f.night = newNightFace(env, day.clockFace)
			}
		}
	}
	return f
}

// NewRing returns the face that shows while an alarm rings.
func NewRing(env kit.Env) *Face { return &Face{drawer: newRingFace(env)} }

// Step returns how long a picture is valid: until the next second or minute.
func (f *Face) Step() time.Duration {
	if s, ok := f.drawer.(stepper); ok {
		return s.step()
	}
	return time.Minute
}

// Picture returns what shows at m, from the start of the minute on.
func (f *Face) Picture(m *Reading) render.Widget {
	if f.ground != nil {
		lit := *m
		lit.Ink = f.ground.ink(m)
		return f.Before(f.front(&lit), m, 0)
	}
	return f.front(m)
}

// Before returns a picture of the panel's size in front of what lies behind the time at m. The picture begins so long
// after the minute.
func (f *Face) Before(picture render.Widget, m *Reading, after time.Duration) render.Widget {
	if f.ground == nil {
		return picture
	}
	behind := f.ground.at(m)
	if after != 0 {
		behind = &render.Begun{Widget: behind, Ago: after}
	}
	return render.NewBacked(behind, picture)
}

// front returns what shows at m, without what lies behind.
func (f *Face) front(m *Reading) render.Widget {
	pages := f.drawer.pages(m)
	if m.Night && m.Known {
		if size := pages[0].Rect.Size(); f.night != nil {
			pages = wholePages(f.night.pages(m), size, image.Pt(0, size.Y-f.night.Room.Y))
		}
		if f.starry {
			starred(pages, m)
		}
	}
	root := turns(pages)
	if mover, ok := f.drawer.(mover); ok {
		if layers := mover.over(m); layers != nil {
			return &render.Stack{Bounds: pages[0].Rect.Size(), Layers: append([]render.Layer{{Widget: root}}, layers...)}
		}
	}
	return root
}
