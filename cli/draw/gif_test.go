// SPDX-License-Identifier: Apache-2.0

package draw

import (
	"bytes"
	"image"
	"image/draw"
	"testing"
	"time"

	"github.com/ledpost/ledpost/render"
)

// TestGIFFramesAddUp: a frame of the file is what has changed since the one before;
// drawn over each other they are what the panel showed.
func TestGIFFramesAddUp(t *testing.T) {
	wide := image.NewRGBA(image.Rect(0, 0, 20, 8))
	for i := 3; i < len(wide.Pix); i += 12 {
		wide.Pix[i-3], wide.Pix[i] = uint8(i), 255
	}
	size := image.Pt(12, 8)
	w := &render.Stack{Bounds: size, Layers: []render.Layer{{At: image.Pt(6, 0), Widget: &render.Marquee{Image: wide, Width: 6, Gap: 2}}}}
	c := &renderCmd{fps: 25, colours: 256, enlargement: enlargement{scale: 3}}
	g := c.animate(t.Context(), w, size, 4*time.Second)
	seen, at, cropped := image.NewRGBA(image.Rect(0, 0, 36, 24)), 0, 0
	for i, m := range g.Image {
		if m.Rect.Dx() < 36 {
			cropped++
		}
		draw.Draw(seen, m.Rect, m, m.Rect.Min, draw.Over)
		want := image.NewRGBA(image.Rectangle{Max: size})
		render.Clear(want)
		w.Draw(want, image.Point{}, time.Duration(at)*10*time.Millisecond)
		if !bytes.Equal(seen.Pix, c.enlarged(want).Pix) {
			t.Fatalf("frame %d, after %d hundredths, is another picture", i, at)
		}
		at += g.Delay[i]
	}
	if at != 400 || len(g.Image) < 20 || cropped != len(g.Image)-1 {
		t.Errorf("%d frames, %d of them cropped, for %d hundredths", len(g.Image), cropped, at)
	}
}
