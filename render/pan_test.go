// SPDX-License-Identifier: Apache-2.0

package render_test

import (
	"image"
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/srgb"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

// photograph is a dark one with fine stripes, the worst of what a way between pixels can make flicker.
func photograph(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		v := uint8(7)
		if i%w%2 == 0 {
			v = 120
		}
		copy(m.Pix[4*i:], []uint8{v, v / 2, 7, 255})
	}
	return m
}

// TestPan: it goes from corner to corner and back, keeps its light on the way, and stands where there is no room.
func TestPan(t *testing.T) {
	for _, row := range []struct {
		why           string
		of            image.Point
		rising, whole bool
		first, last   image.Point // the corners of the window in the picture
	}{
		{"down", image.Pt(20, 12), false, false, image.Pt(0, 0), image.Pt(4, 4)},
		{"up", image.Pt(20, 12), true, false, image.Pt(0, 4), image.Pt(4, 0)},
		{"by whole pixels", image.Pt(20, 12), false, true, image.Pt(0, 0), image.Pt(4, 4)},
		{"across", image.Pt(20, 8), false, false, image.Pt(0, 0), image.Pt(4, 0)},
		{"nowhere", image.Pt(16, 8), false, false, image.Pt(0, 0), image.Pt(0, 0)},
	} {
		m := photograph(row.of.X, row.of.Y)
		p := &render.Pan{Image: m, Window: image.Pt(16, 8), There: 4 * time.Second, Rising: row.rising, Whole: row.whole}
		rendertest.Check(t, p)
		shown := func(at time.Duration) *image.RGBA {
			dst := image.NewRGBA(image.Rectangle{Max: p.Window})
			p.Draw(dst, image.Point{}, at)
			return dst
		}
		for at, corner := range map[time.Duration]image.Point{0: row.first, p.There: row.last, 2 * p.There: row.first} {
			got := shown(at)
			for i := range 16 * 8 {
				if x, y := i%16, i/16; got.RGBAAt(x, y) != m.RGBAAt(x+corner.X, y+corner.Y) {
					t.Fatalf("%s: after %v another pixel at %d,%d", row.why, at, x, y)
				}
			}
		}
		want := panLight(shown(0))
		for at := time.Duration(0); at < 2*p.There; at += 50 * time.Millisecond {
			if got := panLight(shown(at)); math.Abs(got/want-1) > 0.02 {
				t.Errorf("%s: after %v it has %.3f of its light", row.why, at, got/want)
			}
		}
	}
}

func panLight(m *image.RGBA) (sum float64) {
	for i, v := range m.Pix {
		if i%4 < 3 {
			sum += srgb.Light(float64(v) / 255)
		}
	}
	return sum
}
