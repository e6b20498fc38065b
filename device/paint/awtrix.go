// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"cmp"
	"time"

	"github.com/ledpost/ledpost/device/awtrix"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render/effects"
)

// awtrix returns the picture of a frame that is drawn by the rules of AWTRIX, and how
// long it is shown.
func (p *Painter) awtrix(f *note.Frame, made scenery) (*awtrix.Picture, time.Duration) {
	size, _ := awtrix.Grid(p.Size)
	var parts awtrix.Parts
	if !f.Icon.IsZero() {
		if ic := p.Icons.Icon(f.Icon); !ic.Unknown() {
			parts.Icon = Icon(ic.In(awtrix.Side).Fit(awtrix.Side))
		}
	}
	if parts.Behind = made.effect(f, size); parts.Behind != nil && f.Legible() {
		parts.Behind = effects.Behind(parts.Behind)
	}
	parts.Overlay, _ = made.overlay(f.Overlay, size)
	look := p.Look.WithDefaults()
	w := awtrix.New(f, p.Size, parts, awtrix.Look{Ink: look.TextColor.Opaque(), Speed: look.ScrollSpeed})
	stand := standText
	if charts(f) {
		stand = standChart
	}
	if f.Passes > 0 {
		return w, cmp.Or(w.Passes(f.Passes), f.Duration, stand)
	}
	return w, cmp.Or(w.Pass(), stand)
}
