// SPDX-License-Identifier: Apache-2.0

// Package record records a widget as a GIF: one frame for each change of its
// picture, with the pixels that have changed.
package record

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"slices"
	"time"

	"github.com/soniakeys/quant/median"

	"github.com/ledpost/ledpost/render"
)

// Fastest is the highest number of frames a second that browsers show at its own
// speed.
const Fastest = 50

// Options say how a widget is recorded.
type Options struct {
	Size   image.Point
	Length time.Duration // from the widget's beginning
	FPS    int           // frames a second at most, 1 to Fastest
	Colors int           // of a frame at most, 2 to 256; more are approximated
	Pixels int           // that may be kept, a byte each; then the recording ends. 0 = no limit

	// Enlarge, if not nil, returns the picture of the file for one of the widget.
	Enlarge func(m *image.RGBA) *image.RGBA
}

// GIF draws w from its beginning, to be shown over and over. When ctx ends, or
// there are too many pixels, it returns what it has drawn so far, at least one
// frame.
func GIF(ctx context.Context, w render.Widget, o Options) *gif.GIF {
	r := &recording{Options: o, frame: image.NewRGBA(image.Rectangle{Max: o.Size})}
	tick := time.Duration(100/o.FPS) * 10 * time.Millisecond // delays are in hundredths
	for t := time.Duration(0); t < o.Length && (t == 0 || ctx.Err() == nil && !r.full()); {
		next := min(nextTick(w, t, tick), o.Length)
		render.Clear(r.frame)
		w.Draw(r.frame, image.Point{}, t)
		r.add(hundredths(next) - hundredths(t))
		t = next
	}
	if len(r.out.Image) > 0 {
		size := r.out.Image[0].Rect.Size()
		r.out.Config = image.Config{Width: size.X, Height: size.Y}
	}
	return &r.out
}

// recording is a GIF that is being made.
type recording struct {
	Options
	frame *image.RGBA
	last  []uint8 // the pixels of the frame before
	shown []uint8 // and of its picture in the file; nil before the first frame
	out   gif.GIF
}

// full reports whether one frame more would be too much.
func (r *recording) full() bool {
	return r.Pixels > 0 && (len(r.out.Image)+1)*r.Size.X*r.Size.Y > r.Pixels
}

// add appends the frame, which is shown for so many hundredths of a second.
func (r *recording) add(delay int) {
	whole := r.frame
	same := r.shown != nil && slices.Equal(r.frame.Pix, r.last)
	if !same && r.Enlarge != nil {
		whole = r.Enlarge(r.frame)
		same = slices.Equal(whole.Pix, r.shown) // a light too weak to be seen
	}
	if same {
		r.out.Delay[len(r.out.Delay)-1] += delay
		return
	}
	m := paletted(whole, r.Colors)
	if r.shown != nil {
		m = changes(whole, r.shown, r.Colors)
	}
	r.out.Image, r.out.Delay = append(r.out.Image, m), append(r.out.Delay, delay)
	r.last, r.shown = append(r.last[:0], r.frame.Pix...), append(r.shown[:0], whole.Pix...)
}

// nextTick returns the first tick after t at which w may have changed.
func nextTick(w render.Widget, t, tick time.Duration) time.Duration {
	next := render.Next(w, t)
	if next == render.Forever {
		return next
	}
	return max((next+tick-1)/tick, t/tick+1) * tick
}

func hundredths(t time.Duration) int { return int(t / (10 * time.Millisecond)) }

// paletted keeps the colours of m exactly if there are no more than most, else
// it keeps those that represent m best.
func paletted(m *image.RGBA, most int) *image.Paletted {
	seen := map[color.RGBA]bool{}
	colours := color.Palette{}
	for i := 0; i < len(m.Pix) && len(colours) <= most; i += 4 {
		c := color.RGBA{m.Pix[i], m.Pix[i+1], m.Pix[i+2], 255}
		if !seen[c] {
			seen[c] = true
			colours = append(colours, c)
		}
	}
	if len(colours) > most {
		return median.Quantizer(most).Paletted(m)
	}
	p := image.NewPaletted(m.Rect, colours)
	draw.Draw(p, p.Rect, m, m.Rect.Min, draw.Src)
	return p
}

// changes returns the smallest picture with all pixels of m that differ from last, the
// pixels of the picture before. The others are transparent: long runs of one colour,
// which GIF keeps in few bytes. At most most colours, the transparent one among them
// unless there are only two.
func changes(m *image.RGBA, last []uint8, most int) *image.Paletted {
	strip, rect := differing(m, last)
	if most > 2 {
		most--
	}
	inks := paletted(strip, most)
	through := uint8(len(inks.Palette))
	out := image.NewPaletted(rect, append(slices.Clone(inks.Palette), color.RGBA{}))
	for i := range out.Pix {
		out.Pix[i] = through
	}
	next := 0
	for i := 0; i < len(last); i += 4 {
		if [4]uint8(m.Pix[i:]) != [4]uint8(last[i:]) {
			out.SetColorIndex(i%m.Stride/4, i/m.Stride, inks.Pix[next])
			next++
		}
	}
	return out
}

// differing returns the pixels of m that differ from last, at least one, in a row, and
// the smallest rectangle that holds them all.
func differing(m *image.RGBA, last []uint8) (strip *image.RGBA, rect image.Rectangle) {
	var pix []uint8
	for i := 0; i < len(last); i += 4 {
		if [4]uint8(m.Pix[i:]) != [4]uint8(last[i:]) {
			pix = append(pix, m.Pix[i:i+4]...)
			rect = rect.Union(image.Rect(0, 0, 1, 1).Add(image.Pt(i%m.Stride/4, i/m.Stride)))
		}
	}
	return &image.RGBA{Pix: pix, Stride: len(pix), Rect: image.Rect(0, 0, len(pix)/4, 1)}, rect
}
