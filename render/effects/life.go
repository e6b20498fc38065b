package effects

import (
	"image"
	"image/color"
)

// life is Conway's game on a board without edges, played when it is made. A cell
// is as bright as it is new, and glows for a while when it has died.
type life struct {
	size        image.Point
	generations [][]uint64 // a bit a cell, row by row
	young       *palette   // by generations that a cell lives
	gone        *palette   // by generations since it died
}

const (
	lifeSeconds = 24
	lifeBits    = 1 << 20 // of all generations together, but on the largest panels
	memory      = 7       // generations back that a cell shows
)

func newLife(size image.Point) loop {
	count := max(48, min(lifeSeconds*8, lifeBits/(size.X*size.Y)))
	l := &life{
		size: size, young: ramp(0xf4ffb8, 0x6bff8e, 0x12c8b0, 0x0a78d1, 0x3346c9),
		gone: ramp(0x3a2a9e, 0x251462, 0x0c0624, 0x000000),
	}
	board := make([]uint8, size.X*size.Y)
	for i := range board {
		board[i] = uint8(hash(i, 77) & 7 / 5)
	}
	for n := range count {
		l.generations = append(l.generations, packed(board))
		board = l.after(board)
		if n%24 == 23 { // it would come to rest
			l.sow(board, n)
		}
	}
	return loop{seconds: lifeSeconds, rate: slow, picture: l}
}

func packed(board []uint8) []uint64 {
	bits := make([]uint64, (len(board)+63)/64)
	for i, v := range board {
		bits[i/64] |= uint64(v) << (i % 64)
	}
	return bits
}

// after is the generation that follows.
func (l *life) after(board []uint8) []uint8 {
	w, h := l.size.X, l.size.Y
	next := make([]uint8, len(board))
	for y := range h {
		above, row, under := board[(y+h-1)%h*w:][:w], board[y*w:][:w], board[(y+1)%h*w:][:w]
		for x := range w {
			left, right := x-1, x+1
			if left < 0 {
				left = w - 1
			}
			if right == w {
				right = 0
			}
			n := above[left] + above[x] + above[right] + row[left] + row[right] + under[left] + under[x] + under[right]
			if n == 3 || n == 2 && row[x] == 1 {
				next[y*w+x] = 1
			}
		}
	}
	return next
}

// sow puts a few cells somewhere.
func (l *life) sow(board []uint8, n int) {
	for k := range max(1, len(board)/256) {
		at := image.Pt(below(l.size.X, n, 2*k), below(l.size.Y, n, 2*k+1))
		for _, p := range [5]image.Point{{1, 0}, {2, 0}, {0, 1}, {1, 1}, {1, 2}} { // the R-pentomino
			p = p.Add(at)
			board[p.Y%l.size.Y*l.size.X+p.X%l.size.X] = 1
		}
	}
}

func (l *life) draw(c canvas, m moment) {
	count := len(l.generations)
	way := m.way(count * one)
	n, part, light := way/one, way%one, m.fade(slow)
	c.fill(func(x, y int) color.RGBA {
		i := y*l.size.X + x
		return dim(mix(l.ink(i, n), l.ink(i, n+1), part), light)
	})
}

// ink is the colour of a cell in generation n.
func (l *life) ink(cell, n int) color.RGBA {
	n = min(n, len(l.generations)-1)
	alive, since := l.alive(cell, n), 0
	for since < memory && n-since > 0 && l.alive(cell, n-since-1) == alive {
		since++
	}
	if alive {
		return l.young[since*255/memory]
	}
	if since >= n { // never was
		return l.gone[255]
	}
	return l.gone[since*255/memory]
}

func (l *life) alive(cell, n int) bool { return l.generations[n][cell/64]>>(cell%64)&1 == 1 }
