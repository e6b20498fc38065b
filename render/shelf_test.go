// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestShelf: of many widgets two are kept, any of them draws what it drew at first, and its
// other answers need no widget.
func TestShelf(t *testing.T) {
	var shelf Shelf
	made := 0
	var all []Widget
	for i := range 5 {
		make := func() Widget {
			made++
			return &Fill{Bounds: image.Pt(2, 1), Color: color.RGBA{uint8(i), 0, 0, 255}}
		}
		all = append(all, shelf.Put(make(), make))
	}
	made = 0
	for _, step := range []struct {
		why  string
		i    int
		made int
	}{
		{"the first is kept", 0, 0}, {"the second, too", 1, 0}, {"again", 0, 0}, {"the third is made", 2, 1},
		{"and kept", 2, 1}, {"in the place of the first", 1, 1}, {"which is made again", 0, 2},
		{"in the place of the second", 1, 3}, {"the last", 4, 4},
	} {
		m := image.NewRGBA(image.Rect(0, 0, 2, 1))
		if all[step.i].Draw(m, image.Point{}, 0); int(m.Pix[0]) != step.i || made != step.made {
			t.Errorf("%s: %d is drawn as %d, after %d were made, want %d", step.why, step.i, m.Pix[0], made, step.made)
		}
	}
	made = 0
	if w := all[3]; w.Size() != image.Pt(2, 1) || w.Period() != 0 || made != 0 {
		t.Errorf("%v, %v, and %d were made for that", w.Size(), w.Period(), made)
	}
}

// TestShelfReads: how long a text is read, and when it moves, is that of the widget.
func TestShelfReads(t *testing.T) {
	line := &Marquee{Image: image.NewRGBA(image.Rect(0, 0, 50, 8)), Width: 10, Gap: 2}
	w := new(Shelf).Put(line, func() Widget { return line })
	pass, moves := Reading(w)
	next := Next(w, 0) == Next(line, 0) && Next(w, time.Hour) == Next(line, time.Hour)
	if want, _ := Reading(line); pass != want || !moves || w.Period() != line.Period() || !next {
		t.Errorf("%v, %v, %v; %v", pass, moves, w.Period(), Next(w, 0))
	}
}

// TestShelfAtOnce: goroutines that draw the same widgets do not make one twice in a row.
func TestShelfAtOnce(t *testing.T) {
	var shelf Shelf
	var made atomic.Int64
	make := func() Widget { made.Add(1); return &Fill{Bounds: image.Pt(1, 1), Color: color.RGBA{9, 0, 0, 255}} }
	all := []Widget{shelf.Put(make(), make), shelf.Put(make(), make), shelf.Put(make(), make)}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			m := image.NewRGBA(image.Rect(0, 0, 1, 1))
			for range 100 {
				if all[2].Draw(m, image.Point{}, 0); m.Pix[0] != 9 {
					t.Error("another picture")
				}
			}
		})
	}
	if wg.Wait(); made.Load() != 3+1 {
		t.Errorf("%d were made, want 4", made.Load())
	}
}
