// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"time"
)

// Carried is a widget that moves along with a Marquee: it begins at the left edge of the
// marquee's window and moves as the text does. New ones come from NewCarried.
type Carried struct {
	widget  Widget
	by      *Marquee
	once    bool
	scratch scratch
}

// NewCarried returns w carried to the left by m; if once is set, it shows only in the
// first pass.
func NewCarried(w Widget, m *Marquee, once bool) *Carried {
	return &Carried{widget: w, by: m, once: once, scratch: newScratch(w.Size())}
}

// Size implements [Widget]: the window's width.
func (c *Carried) Size() image.Point { return image.Pt(c.by.Width, c.widget.Size().Y) }

// Period implements [Widget].
func (c *Carried) Period() time.Duration { return c.by.Period() }

// Draw implements [Widget].
func (c *Carried) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	if n, _ := pass(t, c.by.Period()); c.once && n > 0 {
		return
	}
	moved := int(c.by.moved(t))
	if moved >= c.scratch.size.X {
		return
	}
	m := c.scratch.take()
	c.widget.Draw(m, image.Point{}, t)
	lay(dst, m, p.Sub(image.Pt(moved, 0)), image.Rectangle{p, p.Add(c.Size())})
	c.scratch.give(m)
}

// Next implements stepper.
func (c *Carried) Next(t time.Duration) time.Duration { return min(Next(c.widget, t), c.by.Next(t)) }
