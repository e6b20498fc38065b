// SPDX-License-Identifier: Apache-2.0

package data

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// graph returns the page of a text above its chart, or of a chart alone; nil where they have no room on one page.
func (d *datum) graph(p *paint.Painter) render.Widget {
	sheet := kit.NewSheet(kit.Env{Size: p.Size, Fonts: p.Fonts, Icons: p.Icons}, p.Look)
	page, frames := sheet.Grid.NewPage(), d.frames
	if sheet.Low() || sheet.Grid.Narrow() && len(frames) > 1 {
		return nil
	}
	last := frames[len(frames)-1]
	chart := image.Rectangle{Max: p.Size}
	if len(frames) > 1 {
		chart.Min.Y = p.Size.Y * 9 / 16
		chart.Min.Y = chart.Max.Y - typeset.ChartRows(chart)
		head := sheet.Grid.Inner()
		head.Max.Y = chart.Min.Y - 1
		if side := min(head.Dy(), (p.Size.X-32)/2, 24) / 8 * 8; side > 0 && !d.icon.IsZero() { // 32 columns are for the text
			icon, at := sheet.Fitted(d.cfg.Icon, side), image.Pt(1, head.Min.Y+(head.Dy()-side)/2)
			if head.Dy() >= side+16 && sheet.Grid.Above() { // above it, with all columns for the text
				at = image.Pt((p.Size.X-side)/2, 1)
				head.Min.Y += side + 2
			} else {
				head.Min.X += side + 2
			}
			page.Put(typeset.Picture, icon, at)
		}
		sheet.Grid.Column(page, head, typeset.Middle, d.headline(sheet, p, &frames[0], head.Dy()))
		if text := page.Items[len(page.Items)-1].Body; head.Min.X == 1 && len(page.Items) > 1 {
			// a third of the free rows is above the picture
			page.Move(0, (head.Dy()-text.Dy())/3)
			page.Move(1, (head.Dy()-text.Dy())/6)
		}
	}
	page.Put(typeset.Chart, &render.Still{Image: d.plotted(sheet, &last, chart.Size())}, chart.Min)
	return page
}

// headline returns the text above a chart.
func (d *datum) headline(s *kit.Sheet, p *paint.Painter, f *note.Frame, rows int) typeset.Line {
	ink := f.Color.Or(p.Look.WithDefaults().TextColor.Opaque())
	var spans []fonts.Span
	for _, t := range f.Text {
		spans = append(spans, fonts.Span{Text: t.Text, Color: ink})
	}
	return typeset.Line{Role: s.Grid.RoleOf(fonts.Plain(spans), false), Spans: spans, Widest: p.Widest, Most: rows}
}

// plotted draws a chart, and at its right the values at its top and bottom where there is
// room for both.
func (d *datum) plotted(s *kit.Sheet, f *note.Frame, size image.Point) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: size})
	if size.Y >= 2*s.Fonts.Small.Cap()+3 && !s.Grid.Narrow() {
		wide := 0
		for i, v := range []float64{f.Scale.High, f.Scale.Low} {
			line := kit.Inked(s.Fonts.Small.Line(kit.Text(d.local.Number(compact(v)), kit.PaleInk)).Image)
			at := image.Pt(size.X-1-line.Rect.Dx(), i*(size.Y-1-line.Rect.Dy()))
			draw.Draw(m, line.Rect.Add(at), line, image.Point{}, draw.Src)
			wide = max(wide, line.Rect.Dx())
		}
		size.X -= wide + 3
	}
	plot := render.Plot{Columns: f.Chart, Low: f.Scale.Low, High: f.Scale.High, Ink: func(v float64) color.RGBA {
		return note.ColorAt(f.Levels, v).Or(f.Color.Opaque())
	}}
	plot.Chart(size).Draw(m, image.Point{}, 0)
	return m
}

// compact formats a number in about four characters.
func compact(v float64) string {
	for _, unit := range []struct {
		from, per float64
		sign      string
	}{{1e9, 1e9, "G"}, {1e6, 1e6, "M"}, {1e4, 1e3, "k"}} {
		if math.Abs(v) >= unit.from {
			return short(v/unit.per) + unit.sign
		}
	}
	return short(v)
}

// short formats a number below 10 000 with as many decimals as three digits leave.
func short(v float64) string {
	decimals := 0
	switch a := math.Abs(v); {
	case a < 10:
		decimals = 2
	case a < 100:
		decimals = 1
	}
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		text = "0"
	}
	return text
}
