package kit

import (
	"image"
	"image/color"
	"image/draw"
	"strconv"
)

// Leaf is the leaf of a tear-off calendar, as large as an icon.
func (s *Sheet) Leaf(day int) *image.RGBA {
	side := s.Box()
	k := side / 8
	m := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{235, 235, 235, 255}), image.Point{}, draw.Src)
	draw.Draw(m, image.Rect(0, 0, side, 2*k), image.NewUniform(color.RGBA{220, 30, 30, 255}), image.Point{}, draw.Src)
	digits := Inked(s.Fonts.Small.Scale(k).Line(Text(strconv.Itoa(day), color.RGBA{0, 0, 0, 255})).Image)
	at := image.Pt((side-digits.Rect.Dx()+k-1)/2, 2*k+(6*k-digits.Rect.Dy())/2)
	draw.Draw(m, digits.Rect.Add(at), digits, image.Point{}, draw.Over)
	return m
}
