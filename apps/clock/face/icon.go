// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// iconFace shows an icon, the chosen one or the weather's, and the time.
// Without an icon it shows the time alone.
type iconFace struct {
	artFace
	plain *clockFace
	env   kit.Env
	name  string // "" = of the weather
}

func newIconFace(env kit.Env, o Options) *iconFace {
	side := iconSide(env.Size)
	f := &iconFace{newArtFace(env.Fonts, env.Size, o, image.Pt(side, side)), newClockFace(env.Fonts, env.Size, o).halved(env.Fonts), env, ""}
	if o.Name == "icon" {
		f.name = o.Icon
	}
	return f
}

// icon returns the icon to show, or nil.
func (f *iconFace) icon(m *Reading) *icons.Icon {
	name := f.name
	if name == "" {
		name = m.Weather.Icon
	}
	ref, err := icons.Parse(name)
	if f.env.Icons == nil || err != nil || ref.IsZero() {
		return nil
	}
	return f.env.Icons.Icon(ref).In(iconSide(f.env.Size))
}

// iconSide returns the side of a picture beside the time: smaller than on other pages,
// since a clock is for the time.
func iconSide(size image.Point) int {
	side := 8 * paint.IconScale(size.X, size.Y)
	if size.Y >= 56 {
		return min(side, 24)
	}
	return min(side, 16)
}

// step implements drawer.
func (f *iconFace) step() time.Duration { return f.plain.step() }

// pages implements drawer. An animated icon does not move where it takes turns with the
// time.
func (f *iconFace) pages(m *Reading) []page {
	icon := f.icon(m)
	if icon == nil {
		return f.plain.pages(m)
	}
	return f.artFace.pages(m, func(p *page, at image.Point) {
		if f.inTurn {
			p.picture(icon.Frames[0].Image, at)
		}
	})
}

// over implements mover.
func (f *iconFace) over(m *Reading) []render.Layer {
	icon := f.icon(m)
	if icon == nil || f.inTurn {
		return nil
	}
	return []render.Layer{{At: f.artAt(m), Widget: paint.Icon(icon)}}
}
