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
	square := p.plan.tall() && !p.plan.beside
	if square && p.c.clock.Hours == 12 { // AM and PM have room beside digits of 16 rows, whatever stands below
		p.plan.digits, p.plan.time.Y = 16, p.plan.time.Y+1
	}
	foot := p.plan.tall() && p.plan.beside && p.plan.size.Y >= 64 && p.c.clock.Hours == 12 && !p.alone()
	if foot { // they stand below smaller digits
		p.plan.digits, p.plan.time.Y = 20, 1
	}
	digits, ink := p.Env.Fonts.Digits(p.plan.digits), kit.InkOf(p.Look, p.c.clock.Color)
	hours, minutes := "--", "--"
	if p.c.known {
		hours, minutes = p.c.now.Format(p.c.local.Clock()[:len(p.c.local.Clock())-3]), p.c.now.Format("04")
	}
	whole, at := digits.Width("00:00"), p.plan.time
	if p.alone() || square {
		at.X = (p.plan.size.X - whole) / 2
		at.X -= p.half(at, whole, digits.Cap())
	}
	if foot && p.c.known {
		letters := p.Env.Fonts.Letters(7)
		p.putHalf(letters, at.Add(image.Pt(whole-letters.Width(p.c.now.Format("PM")), digits.Cap()+3)))
	}
	left := whole - digits.Width(hours+":"+minutes)
	var pictures []*image.RGBA
	for _, colon := range []color.RGBA{ink, p.Env.Dimmed(ink, 3)} {
		line := digits.Line(
			[]fonts.Span{{Text: hours, Color: ink}, {Text: ":", Color: colon}, {Text: minutes, Color: ink}}).Image
		m := image.NewRGBA(image.Rect(0, 0, whole, digits.Cap()))
		for y := range m.Rect.Dy() {
			for x := range line.Rect.Dx() {
				m.SetRGBA(left+x, y, line.RGBAAt(line.Rect.Min.X+x, line.Rect.Min.Y+y+digits.Ascent()-digits.Cap()))
			}
		}
		pictures = append(pictures, m)
	}
	p.on.Put(typeset.Digits, render.NewAnimation(pictures, []time.Duration{time.Second, time.Second}, 0), at)
}

// alone reports whether nothing stands beside the time.
func (p *page) alone() bool { return p.day() == "" && p.c.corner == (kit.Brief{}) }

// half draws AM or PM beside digits of that place, width and height, as the faces of the clock
// do, in the largest letters that have room; it returns how many columns to the left the digits
// have to be for it.
func (p *page) half(at image.Point, whole, high int) (left int) {
	if p.c.clock.Hours != 12 || !p.c.known {
		return 0
	}
	apart := high/7 + 1
	for _, rows := range []int{10, 7, 5} {
		letters := p.Env.Fonts.Letters(rows)
		wide := max(letters.Width("AM"), letters.Width("PM"))
		if letters.Cap() != rows || 2*rows > high+3 || whole+apart+wide > p.plan.size.X-2 {
			continue
		}
		left = (apart + wide) / 2
		p.putHalf(letters, image.Pt(at.X+whole-left+apart, at.Y+high-rows))
		return left
	}
	return 0
}

// putHalf draws AM or PM with its upper left corner at a place, dimmer than the digits.
func (p *page) putHalf(letters *fonts.Face, at image.Point) {
	ink := kit.InkOf(p.Look, p.c.clock.Color)
	line := letters.Line([]fonts.Span{{Text: p.c.now.Format("PM"), Color: kit.Quiet(ink)}}).Image
	m := image.NewRGBA(image.Rect(0, 0, line.Rect.Dx(), letters.Cap()))
	draw.Draw(m, m.Rect, line, line.Rect.Min.Add(image.Pt(0, letters.Ascent()-letters.Cap())), draw.Src)
	p.on.Put(typeset.Note, &render.Still{Image: m}, at)
}
