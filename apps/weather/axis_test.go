// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/typeset"
)

// TestRainHasAnAxis: from 32 rows on the hours stand below their columns, with room between them,
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
		page, whole := rainSteps(sheet, env.Local(device.Region{}.WithDefaults(), ""), rain,
			apptest.Noon)[0].Widget.(*typeset.Page)
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

// TestChineseHasRoom: the hour of the rain stands with its minutes; days stand apart.
func TestChineseHasRoom(t *testing.T) {
	rain := make([]float64, 16)
	rain[7] = 1
	env := apptest.SizedEnv(t, image.Pt(64, 64))
	sheet, local := kit.NewSheet(env, kit.PlainLook), env.Local(device.Region{Language: "zh"}.WithDefaults(), "")
	page := rainSteps(sheet, local, rain, apptest.Noon)[0].Widget.(*typeset.Page)
	if got := page.Items[0].Text; got != "雨 14:15" {
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

// TestRainIsNamed on square panels as on wide ones: above when it begins.
func TestRainIsNamed(t *testing.T) {
	for _, row := range []struct {
		size image.Point
		want string
	}{{image.Pt(64, 32), "RAIN AT 12:45"}, {image.Pt(64, 64), "RAIN, AT 12:45"}, {image.Pt(128, 64), "RAIN AT 12:45"}} {
		env := apptest.SizedEnv(t, row.size)
		at := apptest.Noon.Truncate(quarter)
		page := rainSteps(kit.NewSheet(env, kit.PlainLook), env.Local(device.Region{}.WithDefaults(), ""),
			[]float64{4: 1, 15: 0}, at)[0].Widget.(*typeset.Page)
		var lines []string
		for _, i := range page.Items {
			if i.Text != "" {
				lines = append(lines, i.Text)
			}
		}
		if got, want := strings.Join(lines, ", "),
			strings.ReplaceAll(row.want, "12:45", at.Add(time.Hour).Format("15:04")); got != want {
			t.Errorf("%v: %q, want %q", row.size, got, want)
		}
	}
}

// TestDaysAreAlike: all days have degree signs or none, and the lowest temperature or not.
func TestDaysAreAlike(t *testing.T) {
	for _, row := range []struct {
		size      image.Point
		low, high float64 // of the first day; the others are mild
		signs     int
		texts     int
	}{
		{image.Pt(64, 64), 9, 18, 6, 6}, {image.Pt(64, 64), -14, -11, 0, 6}, {image.Pt(64, 32), 9, 18, 0, 3},
		{image.Pt(64, 32), -9, -5, 0, 3}, {image.Pt(128, 64), -14, -11, 6, 6},
	} {
		env := apptest.SizedEnv(t, row.size)
		mild := weatherDay{High: 5, Low: 3}
		page := dayColumns(kit.NewSheet(env, kit.PlainLook), env.Local(device.Region{}.WithDefaults(), ""),
			[]weatherDay{{High: row.high, Low: row.low}, mild, mild}, kit.Warm)
		var texts []string
		signs, rows, lows := 0, map[int]bool{}, map[bool]bool{}
		for _, i := range page.Items {
			if strings.Trim(i.Text, "-0123456789° ") == "" && i.Text != "" {
				texts = append(texts, i.Text)
				signs += strings.Count(i.Text, "°")
				rows[i.Rows], lows[strings.Contains(i.Text, " ")] = true, true
			}
		}
		if len(texts) != row.texts || signs != row.signs || len(rows) != 1 || len(lows) != 1 {
			t.Errorf("%v from %v to %v: %q in rows of %v", row.size, row.low, row.high, texts, rows)
		}
	}
}
