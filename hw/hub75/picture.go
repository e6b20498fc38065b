// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
)

// Compare reports whether the panels show want at the given brightness, and if
// not, the first pixel that differs, in the levels that the planes can show.
func (e *Emulator) Compare(want image.Image, brightness float64) error {
	if err := e.Err(); err != nil {
		return err
	}
	var level [256]uint16
	for v := range level {
		level[v] = e.expected(float64(v)/255, brightness)
	}
	b := want.Bounds()
	var wrong error
	e.each(func(x, y int, got [3]uint16) {
		c := color.RGBAModel.Convert(want.At(b.Min.X+x, b.Min.Y+y)).(color.RGBA)
		if expected := [3]uint16{level[c.R], level[c.G], level[c.B]}; got != expected && wrong == nil {
			wrong = fmt.Errorf("hub75: pixel (%d, %d) shows %v of %d, want %v", x, y, got, 1<<e.config.Planes-1, expected)
		}
	})
	return wrong
}

// expected is the level nearest to the light of a value, 0 to 1, and at least 1
// if it has any. It is worked out by the definitions, apart from the encoder.
func (e *Emulator) expected(value, brightness float64) uint16 {
	light := luminance(100 * value)
	if e.config.Gamma != 0 {
		light = math.Exp(e.config.Gamma * math.Log(value))
	}
	light *= luminance(100 * brightness)
	if light <= 0 {
		return 0
	}
	return uint16(max(1, int(light*(math.Exp2(float64(e.config.Planes))-1)+0.5)))
}

// luminance of a lightness L*, 0 to 100: the inverse of L* = 116·f(Y) − 16 with
// f(Y) = Y^(1/3), or (841/108)·Y + 4/29 where Y ≤ (6/29)³ (CIE 15:2004, 8.2.1).
func luminance(lightness float64) float64 {
	const delta = 6.0 / 29
	f := (lightness + 16) / 116
	if f > delta {
		return f * f * f
	}
	return 3 * delta * delta * (f - 4.0/29)
}

// Picture returns what the panels show: the brightness of each channel.
func (e *Emulator) Picture() *image.RGBA64 {
	m := image.NewRGBA64(image.Rectangle{Max: e.geometry.size})
	full := uint32(1)<<e.config.Planes - 1
	light := func(level uint16) uint16 { return uint16(uint32(level) * 65535 / full) }
	e.each(func(x, y int, l [3]uint16) {
		m.SetRGBA64(x, y, color.RGBA64{R: light(l[0]), G: light(l[1]), B: light(l[2]), A: 65535})
	})
	return m
}

// each calls f with the levels of red, green and blue of each pixel of the
// picture, row by row.
func (e *Emulator) each(f func(x, y int, level [3]uint16)) {
	at := slices.Repeat([]int{-1}, e.geometry.size.X*e.geometry.size.Y) // of a map, pixels may have no LED
	for i, p := range e.geometry.source {
		if p >= 0 {
			at[p] = i
		}
	}
	for p, i := range at {
		var level [3]uint16
		for input := range level {
			if i < 0 {
				break
			}
			level[order(e.config.Order, input)] = e.value[3*i+input]
		}
		f(p%e.geometry.size.X, p/e.geometry.size.X, level)
	}
}
