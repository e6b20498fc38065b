// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"image"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/typeset"
)

// TestRainHasAnAxis: from 28 rows on the hours stand below their columns, with room between them,
// and lower panels use all rows for the bars.
func TestRainHasAnAxis(t *testing.T) {
	rain := make([]float64, 16)
	rain[3] = 1
	for _, row := range []struct {
		size  image.Point
		marks []int // columns of the middle of each hour's label; none = no axis
	}{
		{image.Pt(64, 32), []int{16, 32, 48}},
		{image.Pt(128, 64), []int{32, 64, 96}},
		{image.Pt(32, 32), []int{16}},
		{image.Pt(64, 28), []int{16, 32, 48}},
		{image.Pt(64, 27), nil},
		{image.Pt(64, 16), nil},
		{image.Pt(37, 8), nil},
	} {
		env := apptest.SizedEnv(t, row.size)
		sheet := kit.NewSheet(env, kit.PlainLook)
		page, whole := rainSteps(sheet, env.Local(device.Region{}.WithDefaults(), ""), rain, apptest.Noon)[0].Widget.(*typeset.Page)
		var marks []int
		if whole {
			for _, item := range page.Items {
				if at := item.Ink; item.Role == typeset.Chart && at.Dy() == 5 && at.Max.Y == row.size.Y-1 {
					marks = append(marks, (at.Min.X+at.Max.X)/2)
				}
			}
		}
		if len(marks) != len(row.marks) {
			t.Errorf("%v: labels at %v, want %v", row.size, marks, row.marks)
			continue
		}
		for i := range marks {
			if d := marks[i] - row.marks[i]; max(d, -d) > 1 {
				t.Errorf("%v: labels at %v, want %v", row.size, marks, row.marks)
			}
		}
	}
}

// TestChineseHasRoom: the hour of the rain stands without characters, which are as high as the
// bars, but with its minutes; days stand apart.
func TestChineseHasRoom(t *testing.T) {
	rain := make([]float64, 16)
	rain[7] = 1
	env := apptest.SizedEnv(t, image.Pt(64, 64))
	sheet, local := kit.NewSheet(env, kit.PlainLook), env.Local(device.Region{Language: "zh"}.WithDefaults(), "")
	page := rainSteps(sheet, local, rain, apptest.Noon)[0].Widget.(*typeset.Page)
	if got := page.Items[0].Text; got != "14:15" {
		t.Errorf("the rain begins at %q", got)
	}
	days := dayColumns(sheet, local, []weatherDay{{Day: 20780}, {Day: 20781}, {Day: 20782}}, kit.Warm)
	for i, a := range days.Items {
		for _, b := range days.Items[:i] {
			if a.Ink.Overlaps(b.Ink) {
				t.Errorf("%q lies over %q", a.Text, b.Text)
			}
		}
	}
}
