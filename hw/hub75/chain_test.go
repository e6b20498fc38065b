// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/hw/pixel"
)

// registers are those of red in the upper half of each panel of a chain, the
// first fed by the Pi. Within a panel stage 0 takes the input: that of the
// rightmost column, seen from the front, of a panel that stands upright.
type registers [][]bool

// shift is a rising clock with a level at the input of the first panel. What
// falls out of a panel goes to the next.
func (r registers) shift(in bool) {
	for _, panel := range r {
		out := panel[len(panel)-1]
		copy(panel[1:], panel)
		panel[0], in = in, out
	}
}

// TestChainBeginsAtTheRight shifts a picture of one dot through panels that are
// modelled apart from the emulator: which LED of which panel does it light?
func TestChainBeginsAtTheRight(t *testing.T) {
	u := Config{Rows: 8, Cols: 8, Chain: 4, Fold: 2, Planes: 4}
	for _, tt := range []struct {
		name         string
		c            Config
		dot          image.Point
		panel, stage int
	}{
		{"right edge", Config{Rows: 8, Cols: 8, Chain: 2, Planes: 4}, image.Pt(15, 0), 0, 0},
		{"left edge", Config{Rows: 8, Cols: 8, Chain: 2, Planes: 4}, image.Pt(0, 0), 1, 7},
		{"U, top right", u, image.Pt(15, 0), 0, 0},
		{"U, top left", u, image.Pt(0, 0), 1, 7},
		{"U, bottom left", u, image.Pt(0, 15), 2, 0}, // upside down: input at the left, first row below
		{"U, bottom right", u, image.Pt(15, 15), 3, 7},
	} {
		g, pins, err := resolve(&tt.c)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		m := image.NewRGBA(image.Rectangle{Max: g.size})
		m.SetRGBA(tt.dot.X, tt.dot.Y, color.RGBA{R: 255, A: 255})
		e := newEncoder(&tt.c, g, &pins, pixel.Dither{})
		frame := make([]uint32, e.frameSize())
		e.pack(frame, m)
		chain := make(registers, tt.c.Chain)
		for i := range chain {
			chain[i] = make([]bool, tt.c.Cols)
		}
		for _, word := range e.line(frame, 0, tt.c.Planes-1) {
			chain.shift(word>>pins.Colour[0][0]&1 != 0)
		}
		for i, panel := range chain {
			want := make([]bool, tt.c.Cols)
			want[tt.stage] = i == tt.panel
			if !slices.Equal(panel, want) {
				t.Errorf("%s: panel %d from the Pi shows %v", tt.name, i+1, panel)
			}
		}
	}
}
