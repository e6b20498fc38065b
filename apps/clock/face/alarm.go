// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// AlarmIcon is the name of the picture of alarms.
const AlarmIcon = "status-alarm-clock"

// ringFace shows the time while an alarm rings: as large as on the plain face, so that
// who has just woken up can read it, and whole. The picture of an alarm clock is
// beside it or above it where that costs the digits nothing; elsewhere, and where AM or PM
// takes its place, the digits turn red every other second, on panels that have a red.
type ringFace struct {
	plain *clockFace
	art   artFace
	side  int // of the picture, pixels; 0 = there is no room
	sheet *kit.Sheet
}

// newRingFace lays out the largest picture that leaves the digits as they are, of a quarter of
// the rows at least.
func newRingFace(env kit.Env) *ringFace {
	f := &ringFace{plain: newPlainFace(env, Options{}), sheet: kit.NewSheet(env, paint.Look{})}
	if env.Icons == nil {
		return f
	}
	for scale := paint.IconScale(env.Size.X, env.Size.Y); scale > 0 && 4*8*scale >= env.Size.Y; scale-- { // a smaller one would be lost
		for _, place := range []func(*artFace, *fonts.Set, Options, image.Point){(*artFace).beside, (*artFace).above} {
			art := image.Pt(8*scale, 8*scale)
			f.art = artFace{size: env.Size, time: f.plain, at: env.Size.Sub(art).Div(2), inTurn: true}
			if place(&f.art, env.Fonts, Options{}, art); f.fits() {
				f.side = art.X
				return f
			}
		}
	}
	return f
}

// fits reports whether the digits are as large as without the picture, and the picture
// keeps the margin of panels of 32 rows and more. In turn it always does.
func (f *ringFace) fits() bool {
	if f.plain.how == inTurn {
		return true
	}
	margin := f.art.size.Y / 32
	return !f.art.inTurn && f.art.time.how == f.plain.how && f.art.time.digits.Cap() == f.plain.digits.Cap() &&
		min(f.art.at.X, f.art.at.Y) >= margin
}

// step implements drawer.
func (f *ringFace) step() time.Duration { return time.Minute }

// pages implements drawer.
func (f *ringFace) pages(m *Reading) []page {
	if f.pictured(m) {
		return f.art.pages(m, func(p *page, at image.Point) {
			if f.art.inTurn { // a separate page
				f.picture().Draw(p.RGBA, at, 0)
			}
			f.halfBelow(p, m)
		})
	}
	if f.plain.how == inTurn {
		return f.plain.pages(m)
	}
	fields := m.fields(m.Local, false)
	if m.Panel.Monochrome { // red over a sunrise would be white on white
		return f.plain.pagesOf(m, fields, m.Ink)[:1]
	}
	calm, red := f.plain.pagesOf(m, fields, m.Ink)[0], f.plain.pagesOf(m, fields, alarmRed)[0]
	calm.hold, red.hold = time.Second, time.Second
	return []page{calm, red}
}

// pictured reports whether the picture shows: not in place of AM or PM, which whoever wakes up wants to know.
func (f *ringFace) pictured(m *Reading) bool {
	if f.side == 0 {
		return false
	}
	alone, _ := f.plain.half(m)
	with, _ := f.art.time.half(m)
	return alone == nowhere || with != nowhere || f.below(m) != nil
}

// below returns the letters of AM or PM below the picture, on the last row of the digits
// beside it; nil = they have no room there.
func (f *ringFace) below(m *Reading) *fonts.Face {
	if m.halfText() == "" || f.art.inTurn || f.art.time.how != below {
		return nil
	}
	for _, rows := range halfSizes {
		in := f.plain.letters(rows)
		if in.Cap() == rows && halfWide(in)+2 <= f.side && f.art.at.Y+f.side+2+rows <= f.foot() {
			return in
		}
	}
	return nil
}

// foot returns the row below the digits beside the picture.
func (f *ringFace) foot() int { return (f.art.size.Y + f.art.time.block().Y) / 2 }

// halfBelow draws AM or PM below the picture if there is room.
func (f *ringFace) halfBelow(p *page, m *Reading) {
	if in := f.below(m); in != nil {
		putHalf(p, m, in, f.art.at.X+(f.side-in.Width(m.halfText()))/2, f.foot()-in.Cap(), kit.Quiet(m.Ink))
	}
}

// over implements mover: the picture moves.
func (f *ringFace) over(m *Reading) []render.Layer {
	if !f.pictured(m) || f.art.inTurn {
		return nil
	}
	return []render.Layer{{At: f.art.at, Widget: f.picture()}}
}

func (f *ringFace) picture() render.Widget { return f.sheet.Fitted(AlarmIcon, f.side) }

// alarmRed is readable on black and on the white of a sunrise.
var alarmRed = color.RGBA{230, 0, 0, 255}
