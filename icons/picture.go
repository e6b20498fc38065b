// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"context"
	"image"
)

// Most bounds how much of a picture is decoded; zeros are no bounds.
type Most struct {
	Frames int
	Pixels int // that change, of all frames together; the first frame is decoded whatever it has
}

// Picture returns a PNG or GIF within the limits of Check in frames of the size box,
// centred and in its proportions: a larger one averaged as Fit does, a smaller one
// enlarged by a whole number. Only the first frames are returned, as many as most allows. It
// needs the memory of the frames in box. It ends early with ctx.
func Picture(ctx context.Context, data []byte, box image.Point, most Most) (*Icon, error) {
	fitted := image.NewRGBA(image.Rectangle{Max: box})
	return decodeTo(ctx, data, most, fitted, func(src image.Point) fitter { return pictureFitter(src, box) })
}

// pictureFitter brings pictures of one size into a box.
func pictureFitter(src, box image.Point) fitter {
	d := src.Mul(max(1, min(box.X/src.X, box.Y/src.Y)))
	switch {
	case src.X*box.Y > box.X*src.Y && src.X > box.X: // it is too wide, rather than too high
		d = image.Pt(box.X, max(1, (2*src.Y*box.X+src.X)/(2*src.X)))
	case src.Y > box.Y:
		d = image.Pt(max(1, (2*src.X*box.Y+src.Y)/(2*src.Y)), box.Y)
	}
	at := box.Sub(d).Div(2)
	return fitter{src: src, dst: image.Rectangle{at, at.Add(d)}}
}
