// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"time"
)

// Begun is a widget that began some time ago: it goes on where it is, whenever its surroundings begin. One that has
// not begun yet stands at its start.
type Begun struct {
	Widget
	Ago time.Duration // before t = 0; negative = after it
}

// Draw implements [Widget].
func (b *Begun) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	b.Widget.Draw(dst, p, max(t+b.Ago, 0))
}

// Next returns when the widget changes next.
func (b *Begun) Next(t time.Duration) time.Duration {
	if next := Next(b.Widget, max(t+b.Ago, 0)); next != Forever {
		return next - b.Ago
	}
	return Forever
}
