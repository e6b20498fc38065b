// SPDX-License-Identifier: Apache-2.0

package board

import (
	"image"
	"image/color"
	"image/draw"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// time draws the time, with a colon that pulses. The last digit keeps its place.
func (p *page) time() {
	rows, at, foot := p.plan.digits, p.plan.time, false
	if p.c.clock.Hours == 12 && !(p.plan.beside && p.alone()) {
		foot = rows != p.plan.halved && p.plan.beside // AM and PM stand below smaller digits
		rows, at.Y = p.plan.halved, at.Y+p.plan.down
	}
	digits, ink := p.Env.Fonts.Digits(rows), kit.InkOf(p.Look, p.c.clock.Color)
	hours, minutes := "--", "--"
	if p.c.known {
		hours, minutes = p.c.now.Format(p.c.local.Clock()[:len(p.c.local.Clock())-3]), p.c.now.Format("04")
	}
	whole := digits.Width("00:00")
	if p.alone() || !p.plan.beside {
		at.X = (p.Env.Size.X - whole) / 2
		at.X -= p.half(at, digits, whole)
	}
	if foot && p.c.known {
		letters := p.Env.Fonts.Letters(7)
		p.putHalf(letters, at.Add(image.Pt(whole-letters.Width(p.c.now.Format("PM")), digits.Cap()+3)))
	}
	left := whole - digits.Width(hours+":"+minutes)
	var pictures []*image.RGBA
	for _, colon := range []color.RGBA{ink, p.Env.Dimmed(ink, 3)} {
		pictures = append(pictures, capitals(digits, left,
			fonts.Span{Text: hours, Color: ink}, fonts.Span{Text: ":", Color: colon}, fonts.Span{Text: minutes, Color: ink}))
	}
	p.on.Put(typeset.Digits, render.NewAnimation(pictures, []time.Duration{time.Second, time.Second}, 0), at)
}

// capitals returns the rows of capitals of a line, behind so many dark columns.
func capitals(face *fonts.Face, left int, spans ...fonts.Span) *image.RGBA {
	line := face.Line(spans).Image
	m := image.NewRGBA(image.Rect(0, 0, left+line.Rect.Dx(), face.Cap()))
	draw.Draw(m, m.Rect.Add(image.Pt(left, 0)), line, line.Rect.Min.Add(image.Pt(0, face.Ascent()-face.Cap())), draw.Src)
	return m
}

// alone reports whether nothing stands beside the time.
func (p *page) alone() bool { return p.day() == "" && p.c.corner == (kit.Brief{}) }

// half draws AM or PM beside digits of that place and width, where it has room; it returns how many columns to the left
// the digits have to be for it.
func (p *page) half(at image.Point, digits *fonts.Face, whole int) (left int) {
	clock := typeset.Clock{Room: p.Env.Size, Digits: digits, Letters: p.Env.Fonts.Letters}
	where, letters := clock.Half(p.c.clock.Hours == 12 && p.c.known)
	if where != typeset.AtRight {
		return 0
	}
	left = (clock.Apart() + typeset.HalfColumns(letters)) / 2
	p.putHalf(letters, at.Add(image.Pt(whole-left+clock.Apart(), digits.Cap()-letters.Cap())))
	return left
}

// putHalf draws AM or PM with its upper left corner at a place, dimmer than the digits.
func (p *page) putHalf(letters *fonts.Face, at image.Point) {
	ink := kit.InkOf(p.Look, p.c.clock.Color)
	p.on.Put(typeset.Note, &render.Still{Image: capitals(letters, 0, fonts.Span{Text: p.c.now.Format("PM"), Color: kit.Quiet(ink)})}, at)
}
