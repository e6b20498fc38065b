// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"image"
	"strings"
	"testing"
)

// TestSoft: a stair becomes a slope, within and without, and the corner of a stroke stays square.
func TestSoft(t *testing.T) {
	corner := &glyph{w: 3, rows: []uint32{bit(0) | bit(1) | bit(2), bit(0), bit(0)}}
	if first, second := corner.quarters(0), corner.quarters(1); first != [4]uint32{7 << 29, 7 << 29, 7 << 29, 7 << 29} ||
		second != [4]uint32{bit(0), bit(0), bit(0), bit(0)} {
		t.Errorf("the rows of a corner are %b and %b", first, second)
	}
	g := &glyph{w: 4, top: 4, rows: []uint32{bit(0) | bit(1), bit(1) | bit(2), bit(2) | bit(3), bit(3)}}
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	placed{glyph: g, scale: 2, soft: true, color: white}.draw(m, 0, 8)
	var got strings.Builder
	for y := range 8 {
		for x := range 8 {
			got.WriteByte(".#"[min(int(m.RGBAAt(x, y).A), 1)])
		}
		got.WriteByte('\n')
	}
	want := strings.Join([]string{"###.....", "#####...", ".####...", "...####.", "...####.", ".....###", ".....###", "......##", ""}, "\n")
	if got.String() != want {
		t.Errorf("it is\n%swant\n%s", got.String(), want)
	}
}
