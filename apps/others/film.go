// SPDX-License-Identifier: Apache-2.0

package others

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/render"
)

// tidbyt is the canvas of apps that were written for a Tidbyt.
var tidbyt = image.Pt(64, 32)

// film is the pictures of an app in the middle of the panel, again and again. Each of their
// pixels is a square of the panel's.
type film struct {
	*render.Animation
	panel image.Point
	scale int
}

// newFilm returns the film of a drawing with pictures; nil if they have no room on the panel.
func newFilm(d applet.Drawing, panel image.Point) *film {
	size := d.Images[0].Rect.Size()
	f := &film{render.NewAnimation(d.Images, d.Delays, 0), panel, min(panel.X/size.X, panel.Y/size.Y)}
	if f.scale < 1 {
		return nil
	}
	return f
}

// Size implements [render.Widget].
func (f *film) Size() image.Point { return f.panel }

// Draw implements [render.Widget].
func (f *film) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	m := f.Frame(t)
	size := m.Rect.Size().Mul(f.scale)
	at := p.Add(f.panel.Sub(size).Div(2))
	shown := image.Rectangle{at, at.Add(size)}.Intersect(dst.Rect)
	for y := shown.Min.Y; y < shown.Max.Y; y++ {
		row := m.Pix[(y-at.Y)/f.scale*m.Stride:]
		out := dst.Pix[dst.PixOffset(shown.Min.X, y):]
		for x := shown.Min.X; x < shown.Max.X; x++ {
			from, to := row[(x-at.X)/f.scale*4:], out[(x-shown.Min.X)*4:]
			to[0], to[1], to[2], to[3] = from[0], from[1], from[2], 255
		}
	}
}
