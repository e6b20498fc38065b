// SPDX-License-Identifier: Apache-2.0

package others

import (
	"image"
	"sort"
	"time"

	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/render"
)

// The canvas of apps that were written for a Tidbyt.
const (
	tidbytWidth  = 64
	tidbytHeight = 32
)

// film is the pictures of an app in the middle of the panel, again and again. Each of their
// pixels is a square of the panel's.
type film struct {
	panel  image.Point
	images []*image.RGBA
	ends   []time.Duration // of each, from the beginning of a pass
	scale  int
}

// newFilm returns the film of a drawing with pictures; nil if they have no room on the panel.
func newFilm(d applet.Drawing, panel image.Point) *film {
	size := d.Images[0].Rect.Size()
	f := &film{panel: panel, images: d.Images, scale: min(panel.X/size.X, panel.Y/size.Y)}
	if f.scale < 1 {
		return nil
	}
	var end time.Duration
	for _, delay := range d.Delays {
		end += max(delay, 10*time.Millisecond)
		f.ends = append(f.ends, end)
	}
	return f
}

// Size implements [render.Widget].
func (f *film) Size() image.Point { return f.panel }

// Period implements [render.Widget].
func (f *film) Period() time.Duration {
	if len(f.ends) < 2 {
		return 0
	}
	return f.ends[len(f.ends)-1]
}

// at returns which picture shows at t, and when it ends.
func (f *film) at(t time.Duration) (i int, end time.Duration) {
	pass := f.Period()
	if pass == 0 {
		return 0, render.Forever
	}
	begin := t / pass * pass
	i = sort.Search(len(f.ends)-1, func(i int) bool { return t-begin < f.ends[i] })
	return i, begin + f.ends[i]
}

// Next implements [render.Nexter].
func (f *film) Next(t time.Duration) time.Duration {
	_, end := f.at(max(t, 0))
	return end
}

// Draw implements [render.Widget].
func (f *film) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	i, _ := f.at(max(t, 0))
	m := f.images[i]
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

// faded is a picture that is no longer true: darker than it was.
type faded struct{ render.Widget }

// Next implements [render.Nexter].
func (f faded) Next(t time.Duration) time.Duration { return render.Next(f.Widget, t) }

// Draw implements [render.Widget].
func (f faded) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	f.Widget.Draw(dst, p, t)
	r := image.Rectangle{p, p.Add(f.Size())}.Intersect(dst.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := dst.Pix[dst.PixOffset(r.Min.X, y):][:4*r.Dx()]
		for i := range row {
			if i%4 != 3 {
				row[i] /= 3
			}
		}
	}
}
