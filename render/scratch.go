// SPDX-License-Identifier: Apache-2.0

package render

import "image"

// scratch holds a picture for temporary use. A goroutine that draws while another one
// uses it makes its own.
type scratch struct {
	size  image.Point
	spare chan *image.RGBA
}

func newScratch(size image.Point) scratch {
	s := scratch{size, make(chan *image.RGBA, 1)}
	s.spare <- image.NewRGBA(image.Rectangle{Max: size})
	return s
}

// take returns a transparent picture.
func (s *scratch) take() *image.RGBA {
	select {
	case m := <-s.spare:
		clear(m.Pix)
		return m
	default:
		return image.NewRGBA(image.Rectangle{Max: s.size})
	}
}

func (s *scratch) give(m *image.RGBA) {
	select {
	case s.spare <- m:
	default: // another goroutine has put its own there
	}
}

// lay composes m onto dst with its corner at p, inside window.
func lay(dst, m *image.RGBA, p image.Point, window image.Rectangle) {
	r := m.Rect.Add(p).Intersect(window).Intersect(dst.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from := rowOf(m, y-p.Y)
		out := dst.Pix[dst.PixOffset(r.Min.X, y):dst.PixOffset(r.Max.X, y)]
		for x := r.Min.X - p.X; len(out) > 0; x, out = x+1, out[4:] {
			if c := from.pixel(x); c != 0 {
				blend(out[:4:4], c)
			}
		}
	}
}
