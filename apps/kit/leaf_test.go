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

// TestLeaf is the picture of a day: lit digits, as the outer ones end where the panel is dark, on the dark of the head;
// on LEDs without shades on black.
func TestLeaf(t *testing.T) {
	env := apptest.SizedEnv(t, image.Pt(37, 8))
	m := kit.NewSheet(env, kit.PlainLook).Leaf(22).Widget.(*render.Still).Image
	pixtest.Equal(t, m, `
		????????
		????????
		????????
		###?###?
		??#???#?
		###?###?
		#???#???
		###?###?`)
	if c := m.RGBAAt(3, 0); c.R < 200 || c.G > 60 {
		t.Errorf("the top is %v, want red", c)
	}
	if paper := m.RGBAAt(3, 4); paper.R < 40 || paper.R > 80 {
		t.Errorf("the digits are on %v", paper)
	}
	env.Monochrome = true
	if c := kit.NewSheet(env, kit.PlainLook).Leaf(22).Widget.(*render.Still).Image.RGBAAt(3, 4); c.R|c.G|c.B != 0 {
		t.Errorf("on LEDs without shades the digits are on %v", c)
	}
}
