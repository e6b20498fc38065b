// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// rimFace is the time within a ring of the seconds: of sixty points on square panels of
// 32 rows and more, on others along the edges.
type rimFace struct {
	size image.Point
	time *clockFace
	at   image.Point // of the time
	rim  rim
}

// newRimFace returns nil where no time has room within.
func newRimFace(env kit.Env, _ Options) *rimFace {
	set, size := env.Fonts, env.Size
	f := &rimFace{size: size}
	wide := max(1, side(size)/32)
	inner := size.Sub(image.Pt(2*wide+2, 2*wide+2))
	if typeset.Round(size) {
		side := side(size)
		inner = image.Pt(side*3/5, side*7/10) // two lines: their corners stay within the circle
		f.rim = round(size, side)
	} else {
		f.rim = edges(size, wide)
	}
	inner = inner.Sub(image.Pt((size.X-inner.X)%2, (size.Y-inner.Y)%2)) // with the same middle
	if f.time = newClockFace(set, inner, typeset.ClockOptions{Panel: size.Y}); !f.time.Fits() {
		return nil
	}
	f.time.Spare = 1 // a dark row to the edges
	if f.rim.even {
		f.time.Spare, f.time.Round = side(size)/8, true
	}
	f.at = size.Sub(inner).Div(2)
	return f
}

// side returns the diameter of the circle on a panel.
func side(size image.Point) int { return min(size.X, size.Y) }

// pages implements drawer.
func (f *rimFace) pages(m *Reading) []page {
	all := wholePages(f.time.pages(m), f.size, f.at.Sub(image.Pt(0, f.time.Beyond(m.twelve())/2)))
	for i := range all {
		f.rim.dark(all[i].RGBA, m)
		all[i].items = append(all[i].items, pictured(all[i].Rect))
	}
	return all
}

// over implements mover.
func (f *rimFace) over(m *Reading) []render.Layer {
	return []render.Layer{{Widget: &growing{ticking{f.size, len(f.rim.steps)}, f.rim, m.accentOr(amber)}}}
}
