// SPDX-License-Identifier: Apache-2.0

package face

import (
	"cmp"
	"image"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// iconFace shows an icon, the chosen one or the weather's with its temperature, and the time.
// Without an icon it shows the time alone.
type iconFace struct {
	artFace
	plain *clockFace
	env   kit.Env
	name  string // "" = of the weather
}

func newOwnIconFace(env kit.Env, o Options) *iconFace { return newIconFace(env, o, o.Icon) }

func newWeatherFace(env kit.Env, o Options) *iconFace { return newIconFace(env, o, "") }

func newIconFace(env kit.Env, o Options, name string) *iconFace {
	side := iconSide(env.Size)
	return &iconFace{newArtFace(env.Fonts, env.Size, o, image.Pt(side, side)), newPlainFace(env, o), env, name}
}

// icon returns the icon to show, or nil.
func (f *iconFace) icon(m *Reading) *icons.Icon {
	return iconOf(f.env.Icons, cmp.Or(f.name, m.Weather.Icon), iconSide(f.env.Size))
}

// iconOf returns the icon of that name in a box with that side; nil if no icon has that name.
func iconOf(source paint.IconSource, name string, side int) *icons.Icon {
	ref, err := icons.Parse(name)
	if source == nil || err != nil || ref.IsZero() {
		return nil
	}
	return source.Icon(ref).In(side)
}

// iconSide returns the side of a picture beside the time: smaller than on other pages,
// since a clock is for the time.
func iconSide(size image.Point) int { return min(typeset.Icon(size), 24, max(16, size.Y*7/16/8*8)) }

// step implements stepper.
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
			return
		}
		face, to, art := f.degrees(m)
		p.items = append(p.items, pictured(image.Rectangle{art, art.Add(icon.Frames[0].Image.Rect.Size())}))
		if face != nil {
			p.text(face, to.X, to.Y, fonts.Span{Text: m.Weather.Text, Color: skyInk})
			p.as(typeset.Label)
		}
	})
}

// degrees returns where the temperature stands, in which letters, and where the picture then
// does: above it where the time is at their right, at its left where the time is below. The letters
// are nil beside a chosen icon, without weather, and where there is no room.
func (f *iconFace) degrees(m *Reading) (face *fonts.Face, at, picture image.Point) {
	side := image.Pt(iconSide(f.env.Size), iconSide(f.env.Size))
	picture = f.artAt(m)
	if f.name != "" || m.Weather.Text == "" || f.inTurn {
		return nil, at, picture
	}
	beside := f.timeAt.X > 0
	for _, rows := range []int{10, 7, 5} {
		face, gap := f.env.Fonts.Letters(rows), max(2, side.Y/8)
		wide := image.Pt(face.Width(m.Weather.Text), rows)
		switch {
		case rows > side.Y/2:
		case beside && face.Width("-00°") <= side.X && side.Y+2+rows+2 <= f.size.Y:
			picture.Y -= (2 + rows) / 2
			return face, picture.Add(image.Pt((side.X-wide.X)/2, side.Y+2)), picture
		case !beside && side.X+gap+wide.X <= f.size.X-2:
			picture.X = (f.size.X - side.X - gap - wide.X) / 2
			return face, picture.Add(image.Pt(side.X+gap, (side.Y-rows)/2)), picture
		}
	}
	return nil, at, picture
}

// over implements mover.
func (f *iconFace) over(m *Reading) []render.Layer {
	icon := f.icon(m)
	if icon == nil || f.inTurn {
		return nil
	}
	_, _, at := f.degrees(m)
	return []render.Layer{{At: at, Widget: paint.Icon(icon)}}
}
