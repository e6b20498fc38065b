// SPDX-License-Identifier: Apache-2.0

package face

import (
	"bytes"
	"image"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
)

// TestWeekBesideAPicture: the calendar leaf and icons have the row of weekdays below them, today's
// dash bright, where a dark row remains above it; pictures of 8 rows have it below the time alone.
func TestWeekBesideAPicture(t *testing.T) {
	for _, row := range []struct {
		name string
		size image.Point
		week bool
		want bool
		from int // the first column of the row
	}{
		{"calendar", image.Pt(64, 32), true, true, 0},
		{"icon", image.Pt(64, 32), true, true, 0},
		{"calendar", image.Pt(128, 64), true, true, 0},
		{"calendar", image.Pt(64, 32), false, false, 0},
		{"calendar", image.Pt(37, 8), true, true, 11},
		{"calendar", image.Pt(32, 8), true, true, 11},
		{"icon", image.Pt(37, 8), true, true, 10},
		{"calendar", image.Pt(37, 8), false, false, 0},
		{"calendar", image.Pt(16, 8), true, false, 0},
	} {
		f := New(apptest.SizedEnv(t, row.size), Options{Name: row.name, Week: row.week, Icon: "weather-sun"})
		m := Posed(kit.InkOf(kit.PlainLook, ""))
		p, bright := f.drawer.pages(m)[0], 0
		last, above := row.size.Y-1, row.size.Y-1-max(1, row.size.Y/16)
		for x := row.from; x < row.size.X; x++ {
			if p.RGBAAt(x, last) == m.Ink {
				bright++
			}
			if row.want && p.RGBAAt(x, above).A != 0 {
				t.Errorf("%s on %v: (%d,%d) is lit", row.name, row.size, x, above)
			}
		}
		if want := (row.size.X-row.from+1)/7 - 1; row.want != (bright == want) {
			t.Errorf("%s on %v: %d bright pixels of today", row.name, row.size, bright)
		}
	}
}

// TestLargeFaceHasNoWeek: the date below its time says the day in letters.
func TestLargeFaceHasNoWeek(t *testing.T) {
	for _, size := range []image.Point{{64, 32}, {64, 64}, {128, 64}} {
		env, m := apptest.SizedEnv(t, size), Posed(kit.InkOf(kit.PlainLook, ""))
		with, without := newBig(env, Options{Week: true}).pages(m), newBig(env, Options{}).pages(m)
		if !bytes.Equal(with[0].Pix, without[0].Pix) {
			t.Errorf("%v: the row of weekdays stands on it", size)
		}
	}
}
