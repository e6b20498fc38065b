// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// begun is a widget that began some time before the minute did, so that what scrolls goes
// on when the minute changes, or will begin after it.
type begun struct {
	render.Widget
	ago time.Duration // negative = after the minute
}

// goesOn returns p with its texts scrolling since the clock came to be seen.
func goesOn(p *typeset.Page, m *Reading) *typeset.Page {
	ago := time.Duration(0)
	if !m.Seen.IsZero() {
		ago = m.Local.Truncate(time.Minute).Sub(m.Seen)
	}
	for i := range p.Layers {
		if p.Items[i].Scrolls {
			p.Layers[i].Widget = &begun{p.Layers[i].Widget, ago}
		}
	}
	return p
}

// Draw implements [render.Widget].
func (b *begun) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	b.Widget.Draw(dst, p, max(t+b.ago, 0))
}

// Next returns when the widget changes next.
func (b *begun) Next(t time.Duration) time.Duration {
	if next := render.Next(b.Widget, max(t+b.ago, 0)); next != render.Forever {
		return next - b.ago
	}
	return render.Forever
}
