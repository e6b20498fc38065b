// SPDX-License-Identifier: Apache-2.0

package main

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/enlarge"
)

// A sheet is a contact sheet: a row for each thing, at every size.
type sheet struct {
	file string
	rows []row
}

// A row is what panels show at an instant.
type row struct {
	name string
	make func(p *paint.Painter) render.Widget
	at   time.Duration
}

// sheets returns all sheets.
func sheets() []sheet {
	return []sheet{
		{"apps.png", append(appRows(), rows("text ", texts())...)},
		{"effects.png", slices.Concat(rows("", backgrounds()), rows("", overlays()))},
		{"transitions.png", rows("to ", transitions())},
	}
}

// rows returns a row for each film, with prefix before its name.
func rows(prefix string, films []film) (all []row) {
	for _, m := range films {
		all = append(all, row{prefix + m.name, m.make, m.still})
	}
	return all
}

// draw returns what the panel of p shows.
func (r row) draw(p *paint.Painter) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: p.Size})
	render.Clear(m)
	r.make(p).Draw(m, image.Point{}, r.at)
	return m
}

// sheetSizes are the sizes of panels on a sheet, the largest first.
var sheetSizes = []image.Point{large, small, {32, 8}, {16, 16}, {8, 8}}

// Layout of a sheet, in pixels of the picture.
const (
	sheetScale   = 4 // for one pixel of a panel
	sheetColumns = 3
	sheetGap     = 8
	sheetLabel   = 190 // width
)

var (
	sheetPaper = color.RGBA{0x26, 0x26, 0x2c, 0xff}
	sheetInk   = color.RGBA{0xc8, 0xd4, 0xe0, 0xff}
)

// draw arranges the rows in columns, each with its name in front.
func (s sheet) draw(p panels) *image.RGBA {
	wide, high := sheetLabel, 0
	for _, size := range sheetSizes {
		wide += size.X*sheetScale + sheetGap
		high = max(high, size.Y*sheetScale+sheetGap)
	}
	column := (len(s.rows) + sheetColumns - 1) / sheetColumns
	m := image.NewRGBA(image.Rect(0, 0, sheetColumns*(wide+sheetGap)+sheetGap, column*high+sheetGap))
	draw.Draw(m, m.Rect, image.NewUniform(sheetPaper), image.Point{}, draw.Src)
	for i, r := range s.rows {
		at := image.Pt(sheetGap+i/column*(wide+sheetGap), sheetGap+i%column*high)
		label := p[large].Fonts.Normal.Scale(2).Line([]fonts.Span{{Text: r.name, Color: sheetInk}}).Image
		draw.Draw(m, label.Rect.Add(at), label, image.Point{}, draw.Over)
		at.X += sheetLabel
		for _, size := range sheetSizes {
			panel := enlarge.Squares(r.draw(p[size]), sheetScale)
			draw.Draw(m, panel.Rect.Add(at), panel, image.Point{}, draw.Src)
			at.X += panel.Rect.Dx() + sheetGap
		}
	}
	return m
}
