// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// begun is a widget that began some time before the minute did, so that what scrolls goes
// on when the minute changes.
type begun struct {
	render.Widget
	ago time.Duration
}

// goesOn returns p with its texts scrolling since midnight.
func goesOn(p *typeset.Page, m *Reading) *typeset.Page {
	ago := time.Duration(m.Local.Hour())*time.Hour + time.Duration(m.Local.Minute())*time.Minute
	for i := range p.Layers {
		if p.Items[i].Scrolls {
			p.Layers[i].Widget = &begun{p.Layers[i].Widget, ago}
		}
	}
	return p
}

// Draw implements [render.Widget].
func (b *begun) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	b.Widget.Draw(dst, p, t+b.ago)
}

// Next returns when the widget changes next.
func (b *begun) Next(t time.Duration) time.Duration {
	if next := render.Next(b.Widget, t+b.ago); next != render.Forever {
		return next - b.ago
	}
	return render.Forever
}
