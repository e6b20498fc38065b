// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
)

// TestWeekBesideAPicture: the calendar leaf and icons have the row of weekdays below them, today's
// dash bright, where a dark row remains above it.
func TestWeekBesideAPicture(t *testing.T) {
	for _, row := range []struct {
		name string
		size image.Point
		week bool
		want bool
	}{
		{"calendar", image.Pt(64, 32), true, true},
		{"icon", image.Pt(64, 32), true, true},
		{"calendar", image.Pt(128, 64), true, true},
		{"calendar", image.Pt(64, 32), false, false},
		{"calendar", image.Pt(37, 8), true, false},
	} {
		f := New(apptest.SizedEnv(t, row.size), Options{Name: row.name, Week: row.week, Icon: "weather-sun"})
		m := Posed(kit.InkOf(kit.PlainLook, ""))
		p, bright := f.drawer.pages(m)[0], 0
		last, above := row.size.Y-1, row.size.Y-1-max(1, row.size.Y/16)
		for x := range row.size.X {
			if p.RGBAAt(x, last) == m.Ink {
				bright++
			}
			if row.want && p.RGBAAt(x, above).A != 0 {
				t.Errorf("%s on %v: (%d,%d) is lit", row.name, row.size, x, above)
			}
		}
		if want := (row.size.X+1)/7 - 1; row.want != (bright == want) {
			t.Errorf("%s on %v: %d bright pixels of today", row.name, row.size, bright)
		}
	}
}
