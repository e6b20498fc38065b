// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"unicode"
)

// Layout of a specimen, in pixels of the panel.
const (
	perRow       = 32
	labelColumns = 32
	cellColumns  = 13
	cellGap      = 4
	enlarged     = 2    // pixels of the picture for one of the panel
	farBlock     = 0x80 // characters
)

var (
	inkColor   = color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
	labelColor = color.RGBA{0x50, 0x90, 0xC0, 0xFF}
	paperColor = color.RGBA{0x10, 0x10, 0x16, 0xFF}
)

// Specimen draws every character of faces, one face below the other, in the
// order of Unicode; a row is labelled with the number of its first character.
// Characters of fallback faces are left out.
func Specimen(faces ...*Face) *image.RGBA {
	height := cellGap
	charts := make([][][]rune, len(faces))
	for i, f := range faces {
		charts[i] = f.chart()
		height += len(charts[i])*(f.Height()+cellGap) + 2*cellGap
	}
	m := image.NewRGBA(image.Rect(0, 0, labelColumns+perRow*cellColumns, height))
	draw.Draw(m, m.Bounds(), image.NewUniform(paperColor), image.Point{}, draw.Src)
	y := cellGap
	for i, f := range faces {
		for _, row := range charts[i] {
			f.put(m, 2, y, fmt.Sprintf("%04X", row[0]), labelColor)
			for column, r := range row {
				f.put(m, labelColumns+column*cellColumns, y, string(r), inkColor)
			}
			y += f.Height() + cellGap
		}
		y += 2 * cellGap
	}
	return enlarge(m, enlarged)
}

// chart returns the characters that f draws, in rows. A jump to a far block
// begins a row.
func (f *Face) chart() [][]rune {
	var rows [][]rune
	last := rune(-farBlock)
	for r := rune(' '); r < 0x20000; r++ { // there are no glyphs of ours beyond
		if !f.draws(r) {
			continue
		}
		if n := len(rows); r-last >= farBlock || len(rows[n-1]) == perRow {
			rows = append(rows, nil)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], r)
		last = r
	}
	return rows
}

// put draws text over m.
func (f *Face) put(m *image.RGBA, x, y int, text string, c color.RGBA) {
	line := f.Line([]Span{{text, c}}).Image
	draw.Draw(m, line.Bounds().Add(image.Pt(x, y)), line, image.Point{}, draw.Over)
}

// draws reports whether f draws r whole and itself: not as a box, by another
// character, without a mark, by another face. A face that borrows from another
// has no own pictographs.
func (f *Face) draws(r rune) bool {
	if ignored(r) || unicode.IsControl(r) {
		return false
	}
	own := f.books[0].book
	if base, marks := own.decompose(cluster{base: r}); own.drawsAll(append(marks, base)) && !own.crowded(r) {
		return true
	}
	return f.emoji(r) != nil && len(f.books) == 1
}

// crowded reports whether the marks of r would be drawn over each other or over
// the letter.
func (b *book) crowded(r rune) bool {
	g, marks, _ := b.parts(cluster{base: r})
	for _, m := range marks {
		both := g.over(m)
		if both.lit() < g.lit()+m.lit() {
			return true
		}
		g = both
	}
	return false
}

func (b *book) drawsAll(rs []rune) bool {
	for _, r := range rs {
		if _, ok := b.glyphs[single(r)]; !ok {
			return false
		}
	}
	return true
}

// enlarge returns m with every pixel n times n as large.
func enlarge(m *image.RGBA, n int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, m.Bounds().Dx()*n, m.Bounds().Dy()*n))
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			square(out, x*n, y*n, n, m.RGBAAt(x, y))
		}
	}
	return out
}
