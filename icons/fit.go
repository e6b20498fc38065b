// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"image"
	"slices"

	"github.com/ledpost/ledpost/internal/epx"
	"github.com/ledpost/ledpost/internal/srgb"
)

// box is the side that icons are drawn for, in pixels; larger boxes take whole
// multiples of it.
const box = 8

// Fit returns ic in frames of size×size pixels. Larger pictures keep their
// shape and are scaled down with an area filter in linear light, as they look
// on black, where icons are shown: clear counts as black. Pixel art that was
// enlarged by a whole number comes back exactly. Smaller ones are centred; in
// boxes of 16 and more pixels they are first enlarged by a whole number, at
// most size/8, by the rule for pixel art.
func (ic *Icon) Fit(size int) *Icon { return ic.fit(room{side: size}) }

func (ic *Icon) fit(to room) *Icon {
	size := to.side
	out := &Icon{Loops: ic.Loops}
	for _, f := range ic.Frames {
		m := blank(size)
		newFitter(f.Image.Rect.Size(), to).scale(m, f.Image, f.Image.Rect)
		out.Frames = append(out.Frames, Frame{m, f.Delay})
	}
	return out
}

// fitter scales pictures of one size into a box.
type fitter struct {
	src  image.Point
	dst  image.Rectangle // within the box
	rule bool            // larger ones are drawn by the rule for pixel art, else in squares
}

func newFitter(src image.Point, to room) fitter {
	size, longest := to.side, max(src.X, src.Y)
	d := src
	if longest > size {
		d.X = max(1, (2*src.X*size+longest)/(2*longest))
		d.Y = max(1, (2*src.Y*size+longest)/(2*longest))
	} else {
		d = d.Mul(max(1, min(size/box, size/longest)))
	}
	at := image.Pt(size-d.X, size-d.Y).Div(2)
	return fitter{src, image.Rectangle{at, at.Add(d)}, !to.squares}
}

// scale brings what of src lies in changed to dst.
func (f fitter) scale(dst, src *image.RGBA, changed image.Rectangle) {
	d := f.dst.Size()
	if n := d.X / f.src.X; f.rule && n > 1 && d == f.src.Mul(n) {
		if !changed.Empty() { // a pixel changes its neighbours
			large := epx.Enlarge(src, n)
			for y := range d.Y {
				copy(row(dst, f.dst, f.dst.Min.Y+y), row(large, large.Rect, y))
			}
		}
		return
	}
	changed = changed.Sub(src.Rect.Min)
	for y := changed.Min.Y * d.Y / f.src.Y; y < (changed.Max.Y*d.Y+f.src.Y-1)/f.src.Y; y++ {
		for x := changed.Min.X * d.X / f.src.X; x < (changed.Max.X*d.X+f.src.X-1)/f.src.X; x++ {
			at := dst.PixOffset(f.dst.Min.X+x, f.dst.Min.Y+y)
			f.mean(dst.Pix[at:at+4], src, x, y)
		}
	}
}

// mean puts the mean of the pixels under the cell x, y of the result in to.
// A cell is src wide and a pixel dst wide, so that all weights are whole.
func (f fitter) mean(to []uint8, src *image.RGBA, x, y int) {
	d := f.dst.Size()
	var sum [3]uint64 // linear light × area
	var alpha uint64
	for j := y * f.src.Y / d.Y; j*d.Y < (y+1)*f.src.Y; j++ {
		high := min((j+1)*d.Y, (y+1)*f.src.Y) - max(j*d.Y, y*f.src.Y)
		for i := x * f.src.X / d.X; i*d.X < (x+1)*f.src.X; i++ {
			wide := min((i+1)*d.X, (x+1)*f.src.X) - max(i*d.X, x*f.src.X)
			p := src.Pix[j*src.Stride+4*i:][:4:4]
			weight := uint64(wide * high)
			alpha += weight * uint64(p[3])
			for c := range sum {
				sum[c] += weight * uint64(linear[p[c]]) // premultiplied: over black
			}
		}
	}
	area := uint64(f.src.X * f.src.Y)
	to[3] = uint8((alpha + area/2) / area)
	for c := range sum {
		to[c] = encode((sum[c] + area/2) / area)
		to[3] = max(to[3], to[c]) // no colour is above its alpha
	}
}

// linear is the linear intensity of each sRGB value.
var linear = srgb.Table()

// encode returns the sRGB value whose intensity is nearest to l.
func encode(l uint64) uint8 {
	i, exact := slices.BinarySearch(linear[:], uint16(l))
	if exact || i == 0 {
		return uint8(i)
	}
	if i == 256 || uint16(l)-linear[i-1] < linear[i]-uint16(l) {
		i--
	}
	return uint8(i)
}

// blank returns a clear square.
func blank(size int) *image.RGBA { return image.NewRGBA(image.Rect(0, 0, size, size)) }
