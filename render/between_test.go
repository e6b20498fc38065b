// SPDX-License-Identifier: Apache-2.0

package render_test

import (
	"image"
	"image/color"
	imagedraw "image/draw"
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/srgb"
	"github.com/ledpost/ledpost/render"
)

// TestSmoothMarqueeKeepsItsLight: the sum of the linear light over a text is the same in each
// of the frames at 60 a second, to a hundredth, in every colour.
func TestSmoothMarqueeKeepsItsLight(t *testing.T) {
	for _, ink := range []color.RGBA{{255, 255, 255, 255}, {255, 176, 0, 255}, {90, 160, 255, 255}, {70, 0, 0, 255}} {
		text := image.NewRGBA(image.Rect(0, 0, 24, 1))
		for _, x := range []int{2, 4, 6, 7, 8, 11, 12, 15, 17, 18, 19, 21} { // strokes of 1, 2 and 3 pixels
			text.SetRGBA(x, 0, ink)
		}
		wide := image.NewRGBA(image.Rect(0, 0, 64, 1)) // the text is within the window all the time
		imagedraw.Draw(wide, text.Rect.Add(image.Pt(40, 0)), text, image.Point{}, imagedraw.Src)
		m := &render.Marquee{Image: wide, Width: 64, Speed: 20, Smooth: true}
		sum := func(at time.Duration) (all [3]float64) {
			got := draw(m, image.Pt(64, 1), at)
			for x := range 64 {
				c := got.RGBAAt(x, 0)
				for i, v := range []uint8{c.R, c.G, c.B} {
					all[i] += srgb.Light(float64(v) / 255)
				}
			}
			return all
		}
		whole := sum(0)
		for frame := range 120 { // 40 pixels
			got := sum(render.Hold + time.Duration(frame)*time.Second/60)
			for i := range whole {
				if d := math.Abs(got[i] - whole[i]); d > whole[i]/100 {
					t.Errorf("ink %v, frame %d: channel %d has the light %.3f, at a whole pixel %.3f", ink, frame, i, got[i], whole[i])
				}
			}
		}
	}
}
