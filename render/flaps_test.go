// SPDX-License-Identifier: Apache-2.0

package render_test

import (
	"image"
	"image/color"
	"testing"
	"time"

	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

// letters returns a picture of letters, each a rectangle of two columns and four rows in one of the colours.
func letters(colors ...uint8) render.Widget {
	m := image.NewRGBA(image.Rect(0, 0, 12, 6))
	for i, c := range colors {
		for y := 1; y < 5; y++ {
			m.SetRGBA(3*i, y, color.RGBA{c, 0, 0, 255})
			m.SetRGBA(3*i+1, y, color.RGBA{c, 0, 0, 255})
		}
	}
	return &render.Still{Image: m}
}

// TestFlaps: letters that differ turn over one after the other, the others stand still, and the new picture is left.
func TestFlaps(t *testing.T) {
	old, now := letters(200, 200, 0, 200), letters(200, 100, 100)
	const at = time.Second
	f := render.NewFlaps(old, now, at)
	rendertest.Check(t, f)
	drawn := func(t time.Duration) *image.RGBA {
		m := image.NewRGBA(image.Rect(0, 0, 12, 6))
		f.Draw(m, image.Point{}, t)
		return m
	}
	red := func(m *image.RGBA, x, y int) uint8 { return m.RGBAAt(x, y).R }
	for _, row := range []struct {
		why    string
		after  time.Duration
		top    [4]uint8 // the uppermost and the lowest row of each letter
		bottom [4]uint8
	}{
		{"started again", -time.Millisecond, [4]uint8{200, 100, 100, 0}, [4]uint8{200, 100, 100, 0}},
		{"nothing has fallen", 0, [4]uint8{200, 200, 0, 200}, [4]uint8{200, 200, 0, 200}},
		{"the second falls", 90 * time.Millisecond, [4]uint8{200, 100, 100, 200}, [4]uint8{200, 200, 0, 200}},
		{"the last begins", 180 * time.Millisecond, [4]uint8{200, 100, 100, 0}, [4]uint8{200, 200, 0, 200}},
		{"the back of the third is darker", 270 * time.Millisecond, [4]uint8{200, 100, 100, 0}, [4]uint8{200, 100, 87, 200}},
		{"all have turned", 330 * time.Millisecond, [4]uint8{200, 100, 100, 0}, [4]uint8{200, 100, 100, 0}},
	} {
		m := drawn(at + row.after)
		for i := range 4 {
			if got := [2]uint8{red(m, 3*i, 1), red(m, 3*i, 4)}; got != [2]uint8{row.top[i], row.bottom[i]} {
				t.Errorf("%s: letter %d is %v, want %d above %d", row.why, i, got, row.top[i], row.bottom[i])
			}
		}
	}
	m := drawn(at)
	if n := testing.AllocsPerRun(100, func() { f.Draw(m, image.Point{}, at+100*time.Millisecond) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	if cards, all := f.(*render.Flaps).Falls(); cards != 3 || all != 2*render.CardAfter+240*time.Millisecond {
		t.Errorf("%d cards fall in %v", cards, all)
	}
	if got := render.NewFlaps(now, now, at); got != now {
		t.Errorf("nothing differs: %v", got)
	}
	if got := render.Next(f, at+time.Hour); got != render.Forever {
		t.Errorf("it moves on until %v", got)
	}
}
