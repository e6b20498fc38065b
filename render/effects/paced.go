// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/render"
)

// Paced returns w faster or slower: factor, above 0, is how much of w's time passes in a
// second.
func Paced(w render.Widget, factor float64) render.Widget { return &paced{w, factor} }

type paced struct {
	render.Widget
	factor float64
}

// own returns the time of the widget inside at t.
func (p *paced) own(t time.Duration) time.Duration { return time.Duration(float64(t) * p.factor) }

// Period implements [render.Widget].
func (p *paced) Period() time.Duration { return time.Duration(float64(p.Widget.Period()) / p.factor) }

// Draw implements [render.Widget].
func (p *paced) Draw(dst *image.RGBA, at image.Point, t time.Duration) {
	p.Widget.Draw(dst, at, p.own(t))
}

// Next returns when the widget inside changes next.
func (p *paced) Next(t time.Duration) time.Duration {
	next := render.Next(p.Widget, p.own(t))
	if next == render.Forever {
		return next
	}
	return max(time.Duration(float64(next)/p.factor), t+1)
}
