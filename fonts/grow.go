// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"image"
	"image/color"

	"github.com/ledpost/ledpost/internal/epx"
)

// grown returns the pictographs of b, drawn in 8 rows, in so many rows: the rule for
// pixel art enlarges them by a whole number, and rows beyond the number go in pairs from
// both halves, so that a face stays even. above of the rows are above the baseline.
func grown(b *book, rows, above int) *book {
	out := &book{ascent: b.ascent, descent: b.descent, cap: b.cap, glyphs: make(map[key]*glyph, len(b.glyphs))}
	for k, g := range b.glyphs {
		n := (rows + len(g.rows) - 1) / len(g.rows)
		m := epx.Enlarge(g.image(), n)
		m = thinned(m, m.Rect.Dy()-rows)
		m = turned(thinned(turned(m), m.Rect.Dx()-g.w*rows/len(g.rows)))
		out.glyphs[k] = glyphOf(m, above)
	}
	return out
}

// image returns a pictograph as a picture.
func (g *glyph) image() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, g.w, len(g.rows)))
	for i, c := range g.pix {
		if g.rows[i/g.w]&bit(i%g.w) != 0 {
			m.SetRGBA(i%g.w, i/g.w, c)
		}
	}
	return m
}

// glyphOf returns m, of up to 32 columns, as a pictograph.
func glyphOf(m *image.RGBA, above int) *glyph {
	g := &glyph{w: m.Rect.Dx(), top: above, rows: make([]uint32, m.Rect.Dy()), pix: make([]color.RGBA, m.Rect.Dx()*m.Rect.Dy())}
	for i := range g.pix {
		if c := m.RGBAAt(i%g.w, i/g.w); c.A != 0 {
			g.pix[i], g.rows[i/g.w] = c, g.rows[i/g.w]|bit(i%g.w)
		}
	}
	return g
}

// thinned returns m without n of its rows, an even number: the pair whose loss changes
// least, one from each half as far from the middle as the other, and the next one.
func thinned(m *image.RGBA, n int) *image.RGBA {
	for ; n > 1; n -= 2 {
		high := m.Rect.Dy()
		best, least := 0, -1
		for y := 0; y < high/2-1; y++ {
			if loss := unlike(m, y, y+1) + unlike(m, high-1-y, high-2-y); least < 0 || loss < least {
				best, least = y, loss
			}
		}
		m = without(m, best, high-1-best)
	}
	return m
}

// unlike counts the pixels in which two rows differ.
func unlike(m *image.RGBA, a, b int) (n int) {
	for x := range m.Rect.Dx() {
		if m.RGBAAt(x, a) != m.RGBAAt(x, b) {
			n++
		}
	}
	return n
}

// without returns m without two rows.
func without(m *image.RGBA, a, b int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, m.Rect.Dx(), m.Rect.Dy()-2))
	to := 0
	for y := range m.Rect.Dy() {
		if y != a && y != b {
			copy(out.Pix[to*out.Stride:(to+1)*out.Stride], m.Pix[y*m.Stride:])
			to++
		}
	}
	return out
}

// turned returns m with rows and columns exchanged.
func turned(m *image.RGBA) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, m.Rect.Dy(), m.Rect.Dx()))
	for i := range m.Rect.Dx() * m.Rect.Dy() {
		x, y := i%m.Rect.Dx(), i/m.Rect.Dx()
		out.SetRGBA(y, x, m.RGBAAt(x, y))
	}
	return out
}
