// SPDX-License-Identifier: Apache-2.0

package api

import (
	"image"
	"image/color"
	"image/png"
	"net/http"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render"
)

// corner is an app that shows one white pixel.
type corner struct{ ground }

func (corner) Step(time.Time) device.Now {
	m := image.NewRGBA(image.Rect(0, 0, 37, 8))
	m.Set(36, 0, color.White)
	return device.Now{Views: map[string]device.View{"": {Root: &render.Still{Image: m}}}}
}

// TestWidgetPicture: what a widget would show, in squares, though the display is
// off; and the errors.
func TestWidgetPicture(t *testing.T) {
	story(t, func(s *setup) { s.dev.Apps = []device.App{corner{}} }, func(t *testing.T, r *rig) {
		r.do("PUT", "/api/v2/device/display", `{"on":false}`)
		w := r.do("GET", "/live/apps/"+clockWidget.ID+".png?scale=2", "")
		m, err := png.Decode(w.Body)
		if err != nil || m.Bounds() != image.Rect(0, 0, 74, 16) || w.Header().Get("Content-Type") != "image/png" {
			t.Fatalf("%d, %v: %v", w.Code, w.Header(), err)
		}
		for y := range 16 {
			for x := range 74 {
				want := color.RGBA{0, 0, 0, 255}
				if x >= 72 && y < 2 {
					want = color.RGBA{255, 255, 255, 255}
				}
				if got := color.RGBAModel.Convert(m.At(x, y)); got != want {
					t.Fatalf("pixel %d,%d is %v, want %v", x, y, got, want)
				}
			}
		}
		for _, row := range []struct {
			target string
			code   int
		}{
			{"/live/apps/" + clockWidget.ID, http.StatusNotFound},
			{"/live/apps/0123.png", http.StatusNotFound},
			{"/live/apps/.png", http.StatusNotFound},
			{"/live/apps/" + clockWidget.ID + ".png?scale=0", http.StatusBadRequest},
		} {
			if w := r.do("GET", row.target, ""); w.Code != row.code {
				t.Errorf("%s: %d, want %d", row.target, w.Code, row.code)
			}
		}
	})
}
