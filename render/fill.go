// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"time"
)

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
	fill(dst, image.Rectangle{p, p.Add(f.Bounds)}, f.Color)
}
