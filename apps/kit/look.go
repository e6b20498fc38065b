// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"image"
	"image/color"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
)

// PlainLook is used until the device sets a look.
var PlainLook = paint.Look{TextColor: note.Color{R: 255, G: 255, B: 255, Set: true}}

// ColorProperty is the setting for a widget's own colour.
var ColorProperty = device.Property{Name: "color", Schema: device.Schema{
	Type: "string", Title: "Colour", Description: "The device's text colour unless it is set", Format: "color",
}}

// Inks that several apps draw with: for warm or coming things, for cool things, and
// for the background.
var (
	Warm    = color.RGBA{255, 150, 50, 255}  // highest temperatures, sunrise, the next event
	Dusk    = color.RGBA{255, 100, 64, 255}  // sunset; 7:1 against black
	Cool    = color.RGBA{100, 170, 255, 255} // lowest temperatures, the number of a week
	PaleInk = paint.Pale                     // second lines
)

// Pale returns look for words about missing settings and faults: paler than data.
func Pale(look paint.Look) paint.Look {
	return look.Inked(note.Color{R: PaleInk.R, G: PaleInk.G, B: PaleInk.B, Set: true})
}

// InkOf returns the colour that a widget is drawn in: its own, or the device's text
// colour.
func InkOf(look paint.Look, own string) color.RGBA {
	return ColorOf(own).Or(look.TextColor.Opaque())
}

// ColorOf returns the colour that settings name, unset where they name none.
func ColorOf(own string) note.Color {
	c, _ := note.ParseColor(own) // unset on error
	return c
}

// Own returns look with the colour that settings name as that of its text; look itself where they name none.
func Own(look paint.Look, own string) paint.Look {
	if c := ColorOf(own); c.Set {
		return look.Inked(c)
	}
	return look
}

// Dimmed returns c at a fraction of its brightness, for what has to look different from
// c. LEDs that are only on or off would show both alike, so there it is dark.
func (e *Env) Dimmed(c color.RGBA, divisor uint8) color.RGBA {
	if e.Monochrome {
		return color.RGBA{A: c.A}
	}
	return Shade(c, divisor)
}

// Shade returns c at a fraction of its brightness.
func Shade(c color.RGBA, divisor uint8) color.RGBA {
	return color.RGBA{c.R / divisor, c.G / divisor, c.B / divisor, c.A}
}

// Darkened returns w at a third of its brightness, for a picture that may no longer be true.
func Darkened(w render.Widget) render.Widget {
	night := image.NewRGBA(image.Rectangle{Max: w.Size()})
	for i := 3; i < len(night.Pix); i += 4 {
		night.Pix[i] = 170 // a third of the sRGB value is left
	}
	return &render.Stack{Bounds: w.Size(), Layers: []render.Layer{{Widget: w}, {Widget: &render.Still{Image: night}}}}
}
