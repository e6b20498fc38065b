// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// flipFace shows the time on cards, which turn over at the minute.
type flipFace struct {
	size   image.Point
	digits *fonts.Face
	small  *fonts.Face // of AM and PM
	cards  []image.Rectangle
	pairs  bool // a card has two digits
}

// newFlipFace chooses the arrangement in which the digits are largest: a card for hours
// and one for minutes side by side, the same one above the other, or a card for each
// digit. It returns nil where none has room.
func newFlipFace(env kit.Env, _ Options) *flipFace {
	set, size := env.Fonts, env.Size
	var best *flipFace
	for _, grid := range []image.Point{{2, 1}, {1, 2}, {4, 1}, {2, 2}, {1, 4}} {
		f := &flipFace{size: size, small: set.Letters(5), pairs: grid.X*grid.Y == 2}
		f.digits = typeset.DigitFace(set, size, func(face *fonts.Face) int {
			if f.digits = face; !f.lay(grid) {
				return 0
			}
			return grid.Y * face.Cap()
		})
		if f.digits == nil || !f.lay(grid) {
			continue
		}
		if best == nil || f.digits.Cap() > best.digits.Cap() ||
			f.digits.Cap() == best.digits.Cap() && 5*f.area() > 6*best.area() {
			best = f
		}
	}
	return best
}

// lay places cards in so many columns and rows, and reports whether they fit.
func (f *flipFace) lay(grid image.Point) bool {
	text, gap := "0", max(1, f.size.Y/32)
	if f.pairs {
		text = "00"
	}
	card := image.Pt((f.size.X-(grid.X-1)*gap)/grid.X, (f.size.Y-(grid.Y-1)*gap)/grid.Y)
	if grid.X == 4 {
		card.X = (f.size.X - 3*gap - max(gap, 2)) / 4 // more between hours and minutes
	}
	need := image.Pt(f.digits.Width(text)+2, f.digits.Cap()+2*(f.size.Y/32))
	if need.X > card.X || need.Y > card.Y {
		return false
	}
	around := f.digits.Cap()/2 - 1
	if grid.X == 1 { // nothing stands beside it
		around = f.digits.Cap() * 3 / 2
	}
	card.X = min(card.X, need.X+around)
	high := f.digits.Cap() * 7 / 4
	if grid.Y == 1 && !typeset.Fills(high, f.size.Y) {
		high = (6*f.size.Y + 9) / 10
	}
	card.Y = min(card.Y, high)
	f.cards = nil
	middle := min(max(gap, 2)-gap+f.size.X/48, f.size.X-grid.X*card.X-(grid.X-1)*gap)
	if grid.X != 4 {
		middle = 0
	}
	at := f.size.Sub(image.Pt(grid.X*card.X+(grid.X-1)*gap+middle, grid.Y*card.Y+(grid.Y-1)*gap)).Div(2)
	for y := range grid.Y {
		for x := range grid.X {
			from := at.Add(image.Pt(x*(card.X+gap)+x/2*middle, y*(card.Y+gap)))
			f.cards = append(f.cards, image.Rectangle{from, from.Add(card)})
		}
	}
	return true
}

// area returns how many pixels the cards have.
func (f *flipFace) area() (n int) {
	for _, c := range f.cards {
		n += c.Dx() * c.Dy()
	}
	return n
}

// texts returns what stands on the cards.
func (f *flipFace) texts(m *Reading, at time.Time) (all []string) {
	fields := m.fields(at, false)
	if f.pairs {
		return fields
	}
	if len(fields[0]) == 1 {
		fields[0] = " " + fields[0]
	}
	return strings.Split(fields[0]+fields[1], "")
}

// pages implements drawer.
func (f *flipFace) pages(m *Reading) []page {
	p := newPage(f.size)
	for i, text := range f.texts(m, m.Local) {
		p.picture(f.card(i, text, m), f.cards[i].Min)
	}
	return []page{p}
}

// over implements mover: the cards that turn over.
func (f *flipFace) over(m *Reading) (all []render.Layer) {
	was := *m
	was.Local = m.Local.Add(-time.Minute)
	before := f.texts(m, was.Local)
	for i, text := range f.texts(m, m.Local) {
		if text != before[i] {
			all = append(all, render.Layer{At: f.cards[i].Min, Widget: newFlap(f.card(i, before[i], &was), f.card(i, text, m))})
		}
	}
	return all
}

// Colours of the cards: of the upper half and of the lower one, which lies in its shadow.
var (
	upperCard = color.RGBA{44, 44, 50, 255}
	lowerCard = color.RGBA{30, 30, 34, 255}
)

// card returns the picture of card i with a text, with its hinge where there is room.
func (f *flipFace) card(i int, text string, m *Reading) *image.RGBA {
	size := f.cards[i].Size()
	corner := min(max(size.Y/12, 1), 3)
	upper, lower := upperCard, lowerCard
	if m.Panel.Monochrome { // the card would hide the digits
		upper, lower = color.RGBA{A: 255}, color.RGBA{A: 255}
	}
	card, hinge := roundedBy(size, upper, corner), image.Rect(0, size.Y/2, size.X, size.Y)
	draw.Draw(card, hinge, roundedBy(size, lower, corner), hinge.Min, draw.Over)
	p := page{RGBA: card}
	p.text(f.digits, (size.X-f.digits.Width(text)+1)/2, (size.Y-f.digits.Cap())/2, fonts.Span{Text: text, Color: m.Ink})
	if at, ok := f.halfAt(size); ok && i == 0 && m.twelve() {
		p.half(m, f.small, at.X, at.Y, m.Ink)
	}
	if size.Y >= 20 {
		for x := range size.X {
			card.SetRGBA(x, size.Y/2, color.RGBA{A: 255})
		}
	}
	return card
}

// halfAt returns where AM or PM stands on the first card: below its digits at the left, or
// beside them at the right; ok is false without room for it.
func (f *flipFace) halfAt(size image.Point) (at image.Point, ok bool) {
	text := "0"
	if f.pairs {
		text = "00"
	}
	low, right := (size.Y+f.digits.Cap())/2, (size.X+f.digits.Width(text)+1)/2
	switch rows, wide := f.small.Cap(), typeset.HalfColumns(f.small); {
	case low+1+rows+1 <= size.Y && wide+4 <= size.X:
		return image.Pt(2, max(low+1, size.Y-2-rows)), true
	case right+2+wide+2 <= size.X:
		return image.Pt(right+2, low-rows), true
	}
	return at, false
}
