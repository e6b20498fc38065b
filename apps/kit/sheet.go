// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"image"

	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// Sheet lays out pages for one panel without cutting anything off: what does not
// fit side by side goes below each other, or else in turn, and what does not fit
// even alone scrolls.
type Sheet struct {
	Size  image.Point   // of the panel, pixels
	Fonts *fonts.Set    // the panel's
	Grid  *typeset.Grid // of the panel
	icons paint.IconSource
	look  paint.Look

	monochrome bool // the LEDs are only on or off
}

// NewSheet returns the sheet of a panel, for texts in look; what look leaves open is as
// paint has it.
func NewSheet(env Env, look paint.Look) *Sheet {
	look = look.WithDefaults()
	grid := typeset.NewGrid(env.Fonts, env.Size)
	grid.Speed, grid.Smooth = look.ScrollSpeed, look.Smooth
	return &Sheet{Size: env.Size, Fonts: env.Fonts, Grid: grid, icons: env.Icons, look: look, monochrome: env.Monochrome}
}

// Box returns the side of an icon.
func (s *Sheet) Box() int { return typeset.Icon(s.Size) }
