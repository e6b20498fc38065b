// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"iter"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// AlarmIcon is the name of the picture of alarms.
const AlarmIcon = "status-alarm-clock"

// ringFace shows the time while an alarm rings: as large as on the plain face, so that
// who has just woken up can read it, and whole. The picture of an alarm clock stands
// beside it or above it where that costs the digits nothing, and where they are two lines at the right of the upper
// one, over AM or PM; elsewhere, and where AM or PM takes its place, the digits turn red every other second, on panels
// that have a red.
type ringFace struct {
	plain *clockFace
	art   artFace
	side  int // of the picture beside one line, pixels; 0 = there is no room
	most  int // of any picture
	sheet *kit.Sheet
}

// newRingFace lays out the largest picture that leaves the digits as they are.
func newRingFace(env kit.Env) *ringFace {
	f := &ringFace{plain: newPlainFace(env, Options{}), sheet: kit.NewSheet(env, paint.Look{})}
	if env.Icons == nil {
		return f
	}
	f.most = 8 * paint.IconScale(env.Size.X, env.Size.Y)
	for side := range f.sides() {
		for _, place := range []func(*artFace, *fonts.Set, Options, image.Point){(*artFace).beside, (*artFace).above} {
			art := image.Pt(side, side)
			f.art = artFace{size: env.Size, time: f.plain, at: env.Size.Sub(art).Div(2), inTurn: true}
			if place(&f.art, env.Fonts, Options{}, art); f.fits() {
				f.side = side
				f.even()
				return f
			}
		}
	}
	return f
}

// even moves the picture and the time beside it so that what is lit of them is in the middle of the columns.
func (f *ringFace) even() {
	if f.art.timeAt.X == 0 {
		return
	}
	w := f.picture(f.side)
	m := image.NewRGBA(image.Rectangle{Max: w.Size()})
	w.Draw(m, image.Point{}, 0)
	left, right := f.art.at.X+typeset.Ink(m).Min.X, f.art.timeAt.X+f.art.time.size.X
	by := image.Pt((f.art.size.X-left-right)/2, 0)
	f.art.at, f.art.timeAt = f.art.at.Add(by), f.art.timeAt.Add(by)
}

// sides yields the sides of pictures, the largest first: less than a quarter of the rows would be lost.
func (f *ringFace) sides() iter.Seq[int] {
	return func(yield func(int) bool) {
		for side := f.most; side > 0 && 4*side >= f.plain.size.Y && yield(side); side -= 8 {
		}
	}
}

// fits reports whether the digits are as large as without the picture, in one line, and the picture
// keeps the margin of panels of 32 rows and more. In turn it always does.
func (f *ringFace) fits() bool {
	if f.plain.how == inTurn {
		return true
	}
	margin := f.art.size.Y / 32
	return f.plain.how != below && !f.art.inTurn && f.art.time.how == f.plain.how &&
		f.art.time.digits.Cap() == f.plain.digits.Cap() &&
		min(f.art.at.X, f.art.at.Y) >= margin
}

// step implements drawer.
func (f *ringFace) step() time.Duration { return time.Minute }

// pages implements drawer.
func (f *ringFace) pages(m *Reading) []page {
	m = f.edged(m)
	if f.pictured(m) {
		return f.art.pages(m, func(p *page, at image.Point) {
			if f.art.inTurn { // a separate page
				f.picture(f.side).Draw(p.RGBA, at, 0)
			}
		})
	}
	if f.plain.how == inTurn {
		return f.plain.pages(m)
	}
	if side, _, left := f.corner(m); side > 0 {
		return wholePages(f.plain.pages(m), f.plain.size, image.Pt(-left, 0))
	}
	fields := m.fields(m.Local, false)
	if m.Panel.Monochrome { // red over a sunrise would be white on white
		return f.plain.pagesOf(m, fields, m.Ink)[:1]
	}
	calm, red := f.plain.pagesOf(m, fields, m.Ink)[0], f.plain.pagesOf(m, fields, alarmRed)[0]
	calm.hold, red.hold = time.Second, time.Second
	return []page{calm, red}
}

// edged returns m with an ink for digits that reach the edge of a panel that a sunrise lights: black ones would be one
// with the dark frame there. LEDs that are only on or off have black ones all the same.
func (f *ringFace) edged(m *Reading) *Reading {
	if m.Ink != (color.RGBA{A: 255}) || m.Panel.Monochrome || f.plain.digits.Cap()+2 <= f.plain.size.Y {
		return m
	}
	on := *m
	on.Ink = edgeInk
	return &on
}

// pictured reports whether the picture shows beside one line: not in place of AM or PM, which whoever wakes up wants
// to know.
func (f *ringFace) pictured(m *Reading) bool {
	if f.side == 0 {
		return false
	}
	alone, _ := f.plain.half(m)
	with, _ := f.art.time.half(m)
	return alone == nowhere || with != nowhere
}

// corner returns the side of the picture at the right of two lines, over AM or PM, where it is, and how many columns
// to the left the lines are for it; 0 = it has no room.
func (f *ringFace) corner(m *Reading) (side int, at image.Point, left int) {
	if f.plain.how != below {
		return 0, at, 0
	}
	var digits, room image.Rectangle
	for _, i := range f.plain.pages(m)[0].items {
		if i.Role == typeset.Digits {
			digits = digits.Union(i.Body)
			room = image.Rect(digits.Max.X, digits.Min.Y, f.plain.size.X, digits.Max.Y)
		}
	}
	if where, in := f.plain.half(m); where == atRight {
		room.Max.Y -= in.Cap() + 2
	}
	for _, moves := range []bool{false, true} { // a smaller one before the lines move
		for side := range f.sides() {
			at, left = room.Min.Add(room.Size().Sub(image.Pt(side, side)).Div(2)), 0
			if room.Dx() < side+2 { // then both are in the middle
				left = digits.Min.X - (f.plain.size.X-digits.Dx()-2-side)/2
				at.X = digits.Max.X - left + 2
			}
			if side <= room.Dy() && digits.Min.X > left && (left == 0 || moves) {
				return side, at, left
			}
		}
	}
	return 0, at, 0
}

// over implements mover: the picture moves.
func (f *ringFace) over(m *Reading) []render.Layer {
	if side, at, _ := f.corner(m); side > 0 {
		return []render.Layer{{At: at, Widget: f.picture(side)}}
	}
	if !f.pictured(m) || f.art.inTurn {
		return nil
	}
	return []render.Layer{{At: f.art.artAt(m), Widget: f.picture(f.side)}}
}

func (f *ringFace) picture(side int) render.Widget { return f.sheet.Fitted(AlarmIcon, side) }

// edgeInk is lit, and as dark on white as a colour can be.
var edgeInk = color.RGBA{0, 0, 190, 255}

// alarmRed is readable on black and on the white of a sunrise.
var alarmRed = color.RGBA{230, 0, 0, 255}
