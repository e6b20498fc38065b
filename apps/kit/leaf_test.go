// SPDX-License-Identifier: Apache-2.0

package kit_test

import (
	"image"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestLeaf is the picture of a day.
func TestLeaf(t *testing.T) {
	m := kit.NewSheet(apptest.SizedEnv(t, image.Pt(37, 8)), kit.PlainLook).Leaf(22)
	pixtest.Equal(t, m.SubImage(image.Rect(0, 2, 8, 8)), `
		...#...#
		##.###.#
		...#...#
		.###.###
		...#...#
		########`)
	if c := m.RGBAAt(3, 0); c.R < 200 || c.G > 60 {
		t.Errorf("the top is %v, want red", c)
	}
}
