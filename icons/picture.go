// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"image"
	"time"
)

// Most bounds how much of a picture is decoded, from its first frame on, which comes whatever it
// has; zeros are no bounds, but for Pixels.
type Most struct {
	Frames int
	Pixels int           // that change, of all frames together; 0 = 64 Mi
	Time   time.Duration // frames that begin later are left out
	Bytes  int           // of memory that all frames take
}

// Picture returns a picture within the limits of Check in frames of the size box; see Film.
func Picture(ctx context.Context, data []byte, box image.Point, most Most) (*Icon, error) {
	if err := Check(data); err != nil {
		return nil, fmt.Errorf("icons: %w", err)
	}
	return Film{Box: box, Most: most}.Decode(ctx, data)
}

// usualPixels is as much as 64 frames of 1024×1024.
const usualPixels = 64 << 20

// Film says which frames of a picture are wanted, and how large. The picture may have any number
// of bytes and frames: those beyond Most are left out.
type Film struct {
	Box image.Point // frames come in this size, in pixels; zero = in their own
	// Around makes a picture of one frame, of more pixels than Box, a quarter larger than what covers Box in its
	// proportions, for a window that moves over it. It changes no other picture, and none above 8 times Box.
	Around bool
	Most
}

// Cost returns how many bytes of memory Decode takes at most for data, which are read up to the
// headers of all frames.
func (f Film) Cost(data []byte) (int64, error) {
	is, err := look(data)
	if err != nil {
		return 0, fmt.Errorf("icons: %w", err)
	}
	if f.Frames > 0 {
		is.frames = min(is.frames, f.Frames)
	}
	kept := int64(is.frames) * frameBytes(f.boxOf(is))
	if f.Bytes > 0 {
		kept = min(kept, int64(f.Bytes))
	}
	return is.bytes() + kept, nil
}

func (f Film) boxOf(is facts) image.Point {
	if f.Box == (image.Point{}) {
		return is.size
	}
	if f.Around && is.frames == 1 {
		if large := around(is.size, f.Box); large.X <= min(is.size.X, 8*f.Box.X) && large.Y <= min(is.size.Y, 8*f.Box.Y) {
			return large
		}
	}
	return f.Box
}

// around returns the size of a picture of the proportions of src that is a quarter larger than what covers box.
func around(src, box image.Point) image.Point {
	if src.X*box.Y > box.X*src.Y { // it is wider
		return image.Pt(5*src.X*box.Y/(4*src.Y), 5*box.Y/4)
	}
	return image.Pt(5*box.X/4, 5*src.Y*box.X/(4*src.X))
}

// frameBytes returns the bytes of a frame.
func frameBytes(size image.Point) int64 { return 4 * int64(size.X*size.Y) }

// Decode returns the frames of data in the size Box, centred and in their proportions: larger
// ones averaged as Fit does, smaller ones enlarged by a whole number. Frames that look the same
// share their picture. It ends early with ctx.
func (f Film) Decode(ctx context.Context, data []byte) (*Icon, error) {
	is, err := look(data)
	if err != nil {
		return nil, fmt.Errorf("icons: %w", err)
	}
	box := f.boxOf(is)
	fitted := image.NewRGBA(image.Rectangle{Max: box})
	return f.decode(ctx, data, fitted, func(src image.Point) fitter {
		if box != f.Box { // it has the proportions of src, but for a part of a pixel
			return fitter{src: src, dst: fitted.Rect}
		}
		return pictureFitter(src, box)
	})
}

// errEnough ends a walk that has all frames that are wanted.
var errEnough = errors.New("enough")

// decode is Decode for frames as large as fitted, to which fit brings them. It repeats no work
// for what did not change from one frame to the next.
func (f Film) decode(
	ctx context.Context, data []byte, fitted *image.RGBA, fit func(src image.Point) fitter,
) (*Icon, error) {
	out := &Icon{}
	made := map[uint64]*image.RGBA{} // by the hash of the pixels
	seed := maphash.MakeSeed()
	var begins time.Duration
	pixels, most := 0, cmp.Or(f.Pixels, usualPixels)
	beyond := func(n int) bool {
		return n > 0 && (pixels > most || f.Time > 0 && begins >= f.Time ||
			f.Bytes > 0 && (n+1)*len(fitted.Pix) > f.Bytes)
	}
	var err error
	out.Loops, err = walk(data, func(frame Frame, changed image.Rectangle) error {
		if pixels += changed.Dx() * changed.Dy(); beyond(len(out.Frames)) {
			return errEnough
		}
		fit(frame.Image.Rect.Size()).scale(fitted, frame.Image, changed)
		hash := maphash.Bytes(seed, fitted.Pix)
		m := made[hash]
		if m == nil || !bytes.Equal(m.Pix, fitted.Pix) {
			m = clone(fitted)
			made[hash] = m
		}
		out.Frames = append(out.Frames, Frame{m, frame.Delay})
		if begins += frame.Delay; len(out.Frames) == f.Frames {
			return errEnough // before the next one is decoded
		}
		return ctx.Err()
	})
	if err != nil && err != errEnough {
		return nil, err
	}
	return out.withFirst(), nil
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
