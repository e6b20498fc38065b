// SPDX-License-Identifier: Apache-2.0

package record

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"testing"
	"time"

	"github.com/ledpost/ledpost/render"
)

// scrolling is a gradient that moves through a window in its picture.
func scrolling() (w render.Widget, size image.Point) {
	wide := image.NewRGBA(image.Rect(0, 0, 20, 8))
	for i := 3; i < len(wide.Pix); i += 12 {
		wide.Pix[i-3], wide.Pix[i] = uint8(i), 255
	}
	size = image.Pt(12, 8)
	return &render.Stack{
		Bounds: size,
		Layers: []render.Layer{{At: image.Pt(6, 0), Widget: &render.Marquee{Image: wide, Width: 6, Gap: 2}}}}, size
}

// TestFramesAddUp: drawn over each other, with their delays, the frames are what
// the widget shows.
func TestFramesAddUp(t *testing.T) {
	w, size := scrolling()
	g := GIF(t.Context(), w, Options{Size: size, Length: 2 * time.Second, FPS: 25, Colors: 256})
	seen, at := image.NewRGBA(image.Rectangle{Max: size}), 0
	for i, m := range g.Image {
		draw.Draw(seen, m.Rect, m, m.Rect.Min, draw.Over)
		want := image.NewRGBA(image.Rectangle{Max: size})
		render.Clear(want)
		w.Draw(want, image.Point{}, time.Duration(at)*10*time.Millisecond)
		if !bytes.Equal(seen.Pix, want.Pix) {
			t.Fatalf("frame %d, after %d hundredths, is another picture", i, at)
		}
		at += g.Delay[i]
	}
	if at != 200 || len(g.Image) < 10 {
		t.Errorf("%d frames for %d hundredths", len(g.Image), at)
	}
}

// TestEndsWithItsContext: what was drawn until then is a whole GIF.
func TestEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w, size := scrolling()
	if g := GIF(ctx, w, Options{Size: size, Length: time.Hour, FPS: Fastest, Colors: 256}); len(g.Image) != 1 ||
		g.Config.Width != size.X {
		t.Errorf("%d frames, %d pixels wide", len(g.Image), g.Config.Width)
	}
}

// TestPixelsAreBounded, however long it moves.
func TestPixelsAreBounded(t *testing.T) {
	w, size := scrolling()
	g := GIF(t.Context(), w, Options{Size: size, Length: time.Hour, FPS: Fastest, Colors: 256, Pixels: 10*12*8 + 5})
	if len(g.Image) != 10 {
		t.Errorf("%d frames, want 10", len(g.Image))
	}
}

// TestMoreColoursThanAFrameHas are approximated.
func TestMoreColoursThanAFrameHas(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 32, 16))
	for i := range 512 {
		m.SetRGBA(i%32, i/32, color.RGBA{uint8(i / 2), uint8(i), 0, 255})
	}
	g := GIF(t.Context(), &render.Still{Image: m}, Options{Size: m.Rect.Size(), Length: time.Second, FPS: 1, Colors: 256})
	if len(g.Image) != 1 || len(g.Image[0].Palette) > 256 || g.Delay[0] != 100 {
		t.Errorf("%d frames, delays %v", len(g.Image), g.Delay)
	}
}

// TestUnchangedPixelsAreTransparent: a frame holds only what has changed, so that a dot
// in each corner costs two pixels.
func TestUnchangedPixelsAreTransparent(t *testing.T) {
	for _, most := range []int{2, 3, 256} {
		ground := image.NewRGBA(image.Rect(0, 0, 16, 16))
		for i := range 256 {
			ground.SetRGBA(i%16, i/16, color.RGBA{uint8(i), 0, 99, 255})
		}
		dotted := image.NewRGBA(ground.Rect)
		copy(dotted.Pix, ground.Pix)
		dotted.SetRGBA(0, 0, color.RGBA{0, 255, 0, 255})
		dotted.SetRGBA(15, 15, color.RGBA{0, 255, 0, 255})
		w := render.NewAnimation([]*image.RGBA{ground, dotted}, []time.Duration{time.Second, time.Second}, 0)
		g := GIF(t.Context(), w, Options{Size: ground.Rect.Size(), Length: 2 * time.Second, FPS: 1, Colors: most})
		if len(g.Image) != 2 {
			t.Fatalf("%d frames", len(g.Image))
		}
		kept := 0
		for _, i := range g.Image[1].Pix {
			if _, _, _, a := g.Image[1].Palette[i].RGBA(); a > 0 {
				kept++
			}
		}
		if kept != 2 || len(g.Image[1].Palette) > 256 || g.Image[1].Rect != ground.Rect {
			t.Errorf("%d colours: %d pixels, %d colours, %v", most, kept, len(g.Image[1].Palette), g.Image[1].Rect)
		}
	}
}

// TestInvisibleChangesAreNoFrames: where the enlarged picture is the same, the frame
// before it stays.
func TestInvisibleChangesAreNoFrames(t *testing.T) {
	w, size := scrolling()
	still := image.NewRGBA(image.Rectangle{Max: size})
	g := GIF(t.Context(), w, Options{Size: size, Length: 2 * time.Second, FPS: 25, Colors: 256,
		Enlarge: func(*image.RGBA) *image.RGBA { return still }})
	if len(g.Image) != 1 || g.Delay[0] != 200 {
		t.Errorf("%d frames, delays %v", len(g.Image), g.Delay)
	}
}
