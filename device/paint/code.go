// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/skip2/go-qrcode"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// Code is a picture with a QR code, for phones.
type Code struct {
	Text    string // of the code; capitals make a smaller one
	Caption string // beside it, if the panel is wide enough
}

// The light margin of a code, in modules. ISO/IEC 18004 asks for 4; readers take 3, which
// a panel of 32 rows leaves a code of 25 modules, and one of 64 rows the code at twice the size.
const quiet, leastQuiet = 4, 3

// captionRoom is the least number of columns in which a caption is shown.
const captionRoom = 24

// Code returns c with dark modules on a lit ground, as large as it fits, or nil if the
// panel is too small for it.
func (p *Painter) Code(c Code) render.Widget {
	code, err := qrcode.New(c.Text, qrcode.Low) // a panel is clean, and a larger code would not fit
	if err != nil {
		return nil // more text than any code holds
	}
	code.DisableBorder = true
	modules := code.Bitmap()
	n, rows := len(modules), min(p.Size.X, p.Size.Y)
	scale := max(rows/(n+2*leastQuiet), 1) // a larger code is read from farther away than a wider margin
	if n+2*leastQuiet > rows {
		return nil
	}
	side := min(rows, scale*(n+2*quiet))
	at := image.Pt((p.Size.X-side)/2, (p.Size.Y-side)/2)
	stack := &typeset.Page{Stack: render.Stack{Bounds: p.Size}}
	if room := p.Size.X - side; room >= captionRoom && c.Caption != "" {
		at.X = 0
		beside := image.Rect(side+2, 0, p.Size.X, p.Size.Y)
		p.text(stack, beside, &note.Frame{Text: []note.Fragment{{Text: c.Caption}}}, nil, 0)
	}
	stack.Layers = append(stack.Layers,
		render.Layer{At: at, Widget: &render.Still{Image: codeImage(modules, scale, side)}})
	stack.Items = append(stack.Items,
		typeset.Item{Role: typeset.Picture, Body: image.Rectangle{at, at.Add(image.Pt(side, side))},
			Ink: image.Rectangle{at, at.Add(image.Pt(side, side))}})
	return stack
}

// codeImage draws modules in the middle of a lit square.
func codeImage(modules [][]bool, scale, side int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.Draw(m, m.Rect, image.White, image.Point{}, draw.Src)
	dark := image.NewUniform(color.RGBA{A: 255})
	margin := (side - scale*len(modules)) / 2
	for y, row := range modules {
		for x, on := range row {
			if on {
				at := image.Pt(margin+x*scale, margin+y*scale)
				draw.Draw(m, image.Rectangle{at, at.Add(image.Pt(scale, scale))}, dark, image.Point{}, draw.Src)
			}
		}
	}
	return m
}
