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
// below it where one line is as large as two; beside it or above it where that costs the digits nothing; and
// where they are two lines at the right of the upper one, over AM or PM. Elsewhere, and where AM or PM takes its place,
// the digits turn red every other second, on panels that have a red.
type ringFace struct {
	plain *clockFace
	art   artFace
	side  int         // of the picture beside one line, pixels; 0 = there is no room
	most  int         // of any picture
	under bool        // the picture of that size stands below the line
	size  image.Point // of the panel
	sheet *kit.Sheet
}

// newRingFace lays out the largest picture that leaves the digits as they are.
func newRingFace(env kit.Env) *ringFace {
	f := &ringFace{plain: newPlainFace(env, Options{}), sheet: kit.NewSheet(env, paint.Look{}), size: env.Size}
	if env.Icons == nil {
		return f
	}
	f.most = 8 * paint.IconScale(env.Size.X, env.Size.Y)
	if line := newLine(env, f.plain); line != nil && line.Digits.Cap() >= f.plain.Digits.Cap() {
		f.plain, f.under = line, true
		f.most = min(f.most, (env.Size.Y-line.Room.Y)/8*8)
		return f
	}
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

// even moves the picture and the time beside it so that what is lit of them is in the middle of the columns, and of the
// picture in the middle of the rows.
func (f *ringFace) even() {
	if f.art.timeAt.X == 0 {
		return
	}
	ink := f.shape(f.side).Add(f.art.at)
	by := image.Pt((f.art.size.X-ink.Min.X-f.art.timeAt.X-f.art.time.Room.X)/2, 0)
	f.art.at.Y += (f.art.size.Y - ink.Min.Y - ink.Max.Y) / 2
	f.art.at, f.art.timeAt = f.art.at.Add(by), f.art.timeAt.Add(by)
}

// sides yields the sides of pictures, the largest first: less than a quarter of the rows would be lost.
func (f *ringFace) sides() iter.Seq[int] {
	return func(yield func(int) bool) {
		for side := f.most; side > 0 && 4*side >= f.plain.Room.Y && yield(side); side -= 8 {
		}
	}
}

// fits reports whether the digits are as large as without the picture, in one line, and the picture
// keeps the margin of panels of 32 rows and more. In turn it always does.
func (f *ringFace) fits() bool {
	if f.plain.How == typeset.InTurn {
		return true
	}
	margin := f.art.size.Y / 32
	return f.plain.How != typeset.Lines && !f.art.inTurn && f.art.time.How == f.plain.How &&
		f.art.time.Digits.Cap() == f.plain.Digits.Cap() &&
		min(f.art.at.X, f.art.at.Y) >= margin
}

// pages implements drawer.
func (f *ringFace) pages(m *Reading) []page {
	if f.under {
		line, up, _, _ := f.poster(m)
		return wholePages(line, f.size, image.Pt(0, -up))
	}
	if f.edged(m) {
		return f.glowing(m)
	}
	if f.pictured(m) {
		return f.art.pages(m, func(p *page, at image.Point) {
			if f.art.inTurn { // a separate page
				f.picture(f.side).Draw(p.RGBA, at, 0)
			}
		})
	}
	if f.plain.How == typeset.InTurn {
		return f.plain.pages(m)
	}
	if side, _, left := f.corner(m); side > 0 {
		return wholePages(f.plain.pages(m), f.plain.Room, image.Pt(-left, 0))
	}
	fields := m.fields(m.Local, false)
	if m.Panel.Monochrome { // red over a sunrise would be white on white
		return f.plain.pagesOf(m, fields, m.Ink)[:1]
	}
	ink := alarmRed
	switch {
	case m.dawn:
		ink = dawnGold
	case m.lit():
		ink = lightRed
	}
	calm, red := f.plain.pagesOf(m, fields, m.Ink)[0], f.plain.pagesOf(m, fields, ink)[0]
	calm.hold, red.hold = time.Second, time.Second
	return []page{calm, red}
}

// poster returns the pages of the line, how many rows higher they stand for the picture below them, and where that is
// and its side: what is lit of both together is in the middle of the rows.
func (f *ringFace) poster(m *Reading) (line []page, up int, at image.Point, side int) {
	line = f.plain.pages(m)
	at.X = (f.size.X - f.most) / 2
	if m.dawn && !m.twelve() { // beside the sun
		at.X = (f.size.X - f.most) * 4 / 5
	}
	var text image.Rectangle
	for _, i := range line[0].items {
		if i.Role == typeset.Digits || i.Ink.Min.X < at.X+f.most { // AM or PM may stand at the right of the picture
			text = text.Union(i.Ink)
		}
	}
	for side = f.most; ; side -= 8 {
		ink := f.shape(side)
		if rows := text.Dy() + f.size.Y/16 + ink.Dy(); typeset.Holds(f.size, image.Pt(side, rows+2)) || side <= 8 {
			top := (f.size.Y - rows) / 2
			at = at.Add(image.Pt((f.most-side)/2, top+rows-ink.Max.Y))
			return line, text.Min.Y - top, at, side
		}
	}
}

// edged reports whether the digits reach the edge of a panel that a sunrise lights: black ones would be one with the
// dark frame there, and LEDs beside them outshine their narrow strokes. They are white on a ground that glows, and the
// light is beside them. LEDs that are only on or off have black ones all the same.
func (f *ringFace) edged(m *Reading) bool {
	return m.lit() && !m.Panel.Monochrome && f.plain.Digits.Cap()+2 > f.plain.Room.Y
}

// glows are what is behind white digits in a light, a second each: white on the first has a contrast of 8:1.
var glows = [...]color.RGBA{{132, 60, 0, 255}, {60, 26, 0, 255}}

// glowing returns white digits before glows, beside the picture, which has a black ground as AM and PM do.
func (f *ringFace) glowing(m *Reading) []page {
	on := *m
	on.Ink, on.dawn = color.RGBA{255, 255, 255, 255}, false
	all, box := f.plain.pages(&on), image.Rectangle{}
	if f.pictured(&on) {
		all, box = f.pages(&on), image.Rectangle{Max: image.Pt(f.side, f.side)}.Add(f.art.artAt(&on)).Inset(-1)
	}
	if len(all) == 1 {
		all[0].hold = time.Second
		all = append(all, all[0])
	}
	for i := range all {
		all[i].darken(glows[i%len(glows)], box)
	}
	return all
}

// pictured reports whether the picture shows beside one line: not in place of AM or PM, which whoever wakes up wants
// to know.
func (f *ringFace) pictured(m *Reading) bool {
	if f.side == 0 {
		return false
	}
	alone, _ := f.plain.Half(m.twelve())
	with, _ := f.art.time.Half(m.twelve())
	return alone == typeset.Nowhere || with != typeset.Nowhere
}

// corner returns the side of the picture at the right of two lines, over AM or PM, where it is, and how many columns
// to the left the lines are for it: without AM or PM they move for one that is half as large again; 0 = it has no room.
func (f *ringFace) corner(m *Reading) (side int, at image.Point, left int) {
	if f.plain.How != typeset.Lines {
		return 0, at, 0
	}
	var digits, room image.Rectangle
	for _, i := range f.plain.pages(m)[0].items {
		if i.Role == typeset.Digits {
			digits = digits.Union(i.Body)
			room = image.Rect(digits.Max.X, digits.Min.Y, f.plain.Room.X, digits.Max.Y)
		}
	}
	where, in := f.plain.Half(m.twelve())
	if where == typeset.AtRight {
		room.Max.Y -= in.Cap() + 2
	}
	for _, moves := range []bool{false, true} {
		if moves && side > 0 && where == typeset.AtRight { // the lines are in the middle with AM or PM
			break
		}
		for wide := range f.sides() {
			place, by := room.Min.Add(room.Size().Sub(image.Pt(wide, wide)).Div(2)), 0
			if room.Dx() < wide+2 { // then what is lit of both is in the middle
				by = (digits.Min.X + digits.Max.X + 2 + f.shape(wide).Max.X - f.plain.Room.X) / 2
				place.X = digits.Max.X - by + 2
			}
			if 2*wide >= 3*side && wide <= room.Dy() && digits.Min.X > by && (by == 0 || moves) {
				side, at, left = wide, place, by
				break
			}
		}
	}
	return side, at, left
}

// over implements mover: the picture moves.
func (f *ringFace) over(m *Reading) []render.Layer {
	if f.under {
		_, _, at, side := f.poster(m)
		return []render.Layer{{At: at, Widget: f.picture(side)}}
	}
	if side, at, _ := f.corner(m); side > 0 {
		return []render.Layer{{At: at, Widget: f.picture(side)}}
	}
	if !f.pictured(m) || f.art.inTurn {
		return nil
	}
	return []render.Layer{{At: f.art.artAt(m), Widget: f.picture(f.side)}}
}

func (f *ringFace) picture(side int) render.Widget { return f.sheet.Fitted(AlarmIcon, side) }

// shape returns where a picture of that side is lit at first.
func (f *ringFace) shape(side int) image.Rectangle {
	m := image.NewRGBA(image.Rect(0, 0, side, side))
	f.picture(side).Draw(m, image.Point{}, 0)
	return typeset.Ink(m)
}

// The red of digits is readable on black, the darker one before the light of a sunrise, and gold before one over a land.
var alarmRed, lightRed, dawnGold = color.RGBA{230, 0, 0, 255}, color.RGBA{150, 0, 0, 255}, color.RGBA{255, 214, 90, 255}
