// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"
)

// Layout of the picture of all sizes, in pixels of the panel.
const (
	sizesWidth = 256
	sizesLeft  = 14 // room for the number of rows
	sizesGap   = 5
	dot        = 4 // pixels of the picture for one of the panel, one of them dark
)

// samples are what a size with letters is shown by.
var samples = []string{
	"Wednesday 12° Größe ÅÉÎÕŠ 0O 1lI 5S 6G8B",
	"Καλημέρα Ελλάδα ψυχή Άνω ΓΔΘΛΞΠΣΦΨΩ",
	"Привет мир Ёжик їй ЖДФЩЯ Љубљана",
}

// sizes draws the sizes of s below each other as a panel shows them: the digits
// of each, and letters where a size has them.
func sizes(s *Set) *image.RGBA {
	lines := make([]*image.RGBA, 0, 32)
	height := sizesGap
	add := func(f *Face, label, text string) {
		m := f.Line([]Span{{text, inkColor}}).Image
		row := image.NewRGBA(image.Rect(0, 0, sizesWidth, m.Rect.Dy()))
		draw.Draw(row, m.Rect.Add(image.Pt(sizesLeft, 0)), m, image.Point{}, draw.Src)
		if label != "" {
			l := s.Small.Line([]Span{{label, labelColor}}).Image
			draw.Draw(row, l.Rect.Add(image.Pt(1, f.Ascent()-s.Small.Ascent())), l, image.Point{}, draw.Src)
		}
		lines = append(lines, row)
		height += m.Rect.Dy() + sizesGap
	}
	for _, rows := range []int{5, 7, 8, 10, 12, 14, 16, 20, 24, 32} {
		add(s.Digits(rows), fmt.Sprint(rows), "0123456789:")
		if f := s.Letters(rows); f.Cap() == rows && f.scale == 1 {
			for _, text := range samples {
				for _, line := range broken(f, text) {
					add(f, "", line)
				}
			}
		}
	}
	return dots(lines, height)
}

// broken returns the words of text in lines that fit.
func broken(f *Face, text string) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if longer := strings.TrimSpace(line + " " + word); f.Width(longer) <= sizesWidth-sizesLeft {
			line = longer
			continue
		}
		lines, line = append(lines, line), word
	}
	return append(lines, line)
}

// dots draws rows of a panel as it looks: lit and dark points.
func dots(lines []*image.RGBA, height int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, sizesWidth*dot, height*dot))
	draw.Draw(m, m.Rect, image.NewUniform(paperColor), image.Point{}, draw.Src)
	y := sizesGap
	for _, line := range lines {
		for i := range line.Rect.Dx() * line.Rect.Dy() {
			x, row := i%line.Rect.Dx(), i/line.Rect.Dx()
			c := line.RGBAAt(x, row)
			if c.A == 0 {
				c = color.RGBA{0x1C, 0x1C, 0x24, 0xFF}
			}
			square(m, x*dot, (y+row)*dot, dot-1, c)
		}
		y += line.Rect.Dy() + sizesGap
	}
	return m
}
