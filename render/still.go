// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"image/draw"
	"time"
)

// Still shows a picture that does not move. The zero value is empty.
type Still struct {
	Image *image.RGBA // must not change afterwards
}

func (s *Still) Size() image.Point     { return size(s.Image) }
func (s *Still) Period() time.Duration { return 0 }

func (s *Still) Draw(dst *image.RGBA, p image.Point, _ time.Duration) {
	over(dst, image.Rectangle{p, p.Add(s.Size())}, s.Image, p)
}

func size(m *image.RGBA) image.Point {
	if m == nil {
		return image.Point{}
	}
	return m.Bounds().Size()
}

// over composes src onto dst inside window; src's corner comes to at. It draws as
// image/draw does with Over, and passes over the transparent pixels, which are most.
func over(dst *image.RGBA, window image.Rectangle, src *image.RGBA, at image.Point) {
	if src == nil {
		return
	}
	b := src.Bounds()
	r := b.Add(at.Sub(b.Min)).Intersect(window).Intersect(dst.Bounds())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		first := b.Min.Add(image.Pt(r.Min.X, y)).Sub(at)
		overRow(dst.Pix[dst.PixOffset(r.Min.X, y):][:4*r.Dx()], src.Pix[src.PixOffset(first.X, first.Y):])
	}
}

// overRow composes as many pixels of src onto dst as that has.
func overRow(dst, src []uint8) {
	src = src[:min(len(dst), len(src))]
	dst = dst[:len(src)]
	for i := 3; i < len(src); i += 4 {
		switch a := src[i]; a {
		case 0:
		case 255:
			dst[i-3], dst[i-2], dst[i-1], dst[i] = src[i-3], src[i-2], src[i-1], a
		default:
			under := (0xffff - uint32(a)*0x101) * 0x101 // what shows through, in 65535·257ths
			for at := i - 3; at <= i; at++ {
				dst[at] = uint8((uint32(dst[at])*under/0xffff + uint32(src[at])*0x101) >> 8)
			}
		}
	}
}

// Fill is a rectangle in one opaque colour. It does not move.
type Fill struct {
	Bounds image.Point
	Color  color.RGBA
}

// Size implements [Widget].
func (f *Fill) Size() image.Point { return f.Bounds }

// Period implements [Widget].
func (f *Fill) Period() time.Duration { return 0 }

// Draw implements [Widget].
func (f *Fill) Draw(dst *image.RGBA, p image.Point, _ time.Duration) {
	Block(dst, image.Rectangle{p, p.Add(f.Bounds)}, f.Color)
}

// Live is a picture that comes from outside, frame by frame: a stream. Its
// picture does not depend on t: it shows the last frame given to it.
// It must therefore be drawn by one goroutine only, the loop's. New ones come from
// [NewLive].
//
// A frame reaches the panel without a new decision on what to show: Give wakes
// the loop, which draws the scene again at once, or 1/FPS after its last frame.
type Live struct {
	frames *Handoff
	wake   func()
}

// NewLive returns a black picture of the given size. wake is called after each
// frame, and is usually [Loop.Wake].
func NewLive(size image.Point, wake func()) *Live {
	return &Live{frames: NewHandoff(image.Rectangle{Max: size}), wake: wake}
}

// Give makes m the picture, copied to the upper left corner. It never waits, and
// allocates nothing when m is an *image.RGBA. Only one goroutine at a time may call it.
func (l *Live) Give(m image.Image) {
	_ = l.frames.Draw(l.frames.Bounds(), m, m.Bounds().Min) // a Handoff never fails
	l.wake()
}

// Size implements [Widget].
func (l *Live) Size() image.Point { return l.frames.Bounds().Size() }

// Period returns 0: the picture does not change by itself.
func (l *Live) Period() time.Duration { return 0 }

// Draw implements [Widget] with the newest frame, whatever the time.
func (l *Live) Draw(dst *image.RGBA, p image.Point, _ time.Duration) {
	m, _ := l.frames.Take()
	draw.Draw(dst, m.Rect.Add(p), m, image.Point{}, draw.Src)
}
