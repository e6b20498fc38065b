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

// TestInset: it keeps the rules of widgets, and allocates nothing.
func TestInset(t *testing.T) {
	ground := &render.Fill{Bounds: image.Pt(16, 16), Color: color.RGBA{R: 200, A: 255}}
	picture := &render.Fill{Bounds: image.Pt(16, 8), Color: color.RGBA{G: 200, A: 255}}
	n := render.NewInset(ground, 5*time.Second, image.Rect(0, 8, 16, 16), picture, 3*time.Second)
	rendertest.Check(t, n)
	m, at := image.NewRGBA(image.Rect(0, 0, 16, 16)), time.Duration(0)
	allocs := testing.AllocsPerRun(100, func() { n.Draw(m, image.Point{}, at); at += 40 * time.Millisecond })
	if allocs > 0 {
		t.Errorf("a frame allocates %v times", allocs)
	}
	for _, row := range []struct {
		why  string
		at   time.Duration
		next time.Duration
	}{
		{"while it slides in", 100 * time.Millisecond, 100*time.Millisecond + 1},
		{"while it stands", time.Second, 2700 * time.Millisecond},
		{"while it slides out", 2800 * time.Millisecond, 2800*time.Millisecond + 1},
		{"when it has gone", 4 * time.Second, render.Forever},
	} {
		if got := n.Next(row.at); got != row.next {
			t.Errorf("%s it changes at %v, want %v", row.why, got, row.next)
		}
	}
}
