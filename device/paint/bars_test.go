// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"testing"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
)

// TestBarsAreAtTheEdge: the bars of a goal and of progress are at the lower edge, from side to
// side where the icon has room above them, and nothing else reaches them.
func TestBarsAreAtTheEdge(t *testing.T) {
	for _, size := range []image.Point{{16, 16}, {43, 32}, {64, 32}, {64, 64}, {128, 64}} {
		for name, f := range map[string]note.Frame{
			"goal":     {Icon: iconRef("1"), Goal: &note.Goal{Current: 3, End: 4, Unit: "%"}},
			"progress": {Icon: iconRef("1"), Text: wrote("8"), Progress: &note.Progress{Percent: 75}},
		} {
			w, _ := testPainter(t, size).Frame(&f)
			items := w.(*typeset.Page).Items
			bar := items[len(items)-1]
			if bar.Role != typeset.Bar || bar.Ink.Min.X != 0 || bar.Ink.Max != size {
				t.Errorf("%s on %v: the bar is a %v at %v", name, size, bar.Role, bar.Ink)
			}
			for _, i := range items[:len(items)-1] {
				if i.Body.Max.Y > bar.Ink.Min.Y || i.Body.Min.Y < 0 {
					t.Errorf("%s on %v: a %v is at %v, the bar at %v", name, size, i.Role, i.Body, bar.Ink)
				}
			}
		}
	}
}
