// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"fmt"
	"image"
	"io"
	"time"
)

// Icon is a picture that may move. It is never changed once made, so that any
// number of goroutines may draw it.
type Icon struct {
	Frames []Frame // at least one
	Loops  int     // times to play; then the last frame stays. 0 = for ever

	other   func(side int) *Icon // a built-in one's drawing for another box, nil = none
	unknown bool                 // it is the sign for an icon that there is not
	first   *Icon                // its first frame alone, made with it, so that each has one address; nil = it is still
}

// Unknown reports whether ic is the sign that Store returns where there is no icon.
func (ic *Icon) Unknown() bool { return ic.unknown }

// withFirst returns ic, after its first frame was made an icon too.
func (ic *Icon) withFirst() *Icon {
	if len(ic.Frames) > 1 {
		ic.first = &Icon{Frames: []Frame{{Image: ic.Frames[0].Image}}}
		if ic.other != nil {
			ic.first.other = func(side int) *Icon { return ic.other(side).still() }
		}
	}
	return ic
}

// Frame is one picture of an Icon, as it is seen: composited, premultiplied.
type Frame struct {
	Image *image.RGBA
	Delay time.Duration // how long it stands; 0 in a still picture
}

// maxPixels bounds what Decode keeps: 64 MiB.
const maxPixels = 16 << 20

// Decode gives all frames of a picture at their own size. Pictures beyond
// the limits of Check, or of more than 16 Mi pixels in all frames together
// (Walk has no such bound), are an error.
func Decode(data []byte) (*Icon, error) {
	f, err := inspect(data)
	if err != nil {
		return nil, fmt.Errorf("icons: %w", err)
	}
	if f.size.X*f.size.Y*f.frames > maxPixels {
		return nil, fmt.Errorf("icons: %d frames of %d×%d pixels are too many at once", f.frames, f.size.X, f.size.Y)
	}
	var ic Icon
	ic.Loops, err = Walk(data, func(f Frame) error {
		f.Image = clone(f.Image)
		ic.Frames = append(ic.Frames, f)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &ic, nil
}

func clone(m *image.RGBA) *image.RGBA {
	c := *m
	c.Pix = bytes.Clone(m.Pix)
	return &c
}

// Walk calls visit with each frame of a picture in turn, at its own size, and
// returns how often to play them (0 = for ever). The image is only valid during the
// call; it needs the memory of a few frames, however many there are. An error of visit
// ends the walk and is returned as it is. A frame with broken data ends the picture
// before it; of a broken first frame of a GIF that part is shown which could be read.
func Walk(data []byte, visit func(Frame) error) (loops int, err error) {
	if err := Check(data); err != nil {
		return 0, fmt.Errorf("icons: %w", err)
	}
	return walk(data, func(f Frame, _ image.Rectangle) error { return visit(f) })
}

func walkGIF(data []byte, visit visitor) (int, error) {
	g, err := newGIF(data)
	if err != nil {
		return 0, fmt.Errorf("icons: %w", err)
	}
	var c *canvas
	for n := 0; ; n++ {
		f, err := g.next()
		if err == io.EOF {
			return g.loops, nil
		}
		if err != nil {
			return 0, fmt.Errorf("icons: %w", err)
		}
		if c == nil {
			c = newCanvas(g.size)
		}
		pixels, broken := c.add(f)
		if broken != nil && n > 0 {
			return g.loops, nil
		}
		if broken != nil && pixels == 0 {
			return 0, fmt.Errorf("icons: no frame can be read: %w", broken)
		}
		if err := visit(Frame{c.img, f.delay}, c.dirty); err != nil {
			return 0, err
		}
		if broken != nil {
			return g.loops, nil
		}
	}
}
