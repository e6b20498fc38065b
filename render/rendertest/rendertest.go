// SPDX-License-Identifier: Apache-2.0

// Package rendertest checks that a widget fulfils the contract of [render.Widget].
package rendertest

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"testing"
	"time"

	"github.com/ledpost/ledpost/render"
)

// Check fails t unless w draws the same picture at the same time, draws only
// inside its size and inside the destination, allocates nothing, and does not
// change before it says that it may.
func Check(t *testing.T, w render.Widget) {
	t.Helper()
	end := w.Period()
	end = cmp.Or(end, 2*time.Second)
	for i := range 40 {
		at := end * time.Duration(i) / 17
		pure(t, w, at)
		clipped(t, w, at)
		honest(t, w, at)
	}
	allocates(t, w)
}

// page is a picture of w at t in the middle of a larger one of another colour.
const margin = 5

var paper = color.RGBA{1, 2, 3, 255}

func draw(w render.Widget, at time.Duration) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: w.Size().Add(image.Pt(2*margin, 2*margin))})
	for i := 0; i < len(m.Pix); i += 4 {
		copy(m.Pix[i:], []uint8{paper.R, paper.G, paper.B, paper.A})
	}
	w.Draw(m, image.Pt(margin, margin), at)
	return m
}

func pure(t *testing.T, w render.Widget, at time.Duration) {
	t.Helper()
	first := draw(w, at)
	draw(w, at/2+time.Second)
	if !bytes.Equal(first.Pix, draw(w, at).Pix) {
		t.Fatalf("at %v it draws another picture the second time", at)
	}
}

func clipped(t *testing.T, w render.Widget, at time.Duration) {
	t.Helper()
	m := draw(w, at)
	inside := image.Rectangle{Max: w.Size()}.Add(image.Pt(margin, margin))
	for y := range m.Rect.Max.Y {
		for x := range m.Rect.Max.X {
			if !image.Pt(x, y).In(inside) && m.RGBAAt(x, y) != paper {
				t.Fatalf("at %v it draws outside of its size, at %d, %d", at, x-margin, y-margin)
			}
		}
	}
	part := image.NewRGBA(image.Rect(0, 0, w.Size().X/2+1, w.Size().Y/2+1))
	for _, p := range []image.Point{{0, 0}, {-3, -2}, {1000, 0}, {-1000, -1000}} {
		w.Draw(part, p, at) // must not panic
	}
}

func honest(t *testing.T, w render.Widget, at time.Duration) {
	t.Helper()
	next := render.Next(w, at)
	if next <= at {
		t.Fatalf("at %v it says that it changes at %v", at, next)
	}
	if next == render.Forever {
		next = at + time.Hour
	}
	before := draw(w, at)
	for _, t2 := range []time.Duration{at + (next-at)/2, next - 1} {
		if !bytes.Equal(before.Pix, draw(w, t2).Pix) {
			t.Fatalf("at %v it says that it stands still until %v, but has changed at %v", at, next, t2)
		}
	}
}

func allocates(t *testing.T, w render.Widget) {
	t.Helper()
	m := image.NewRGBA(image.Rectangle{Max: w.Size()})
	var at time.Duration
	if n := testing.AllocsPerRun(50, func() {
		w.Draw(m, image.Point{}, at)
		at += 77 * time.Millisecond
	}); n != 0 {
		t.Errorf("Draw allocates %v times", n)
	}
}
