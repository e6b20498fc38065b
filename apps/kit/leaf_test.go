// SPDX-License-Identifier: Apache-2.0

package kit_test

import (
	"image"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

// TestLeaf is the picture of a day. The outer columns of its digits glow, so that they end
// where the leaf does and not where the panel is dark; LEDs without shades have black digits.
func TestLeaf(t *testing.T) {
	env := apptest.SizedEnv(t, image.Pt(37, 8))
	m := kit.NewSheet(env, kit.PlainLook).Leaf(22).Widget.(*render.Still).Image
	pixtest.Equal(t, m.SubImage(image.Rect(0, 2, 8, 8)), `
		???#???#
		##?###?#
		???#???#
		?###?###
		???#???#
		########`)
	if c := m.RGBAAt(3, 0); c.R < 200 || c.G > 60 {
		t.Errorf("the top is %v, want red", c)
	}
	if ink, paper := m.RGBAAt(0, 2), m.RGBAAt(3, 2); ink.R < 80 || ink.R > paper.R-80 {
		t.Errorf("the digits are %v on %v", ink, paper)
	}
	env.Monochrome = true
	if c := kit.NewSheet(env, kit.PlainLook).Leaf(22).Widget.(*render.Still).Image.RGBAAt(0, 2); c.R|c.G|c.B != 0 {
		t.Errorf("on LEDs without shades the digits are %v", c)
	}
}
