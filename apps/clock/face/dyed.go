// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
)

// dyedFace is the time alone, with its digits drawn in another way.
type dyedFace struct {
	*clockFace
	own bool // the widget has its own colour
	dye func(f *dyedFace, p *image.RGBA, m *Reading)
}

func newGradientFace(env kit.Env, o Options) *dyedFace {
	return &dyedFace{newPlainFace(env, o), o.OwnInk, (*dyedFace).gradient}
}

func newOutlineFace(env kit.Env, o Options) *dyedFace {
	return &dyedFace{newPlainFace(env, o), o.OwnInk, (*dyedFace).outline}
}

// pages implements drawer.
func (f *dyedFace) pages(m *Reading) []page {
	all := f.clockFace.pages(m)
	for i := range all {
		f.dye(f, all[i].RGBA, m)
	}
	return all
}

// dusk is the gradient of digits without their own colours, from above.
var dusk = []color.RGBA{{255, 214, 90, 255}, {255, 96, 72, 255}, {190, 50, 200, 255}}

// halfLight is the least light of AM and PM, as a share of the light of the digits; the colon
// that is off has less.
const halfLight = 0.45

// gradient colours the digits from above: from the widget's colour to its second one.
func (f *dyedFace) gradient(p *image.RGBA, m *Reading) {
	stops := dusk
	if f.own || m.Accent.A != 0 {
		stops = []color.RGBA{m.Ink, m.accentOr(amber)}
	}
	box := typeset.Ink(p)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		at := float64(y-box.Min.Y) / float64(max(1, box.Dy()-1)) * float64(len(stops)-1)
		c := m.Sky.Over(blend(stops, at), at/float64(len(stops)-1))
		for x := box.Min.X; x < box.Max.X; x++ {
			if old := p.RGBAAt(x, y); old.A != 0 {
				light := float64(max(old.R, old.G, old.B)) / float64(max(m.Ink.R, m.Ink.G, m.Ink.B, 1))
				if light >= halfLight && light < 1 {
					p.SetRGBA(x, y, kit.Quiet(c))
					continue
				}
				p.SetRGBA(x, y, mixed(color.RGBA{A: 255}, c, min(light, 1)))
			}
		}
	}
}

// outline leaves the inside of digits dark but for a glow; thin ones keep theirs.
func (f *dyedFace) outline(p *image.RGBA, m *Reading) {
	if f.Digits.Cap() < outlined {
		return
	}
	var inside []image.Point
	box := typeset.Ink(p)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if surrounded(p, x, y) {
				inside = append(inside, image.Pt(x, y))
			}
		}
	}
	glow := m.dimmed(m.accentOr(m.Ink), 6)
	for _, at := range inside {
		p.SetRGBA(at.X, at.Y, glow)
	}
}

// outlined is the least height of digits whose lines have an inside.
const outlined = 16

// surrounded reports whether a pixel and its four neighbours are lit.
func surrounded(p *image.RGBA, x, y int) bool {
	for _, at := range [...]image.Point{{x, y}, {x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}} {
		if p.RGBAAt(at.X, at.Y).A == 0 {
			return false
		}
	}
	return true
}
