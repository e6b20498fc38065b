// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
)

// life is Conway's game on a board without edges, played when it is made. A cell
// is as bright as it is new, and glows for a while when it has died.
type life struct {
	size        image.Point
	generations []board
	inks        [256]color.RGBA // of a cell, by what it was: bit 0 now, bit 1 a generation ago
}

const (
	lifeSeconds = 24
	lifeBits    = 1 << 20 // of all generations together, but on the largest panels
	memory      = 8       // generations that a cell shows
)

func newLife(size image.Point) loop {
	l := &life{size: size}
	l.colour(ramp(0xf4ffb8, 0x6bff8e, 0x12c8b0, 0x0a78d1, 0x3346c9), ramp(0x3a2a9e, 0x251462, 0x0c0624, 0x000000))
	b := newBoard(size)
	for i := range size.X * size.Y {
		if hash(i, 77)&7 >= 5 {
			b.live(image.Pt(i%size.X, i/size.X))
		}
	}
	for n := range max(48, min(lifeSeconds*8, lifeBits/(size.X*size.Y))) {
		l.generations = append(l.generations, b)
		b = b.next()
		if n%24 == 23 { // it would come to rest
			b.sow(n)
		}
	}
	return loop{seconds: lifeSeconds, rate: slow, picture: l}
}

// colour makes the table of inks.
func (l *life) colour(young, gone *palette) {
	for past := range l.inks {
		since := 0 // how long it has been what it is
		for since < memory-1 && past>>since&1 == past>>(since+1)&1 {
			since++
		}
		if past&1 == 1 {
			l.inks[past] = young[since*255/(memory-1)]
		} else {
			l.inks[past] = gone[since*255/(memory-1)]
		}
	}
}

func (l *life) draw(c canvas, m moment) {
	way := m.way(len(l.generations) * one)
	n, part, light := way/one, way%one, m.fade(slow)
	var history [memory + 1][]uint32 // the next generation, this one, and those before
	for k := range history {
		history[k] = l.generations[min(max(n+1-k, 0), len(l.generations)-1)].cells
	}
	words := l.generations[0].words
	for y := c.area.Min.Y; y < c.area.Max.Y; y++ {
		var cells, any = [memory + 1]uint32{}, uint32(0) // of the word that x is in
		for x := c.area.Min.X; x < c.area.Max.X; x++ {
			if x&31 == 0 || x == c.area.Min.X {
				any = 0
				for k := range history {
					cells[k] = history[k][y*words+x>>5]
					any |= cells[k]
				}
			}
			if any>>(x&31)&1 == 0 { // most cells are long dead
				c.set(x, y, color.RGBA{})
				continue
			}
			past := uint32(0)
			for k, word := range cells {
				past |= word >> (x & 31) & 1 << k
			}
			c.set(x, y, dim(mix(l.inks[past>>1&255], l.inks[past&255], part), light))
		}
	}
}

// A board is the cells of a generation, a bit each. Its edges meet.
type board struct {
	size  image.Point
	words int // of a row
	cells []uint32
}

func newBoard(size image.Point) board {
	words := (size.X + 31) / 32
	return board{size, words, make([]uint32, words*size.Y)}
}

func (b board) live(p image.Point) { b.cells[p.Y*b.words+p.X/32] |= 1 << (p.X % 32) }

// sow puts a few cells somewhere.
func (b board) sow(n int) {
	for k := range max(1, b.size.X*b.size.Y/256) {
		at := image.Pt(below(b.size.X, n, 2*k), below(b.size.Y, n, 2*k+1))
		for _, p := range [5]image.Point{{1, 0}, {2, 0}, {0, 1}, {1, 1}, {1, 2}} { // the R-pentomino
			p = p.Add(at)
			b.live(image.Pt(p.X%b.size.X, p.Y%b.size.Y))
		}
	}
}

// next is the generation that follows, 32 cells at a time: the neighbours are
// added up as binary numbers, of which each digit is a word.
func (b board) next() board {
	out := newBoard(b.size)
	for y := range b.size.Y {
		above, under := (y+b.size.Y-1)%b.size.Y, (y+1)%b.size.Y
		for i := range b.words {
			aLeft, aHere, aRight := b.around(above, i)
			left, here, right := b.around(y, i)
			uLeft, uHere, uRight := b.around(under, i)
			a0, a1 := aLeft^aHere^aRight, aLeft&aHere|aRight&(aLeft|aHere)
			u0, u1 := uLeft^uHere^uRight, uLeft&uHere|uRight&(uLeft|uHere)
			b0, b1 := left^right, left&right
			ones, carry := a0^u0^b0, a0&u0|b0&(a0|u0)
			// Two or three neighbours: just one of the four twos.
			twos := (a1^u1)&^(b1|carry) | (b1^carry)&^(a1|u1)
			out.cells[y*b.words+i] = twos & (ones | here) & b.mask(i)
		}
	}
	return out
}

// around returns the cells of a word and their neighbours to both sides.
func (b board) around(y, i int) (left, here, right uint32) {
	row := b.cells[y*b.words:][:b.words]
	last := uint(b.size.X-1) % 32
	here = row[i]
	left, right = here<<1, here>>1
	if i > 0 {
		left |= row[i-1] >> 31
	} else {
		left |= row[b.words-1] >> last & 1
	}
	if i < b.words-1 {
		right |= row[i+1] << 31
	} else {
		right |= row[0] & 1 << last
	}
	return left, here, right
}

// mask is the cells of a word that the board has.
func (b board) mask(i int) uint32 {
	if i < b.words-1 {
		return ^uint32(0)
	}
	return ^uint32(0) >> (31 - uint(b.size.X-1)%32)
}
