// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestNarrowPanel: with no room beside an icon, what was said is shown.
func TestNarrowPanel(t *testing.T) {
	n := shows(note.Frame{Icon: iconRef("1"), Text: wrote("7")})
	alone, _ := drawn(t, 8, 8, note.Notification{Frames: says("7")}, 0)
	both, _ := drawn(t, 8, 8, n, 0)
	if pixtest.Lit(both) != pixtest.Lit(alone) {
		t.Errorf("got\n%swant\n%s", pixtest.Lit(both), pixtest.Lit(alone))
	}
	icon, _ := drawn(t, 8, 8, shows(note.Frame{Icon: iconRef("1")}), 0)
	if pixtest.Lit(icon) != strings.Repeat("########\n", 8) {
		t.Errorf("an icon alone is\n%s", pixtest.Lit(icon))
	}
}

// TestNarrowTallPanel: where nothing fits beside an icon, but below it, both are
// shown.
func TestNarrowTallPanel(t *testing.T) {
	for name, f := range map[string]note.Frame{
		"text that fits": {Text: wrote("A")},
		"text":           {Text: wrote("Hello")},
		"hebrew":         {Text: wrote("שלום עולם")},
		"goal":           {Goal: &note.Goal{Start: 0, Current: 5, End: 10, Unit: ""}},
		"a wide goal":    {Goal: &note.Goal{Start: 0, Current: 5000, End: 10000, Unit: "km"}},
	} {
		t.Run(name, func(t *testing.T) {
			with, below := f, image.Rect(0, 8, 16, 16)
			with.Icon = iconRef("1")
			for at := time.Duration(0); at < 6*time.Second; at += 500 * time.Millisecond {
				got, _ := drawn(t, 16, 16, shows(with), at)
				want, _ := drawn(t, 16, 8, shows(f), at)
				if icon := pixtest.Lit(got.SubImage(image.Rect(0, 0, 16, 8))); icon != strings.Repeat("....########....\n", 8) {
					t.Fatalf("at %v above is\n%s", at, icon)
				}
				if rest := pixtest.Lit(got.SubImage(below)); rest != pixtest.Lit(want) {
					t.Fatalf("at %v below is\n%swant\n%s", at, rest, pixtest.Lit(want))
				}
			}
		})
	}
	icon, _ := drawn(t, 16, 16, shows(note.Frame{Icon: iconRef("1")}), 0)
	dark := strings.Repeat(strings.Repeat(".", 16)+"\n", 4)
	if want := dark + strings.Repeat("....########....\n", 8) + dark; pixtest.Lit(icon) != want {
		t.Errorf("an icon alone is\n%s", pixtest.Lit(icon))
	}
	chart, _ := drawn(t, 16, 16, shows(note.Frame{Icon: iconRef("1"), Chart: []float64{0, 7}}), 0)
	pixtest.EqualLit(t, chart.SubImage(image.Rect(0, 7, 16, 16)), `
		....########....
		................
		.........#######
		.........#######
		.........#######
		.........#######
		.........#######
		.........#######
		.........#######
	`)
	wide, _ := drawn(t, 17, 16, shows(note.Frame{Icon: iconRef("1"), Chart: []float64{1}}), 0)
	if got := columns(pixtest.Lit(wide), 0, 9); !strings.Contains(got, "########.") {
		t.Errorf("on 17 columns the icon is not beside:\n%s", pixtest.Lit(wide))
	}
}

// TestScrollsBelowAnIcon: on 16 rows, letters that pass below an icon leave it its rows.
func TestScrollsBelowAnIcon(t *testing.T) {
	n := shows(note.Frame{Icon: iconRef("1"), Text: wrote("Sky News, going on")})
	for at := time.Duration(0); at < 6*time.Second; at += 500 * time.Millisecond {
		got, _ := drawn(t, 16, 16, n, at)
		if icon := pixtest.Lit(got.SubImage(image.Rect(0, 0, 16, 8))); icon != strings.Repeat("....########....\n", 8) {
			t.Fatalf("at %v above is\n%s", at, icon)
		}
	}
}

// TestAboveWords: an icon and words below it are as a whole in the middle of the rows, also where more rows are free.
func TestAboveWords(t *testing.T) {
	for _, height := range []int{16, 24, 52, 64, 100} {
		n := shows(note.Frame{Icon: iconRef("1"), Text: wrote("A")})
		m, _ := drawn(t, 16, height, n, 0)
		top, bottom := strings.Index(pixtest.Lit(m), "#")/17, strings.LastIndex(pixtest.Lit(m), "#")/17+1
		if off := top + bottom - height; off < -2 || off > 2 {
			t.Errorf("on %d rows it is\n%s", height, pixtest.Lit(m))
		}
	}
}
