// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"image"
	"image/draw"
	"strconv"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// axisRows is the height of the hours below the bars, with a dark row above and below them.
const axisRows = 7

// putAxis writes below a chart of so many quarters of an hour how many hours ahead its columns
// are: as many of +1h, +2h, +3h as have room. It returns false where nothing has room.
func putAxis(s *kit.Sheet, p *typeset.Page, chart image.Rectangle, quarters int) (done bool) {
	letters := s.Fonts.Letters(5)
	wide := letters.Width("+0h")
	hours := 1
	for hours*4*chart.Dx() < (wide+4)*quarters {
		hours++
	}
	for h := hours; 4*h < quarters; h += hours {
		x := chart.Min.X + 4*h*chart.Dx()/quarters
		left := x - wide/2
		if left+wide >= chart.Max.X {
			break
		}
		text := letters.Line([]fonts.Span{{Text: "+" + strconv.Itoa(h) + "h", Color: kit.PaleInk}}).Image
		m := image.NewRGBA(image.Rect(0, 0, text.Rect.Dx(), letters.Cap()))
		draw.Draw(m, m.Rect, text, text.Rect.Min.Add(image.Pt(0, letters.Ascent()-letters.Cap())), draw.Src)
		p.Put(typeset.Chart, &render.Still{Image: m}, image.Pt(left, chart.Max.Y+1))
		done = true
	}
	return done
}
