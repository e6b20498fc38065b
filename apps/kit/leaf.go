// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"image"
	"image/color"
	"image/draw"
	"strconv"

	"github.com/ledpost/ledpost/fonts"
)

// Colours of a leaf.
var (
	leafPaper = color.RGBA{232, 232, 228, 255}
	leafFoot  = color.RGBA{190, 190, 188, 255} // of the lowest rows, in the shade
	leafRed   = color.RGBA{220, 36, 30, 255}
	leafDark  = color.RGBA{168, 20, 24, 255} // of the lowest rows of the head
	leafInk   = color.RGBA{16, 16, 20, 255}

	smallLeafInk = color.RGBA{255, 255, 255, 255}
)

// Leaf is the leaf of a tear-off calendar with a side of 16 pixels or more.
func Leaf(set *fonts.Set, side, day int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, side, side))
	fill := func(x0, y0, x1, y1 int, c color.RGBA) {
		draw.Draw(m, image.Rect(x0, y0, x1, y1), image.NewUniform(c), image.Point{}, draw.Src)
	}
	k, head := side/8, side/4
	thin := max(1, k/3)
	fill(0, 0, side, side, leafPaper)
	fill(0, side-thin, side, side, leafFoot)
	fill(0, 0, side, head, leafRed)
	fill(0, head-thin, side, head, leafDark)
	for _, x := range []int{side / 4, side - side/4 - thin} { // the holes
		fill(x, thin, x+thin, 2*thin+thin/2+1, leafInk)
	}
	for i := range thin + 1 { // the corners are round
		n := thin - i
		for _, y := range []int{i, side - 1 - i} {
			fill(0, y, n, y+1, color.RGBA{})
			fill(side-n, y, side, y+1, color.RGBA{})
		}
	}
	rows := side - head - thin
	face := set.Digits(rows * 3 / 4)
	text := strconv.Itoa(day)
	line := Inked(face.Line(Text(text, leafInk)).Image)
	at := image.Pt((side-line.Rect.Dx()+1)/2, head+(rows-face.Cap())/2)
	draw.Draw(m, line.Rect.Add(at), line, image.Point{}, draw.Over)
	return m
}

// SmallLeaf is the leaf in so few pixels that two digits touch its edges. So they are lit, on paper as dark as its head
// allows: dark digits on lit paper would be one with the dark panel, and 20 would read as 30. Only LEDs that have no
// shades have black paper.
func SmallLeaf(set *fonts.Set, size image.Point, day int, head color.RGBA, monochrome bool) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: size})
	scale, paper := max(1, size.Y/8), Shade(head, 3)
	if monochrome {
		paper = color.RGBA{A: 255}
	}
	draw.Draw(m, m.Rect, image.NewUniform(paper), image.Point{}, draw.Src)
	draw.Draw(m, image.Rect(0, 0, size.X, 2*scale), image.NewUniform(head), image.Point{}, draw.Src)
	digits := Inked(set.Small.Scale(scale).Line(Text(strconv.Itoa(day), smallLeafInk)).Image)
	at := image.Pt((size.X-digits.Rect.Dx())/2, 3*scale)
	draw.Draw(m, digits.Rect.Add(at), digits, image.Point{}, draw.Over)
	return m
}
