// SPDX-License-Identifier: Apache-2.0

//go:build !js

package hardware

import (
	"errors"
	"image"
	"time"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/panelfind"
	"github.com/ledpost/ledpost/render"
)

// probing is the panel while its configuration is searched for: it shows the picture of
// a probe, whatever is drawn.
type probing struct {
	hw.Panel
	size    image.Point // of the drawings
	picture image.Image
}

// openProbe opens the panel for a probe; size is the size of the device's picture.
func openProbe(p *panelfind.Probe, size image.Point) (render.Panel, error) {
	plan, err := p.Panel.Plan()
	if err != nil {
		return nil, err
	}
	opened, err := plan.Open()
	if err != nil {
		return nil, err
	}
	return &probing{opened, size, p.Picture},
		errors.Join(opened.SetBrightness(1), opened.Draw(p.Picture.Rect, p.Picture, p.Picture.Rect.Min))
}

// Bounds is the size of the picture, and is not seen.
func (p *probing) Bounds() image.Rectangle { return image.Rectangle{Max: p.size} }

// Draw shows the probe again.
func (p *probing) Draw(image.Rectangle, image.Image, image.Point) error {
	b := p.picture.Bounds()
	return p.Panel.Draw(b, p.picture, b.Min)
}

// SetBrightness leaves the probe as bright as it is.
func (p *probing) SetBrightness(float64) error { return nil }

// RefreshAfter implements render.Refresher.
func (p *probing) RefreshAfter() time.Duration {
	if r, ok := p.Panel.(render.Refresher); ok {
		return r.RefreshAfter()
	}
	return 0
}

// Refresh implements render.Refresher.
func (p *probing) Refresh() error {
	if r, ok := p.Panel.(render.Refresher); ok {
		return r.Refresh()
	}
	return nil
}
