// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// NewFront returns the picture of the overlay and, over it, of the indicators that are
// on, for a panel of that size; nil if there is neither.
func NewFront(size image.Point, over note.Overlay, list [note.Indicators]note.Indicator) render.Widget {
	w, falls := scenery{}.overlay(over, size)
	lit := list != [note.Indicators]note.Indicator{}
	switch {
	case falls && lit:
		return &render.Stack{Bounds: size, Layers: []render.Layer{{Widget: w}, {Widget: NewIndicators(size, list)}}}
	case lit:
		return NewIndicators(size, list)
	case falls:
		return w
	}
	return nil
}

// NewIndicators returns the picture of the indicators that are on, for a panel of that
// size: two corners of three pixels and, between them, two pixels at the right edge,
// larger on taller panels. The rest is transparent. Blinking and fading ones are
// bright at t = 0.
func NewIndicators(size image.Point, list [note.Indicators]note.Indicator) render.Widget {
	k := max(1, min(size.Y/16, size.X/16))
	places := [note.Indicators][]image.Rectangle{
		{image.Rect(size.X-2*k, 0, size.X, k), image.Rect(size.X-k, k, size.X, 2*k)},
		{image.Rect(size.X-k, size.Y/2-k, size.X, size.Y/2+k)},
		{image.Rect(size.X-k, size.Y-2*k, size.X, size.Y-k), image.Rect(size.X-2*k, size.Y-k, size.X, size.Y)},
	}
	w := &indicators{size: size}
	for i, v := range list {
		if !v.Color.Set {
			continue
		}
		v.Period = cmp.Or(v.Period, note.DefaultPeriod)
		w.list = append(w.list, indicator{v, places[i]})
	}
	return w
}

type indicators struct {
	size image.Point
	list []indicator
}

type indicator struct {
	note.Indicator
	place []image.Rectangle
}

// Size implements [render.Widget].
func (w *indicators) Size() image.Point { return w.size }

// Period implements [render.Widget]: the longest period of the indicators that change.
func (w *indicators) Period() (longest time.Duration) {
	for _, i := range w.list {
		if i.Effect != note.IndicatorSteady {
			longest = max(longest, i.Period)
		}
	}
	return longest
}

// Draw implements [render.Widget].
func (w *indicators) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	for i := range w.list {
		v := &w.list[i]
		level := v.level(t)
		if level == 0 {
			continue
		}
		c := color.RGBA{dim(v.Color.R, level), dim(v.Color.G, level), dim(v.Color.B, level), 255}
		for _, r := range v.place {
			render.Block(dst, r.Add(p), c)
		}
	}
}

// Next returns when the first of them changes.
func (w *indicators) Next(t time.Duration) time.Duration {
	next := render.Forever
	for i := range w.list {
		switch v := &w.list[i]; v.Effect {
		case note.IndicatorBlink:
			next = min(next, halfAfter(t, v.Period))
		case note.IndicatorFade:
			return t + 1
		}
	}
	return next
}

// level returns how bright an indicator is, 0 (transparent) to 256.
func (v *indicator) level(t time.Duration) uint32 {
	switch v.Effect {
	case note.IndicatorBlink:
		return blinking(t, v.Period)
	case note.IndicatorFade:
		return fading(t, v.Period)
	}
	return 256
}

// dim returns v scaled by level/256.
func dim(v uint8, level uint32) uint8 { return uint8(uint32(v) * level >> 8) }

// blinking returns 256 in the first half of a period, and 0 in the second.
func blinking(t, period time.Duration) uint32 {
	if within(t, period) < (period+1)/2 {
		return 256
	}
	return 0
}

// halfAfter returns when blinking changes next.
func halfAfter(t, period time.Duration) time.Duration {
	in := within(t, period)
	if half := (period + 1) / 2; in < half {
		return t - in + half
	}
	return t - in + period
}

// fading goes from 256 at the start of a period to 0 in its middle and back, in steps
// that are even for the eye, as sRGB values are.
func fading(t, period time.Duration) uint32 {
	return uint32(128 + 128*math.Cos(2*math.Pi*float64(within(t, period))/float64(period)))
}

// within returns the position of t in its period, also for negative t.
func within(t, period time.Duration) time.Duration {
	if t %= period; t < 0 {
		t += period
	}
	return t
}
