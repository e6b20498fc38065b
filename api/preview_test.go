// SPDX-License-Identifier: Apache-2.0

package api

import (
	"image"
	"image/color"
	"image/png"
	"net/http"
	"testing"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/render"
)

var (
	_ render.Panel  = (*live.Preview)(nil)
	_ render.Dimmer = (*live.Preview)(nil)
)

func TestFramePNG(t *testing.T) {
	r := newRig(t, nil)
	defer r.stop()
	m := image.NewRGBA(image.Rect(0, 0, 37, 8))
	m.Set(3, 2, color.RGBA{255, 128, 0, 255})
	r.preview.Draw(m.Rect, m, image.Point{})
	for _, c := range []struct {
		query string
		scale int // 0 = refused
	}{{"", 1}, {"?scale=1", 1}, {"?scale=5", 5}, {"?scale=59", 59}, {"?scale=60", 0}, {"?scale=0", 0}, {"?scale=-1", 0}, {"?scale=x", 0}, {"?scale=1e9", 0}} {
		w := r.do("GET", "/live/frame.png"+c.query, "")
		if c.scale == 0 {
			if got := messages(t, w.Body.Bytes()); w.Code != http.StatusBadRequest || !matches(got[0], "scale: …, want 1 to 59") {
				t.Errorf("%s: %d %q", c.query, w.Code, got)
			}
			continue
		}
		got, err := png.Decode(w.Body)
		if err != nil || got.Bounds() != image.Rect(0, 0, 37*c.scale, 8*c.scale) {
			t.Fatalf("%s: %v %v", c.query, got.Bounds(), err)
		}
		for y := range 8 * c.scale {
			for x := range 37 * c.scale {
				if color.RGBAModel.Convert(got.At(x, y)) != opaque(m.RGBAAt(x/c.scale, y/c.scale)) {
					t.Fatalf("%s: pixel %d,%d is %v", c.query, x, y, got.At(x, y))
				}
			}
		}
	}
}

func opaque(c color.RGBA) color.Color { c.A = 255; return c }
