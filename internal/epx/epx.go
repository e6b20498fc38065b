// SPDX-License-Identifier: Apache-2.0

// Package epx enlarges pixel art by the rule that Eric Johnston's EPX began: stairs
// become slopes, and no colour is added. Any goroutine may call it.
package epx

import (
	"image"
	"image/color"
)

// Enlarge returns m with n times as many columns and rows, drawn by the rule for
// pixel art: twice and three times as Scale2x and Scale3x (scale2x.it), which have
// only colours that m has; other numbers by way of the next
// product of those. The result begins at 0, 0; n is at least 1.
func Enlarge(m *image.RGBA, n int) *image.RGBA {
	steps, product := factors(n)
	p := newPixels(m)
	for _, step := range steps {
		if step == 2 {
			p = p.twice()
		} else {
			p = p.thrice()
		}
	}
	if product == n {
		return p.RGBA
	}
	size := m.Rect.Size().Mul(n)
	out := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			out.SetRGBA(x, y, p.RGBAAt((2*x+1)*product/(2*n), (2*y+1)*product/(2*n)))
		}
	}
	return out
}

// factors returns twos and threes whose product is the least of at least n.
func factors(n int) (steps []int, product int) {
	for product = max(1, n); ; product++ {
		rest := product
		steps = steps[:0]
		for _, f := range []int{3, 2} {
			for rest%f == 0 {
				steps, rest = append(steps, f), rest/f
			}
		}
		if rest == 1 {
			return steps, product
		}
	}
}

// pixels is a picture and its surroundings: nothing, where parts of it are clear,
// else the pixels of the edge.
type pixels struct {
	*image.RGBA
	alone bool
}

func newPixels(m *image.RGBA) pixels {
	p := image.NewRGBA(image.Rectangle{Max: m.Rect.Size()})
	clear := false
	for y := range p.Rect.Dy() {
		from := m.PixOffset(m.Rect.Min.X, m.Rect.Min.Y+y)
		copy(p.Pix[y*p.Stride:(y+1)*p.Stride], m.Pix[from:])
	}
	for i := 3; i < len(p.Pix); i += 4 {
		clear = clear || p.Pix[i] == 0
	}
	return pixels{p, clear}
}

// at returns a pixel of p or of its surroundings.
func (p pixels) at(x, y int) color.RGBA {
	if !p.alone {
		x, y = min(max(x, 0), p.Rect.Dx()-1), min(max(y, 0), p.Rect.Dy()-1)
	}
	return p.RGBAAt(x, y)
}

// twice is Scale2x.
func (p pixels) twice() pixels {
	return p.each(2, func(out []color.RGBA, x, y int) {
		b, d, e, f, h := p.at(x, y-1), p.at(x-1, y), p.at(x, y), p.at(x+1, y), p.at(x, y+1)
		out[0], out[1], out[2], out[3] = e, e, e, e
		if b == h || d == f {
			return
		}
		pick(&out[0], d == b, d)
		pick(&out[1], b == f, f)
		pick(&out[2], d == h, d)
		pick(&out[3], h == f, f)
	})
}

// thrice is Scale3x.
func (p pixels) thrice() pixels {
	return p.each(3, func(out []color.RGBA, x, y int) {
		a, b, c := p.at(x-1, y-1), p.at(x, y-1), p.at(x+1, y-1)
		d, e, f := p.at(x-1, y), p.at(x, y), p.at(x+1, y)
		g, h, i := p.at(x-1, y+1), p.at(x, y+1), p.at(x+1, y+1)
		for k := range out {
			out[k] = e
		}
		if b == h || d == f {
			return
		}
		pick(&out[0], d == b, d)
		pick(&out[1], d == b && e != c || b == f && e != a, b)
		pick(&out[2], b == f, f)
		pick(&out[3], d == b && e != g || d == h && e != a, d)
		pick(&out[5], b == f && e != i || h == f && e != c, f)
		pick(&out[6], d == h, d)
		pick(&out[7], d == h && e != i || h == f && e != g, h)
		pick(&out[8], h == f, f)
	})
}

func pick(to *color.RGBA, ok bool, c color.RGBA) {
	if ok {
		*to = c
	}
}

// each returns p n times as large; cell draws the n×n pixels of one, row by row.
func (p pixels) each(n int, cell func(out []color.RGBA, x, y int)) pixels {
	size := p.Rect.Size()
	m := image.NewRGBA(image.Rectangle{Max: size.Mul(n)})
	out := make([]color.RGBA, n*n)
	for y := range size.Y {
		for x := range size.X {
			cell(out, x, y)
			for k, c := range out {
				m.SetRGBA(x*n+k%n, y*n+k/n, c)
			}
		}
	}
	return pixels{m, p.alone}
}
