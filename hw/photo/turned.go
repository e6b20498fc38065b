// SPDX-License-Identifier: Apache-2.0

package photo

import (
	"image"
	"image/color"
)

// turned is a picture as it is seen when the camera was held some way.
type turned struct {
	image.RGBA64Image
	how int
}

// stand returns m as it is seen. A number that EXIF does not have counts as upright.
func stand(m image.Image, how int) image.Image {
	deep, ok := m.(image.RGBA64Image) // the pictures of Go's decoders are
	if !ok || how <= upright || how > backwards {
		return m
	}
	return turned{deep, how}
}

// Bounds implements image.Image.
func (t turned) Bounds() image.Rectangle {
	size := t.RGBA64Image.Bounds().Size()
	if t.how >= swapped {
		size.X, size.Y = size.Y, size.X
	}
	return image.Rectangle{Max: size}
}

// At implements image.Image.
func (t turned) At(x, y int) color.Color { return t.RGBA64At(x, y) }

// RGBA64At implements image.RGBA64Image.
func (t turned) RGBA64At(x, y int) color.RGBA64 {
	b := t.RGBA64Image.Bounds()
	far := b.Size().Sub(image.Pt(1, 1))
	if t.how >= swapped {
		x, y = y, x
	}
	switch t.how {
	case mirrored, half, crossed, backwards:
		x = far.X - x
	}
	switch t.how {
	case half, upended, quarter, crossed:
		y = far.Y - y
	}
	return t.RGBA64Image.RGBA64At(b.Min.X+x, b.Min.Y+y)
}

// ColorModel implements image.Image.
func (t turned) ColorModel() color.Model { return color.RGBA64Model }
