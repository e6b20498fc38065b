// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"slices"
	"unicode/utf8"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/fonts"
)

// letterFace fills the panel with letters, of which those that say the time are lit. A
// pixel in each corner stands for a minute beyond what the words say.
type letterFace struct {
	size  image.Point
	face  *fonts.Face
	grid  image.Point // columns and lines
	pitch image.Point // from one letter to the next, pixels
}

// newLetterFace returns nil where the sentence of some time has no room. The letters are
// the largest of which there are five lines.
func newLetterFace(env kit.Env, o Options) *letterFace {
	set, size := env.Fonts, env.Size
	words := lettered(kit.LanguageOf(o.Language))
	for _, widest := range []string{"W", "O"} { // a W may touch its neighbours where there is no other way
		for _, face := range textFaces(set, size.Y/5) {
			f := &letterFace{size: size, face: face, pitch: image.Pt(face.Width(widest)+1, face.Cap()+1)}
			f.grid = image.Pt((size.X-1)/f.pitch.X, size.Y/f.pitch.Y)
			f.pitch.Y = size.Y / f.grid.Y
			if f.grid.Y >= 4 && f.holds(words) {
				return f
			}
		}
	}
	return nil
}

// holds reports whether every time has room.
func (f *letterFace) holds(words *kit.Language) bool {
	for all := range sentences(words) {
		if f.lines(all) == nil {
			return false
		}
	}
	return true
}

// lines breaks a sentence: a word on each line if that leaves a line between each two, else as
// few lines as possible, a new one after the hour. It returns nil if they are too many.
func (f *letterFace) lines(all []word) (lines [][]word) {
	lines = filled(all, func(longer []word) bool {
		before, w := longer[len(longer)-2], longer[len(longer)-1]
		return 2*len(all) > f.grid.Y+1 && (w.hour || !before.hour) && letters(longer) <= f.grid.X
	})
	wide := func(line []word) bool { return letters(line) > f.grid.X }
	if len(lines) > f.grid.Y || slices.ContainsFunc(lines, wide) {
		return nil
	}
	return lines
}

// letters returns how many letters and spaces a line has.
func letters(line []word) int {
	long := len(line) - 1
	for _, w := range line {
		long += utf8.RuneCountInString(w.text)
	}
	return long
}

// pages implements drawer.
func (f *letterFace) pages(m *Reading) []page {
	p := newPage(f.size)
	p.picture(f.draw(f.cells(m)), image.Point{})
	f.corners(&p, m.Local.Minute()%5, m.accentOr(amber))
	return []page{p}
}

// cells returns all letters, line by line.
func (f *letterFace) cells(m *Reading) []fonts.Span {
	cells := f.wall(m.dimmed(m.Ink, 6))
	own := *m
	own.Words = lettered(m.Words)
	lines := f.lines(sentence(&own))
	for i, line := range lines {
		row := (2*i + 1) * f.grid.Y / (2 * len(lines))
		f.write(cells[row*f.grid.X:(row+1)*f.grid.X], line, i, m)
	}
	return cells
}

// wall returns a cell for each place, with a consonant each: they make no words.
func (f *letterFace) wall(ink color.RGBA) []fonts.Span {
	const consonants = "RNSTLKDGHMBPFVCZ"
	cells := make([]fonts.Span, f.grid.X*f.grid.Y)
	seed := uint32(2463534242)
	for i := range cells {
		seed ^= seed << 13
		seed ^= seed >> 17
		seed ^= seed << 5
		cells[i] = fonts.Span{Text: consonants[seed%16 : seed%16+1], Color: ink}
	}
	return cells
}

// write puts words into a line of cells, at a place that is the same each time.
func (f *letterFace) write(cells []fonts.Span, line []word, i int, m *Reading) {
	at := (i*5 + 2*len(line[0].text)) % (f.grid.X - letters(line) + 1)
	for _, w := range line {
		ink := m.Ink
		if w.hour {
			ink = m.accentOr(amber)
		}
		for _, letter := range w.text {
			cells[at] = fonts.Span{Text: string(letter), Color: ink}
			at++
		}
		at++
	}
}

// draw draws the cells, each letter in the middle of its cell; dim letters first.
func (f *letterFace) draw(cells []fonts.Span) *image.RGBA {
	p := newPage(f.size)
	order := make([]int, len(cells))
	for i := range order {
		order[i] = i
	}
	bright := func(i int) int { return int(max(cells[i].Color.R, cells[i].Color.G, cells[i].Color.B)) }
	slices.SortStableFunc(order, func(a, b int) int { return bright(a) - bright(b) })
	for _, i := range order {
		at := image.Pt(i%f.grid.X, i/f.grid.X)
		from := f.size.Sub(image.Pt(f.grid.X*f.pitch.X-1, (f.grid.Y-1)*f.pitch.Y+f.face.Cap())).Div(2)
		x := from.X + at.X*f.pitch.X + (f.pitch.X-1-f.face.Width(cells[i].Text))/2
		p.text(f.face, x, from.Y+at.Y*f.pitch.Y, cells[i])
	}
	return p.RGBA
}

// corners lights a pixel in n of the corners, clockwise.
func (f *letterFace) corners(p *page, n int, ink color.RGBA) {
	right, low := f.size.X-1, f.size.Y-1
	for _, at := range []image.Point{{0, 0}, {right, 0}, {right, low}, {0, low}}[:n] {
		p.RGBA.SetRGBA(at.X, at.Y, ink)
	}
}
