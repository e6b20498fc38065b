// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"image"
	"image/color"

	"github.com/ledpost/ledpost/hw/hub75"
)

// stretch is how many words a line of any kind of panel has for each of its columns, at
// most.
const stretch = 4

// careful is the slowdown while nothing is known: slow enough for any cable.
var careful = 8

// drive is the configuration of the wire: panels with direct multiplexing, as many words
// wide as any kind of panel wants.
func (r *run) drive(d driving) hub75.Config {
	c := hub75.Config{
		Rows: 2 * r.addresses(d.address), Cols: r.size.X, Chain: stretch, RowAddress: d.address, Init: d.init, Inverse: d.inverse,
		Wiring: r.base.Wiring, Settle: r.base.Settle, Backend: r.base.Backend, Pulses: r.base.Pulses, GPIO: r.base.GPIO,
		Planes: 6, Slowdown: d.slow, Limits: r.base.Limits,
	}
	return c
}

// wire lights the words at which lit is true, of one address or, with line -1, of all.
// The X of a point is its column from the end, which is shifted in last, Y its half.
func (r *run) wire(d driving, lit func(image.Point) bool, line int) *Probe {
	return r.paint(d, func(s spot) color.RGBA {
		if (line < 0 || s.address == line) && lit(image.Pt(s.back, s.half)) {
			return color.RGBA{255, 255, 255, 255}
		}
		return color.RGBA{A: 255}
	})
}

// paint is a picture of the wire.
func (r *run) paint(d driving, at func(spot) color.RGBA) *Probe {
	if d.slow == nil {
		d.slow = &careful
	} else if *d.slow < 0 {
		d.slow = nil
	}
	c := r.drive(d)
	width, addresses := c.Cols*c.Chain, c.Rows/2
	m := image.NewRGBA(image.Rect(0, 0, width, c.Rows))
	for y := range c.Rows {
		for x := range width {
			m.SetRGBA(x, y, at(spot{width - 1 - x, y % addresses, y / addresses}))
		}
	}
	return &Probe{c, m}
}

// A spot is a place of the wire: the column from the end, which is shifted in last and
// stays next to the input; the address; and the half of the panel.
type spot struct{ back, address, half int }

// driving is how the wire is driven once its kind is known, as slow as any panel needs.
func (k kind) driving() driving { return driving{address: k.address, init: k.init, inverse: k.inverse} }
