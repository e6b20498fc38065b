// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"testing"
)

// TestLife compares a board of words with the rules, cell by cell.
func TestLife(t *testing.T) {
	for _, size := range []image.Point{{37, 8}, {64, 32}, {32, 8}, {8, 8}, {33, 5}, {3, 3}} {
		b := newBoard(size)
		for i := range size.X * size.Y {
			if hash(i, 1)&1 == 1 {
				b.live(image.Pt(i%size.X, i/size.X))
			}
		}
		alive := func(b board, x, y int) int {
			x, y = (x+size.X)%size.X, (y+size.Y)%size.Y
			return int(b.cells[y*b.words+x/32] >> (x % 32) & 1)
		}
		for n := range 20 {
			next := b.next()
			for i := range size.X * size.Y {
				x, y, around := i%size.X, i/size.X, 0
				for k := range 9 {
					if k != 4 {
						around += alive(b, x+k%3-1, y+k/3-1)
					}
				}
				want := 0
				if around == 3 || around == 2 && alive(b, x, y) == 1 {
					want = 1
				}
				if got := alive(next, x, y); got != want {
					t.Fatalf("%v, generation %d: cell %d, %d is %d, want %d", size, n, x, y, got, want)
				}
			}
			b = next
		}
	}
}

// TestMemory: a game remembers a bounded number of states, also on a chain of panels.
func TestMemory(t *testing.T) {
	for _, row := range []struct {
		size  image.Point
		bytes int
	}{{image.Pt(37, 8), 64 << 10}, {image.Pt(256, 64), 256 << 10}, {image.Pt(512, 256), 1 << 20}} {
		sum := 0
		for _, g := range newLife(row.size).picture.(*life).generations {
			sum += 4 * len(g.cells)
		}
		if sum > row.bytes {
			t.Errorf("life of %v keeps %d bytes, want at most %d", row.size, sum, row.bytes)
		}
		if n := len(newSnake(row.size).picture.(*snake).way); n > snakeSteps+1 {
			t.Errorf("a snake on %v keeps %d steps", row.size, n)
		}
	}
}
