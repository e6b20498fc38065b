// SPDX-License-Identifier: Apache-2.0

package tally

import (
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render/rendertest"
)

// tallyOn is a face in white on a panel.
func tallyOn(t testing.TB, size image.Point) *Face {
	t.Helper()
	return NewFace(kit.Env{Size: size, Fonts: apptest.SmallFonts(t)}, color.RGBA{255, 255, 255, 255})
}

// TestTallyFaces draws the tally on small panels, and its end, which the golden picture of [TestDurationsLook] lacks.
func TestTallyFaces(t *testing.T) {
	rows := []struct {
		name        string
		size        image.Point
		left, total time.Duration
		want        string
	}{
		{"one module: seconds, over a line in three", image.Pt(8, 8), 45 * time.Second, time.Minute, `
			#.#.###.
			#.#.#...
			###.###.
			..#...#.
			..#.###.
			........
			##.##.##
			######--
		`},
		{"one module: it is over", image.Pt(8, 8), 0, time.Minute, `
			.#...#..
			#.#.#.#.
			#.#.#.#.
			#.#.#.#.
			.#...#..
			........
			##.##.##
			--------
		`},
		{"minutes over seconds, the bar beside", image.Pt(16, 16), 5 * time.Minute, 10 * time.Minute, `
			....#####......-
			....#..........-
			....####.......-
			........#......-
			........#......-
			....#...#......-
			.....###.......-
			...............-
			..###...###....#
			.#...#.#...#...#
			.#...#.#...#...#
			.#...#.#...#...#
			.#...#.#...#...#
			.#...#.#...#...#
			..###...###....#
			...............#
		`},
		{"it is over", image.Pt(37, 8), 0, time.Minute, `
			........###.....###...###..........--
			.......#...#...#...#.#...#.........--
			.......#...#.#.#...#.#...#.........--
			.......#...#...#...#.#...#.........--
			.......#...#...#...#.#...#.........--
			.......#...#.#.#...#.#...#.........--
			........###.....###...###..........--
			...................................--
		`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			w := &Tally{Face: tallyOn(t, row.size), Base: row.left, Total: row.total}
			m := image.NewRGBA(image.Rectangle{Max: row.size})
			w.Draw(m, image.Point{}, 0)
			pixtest.Equal(t, m, row.want)
		})
	}
}

// TestTallyIsAWidget, whichever way it goes.
func TestTallyIsAWidget(t *testing.T) {
	for _, size := range apptest.MoreSizes {
		face := tallyOn(t, size)
		for _, w := range []Tally{
			{Face: face, Base: 61 * time.Second, Rate: -1, Total: 90 * time.Second},
			{Face: face, Base: 10*time.Hour + 7*time.Millisecond, Rate: -1, Total: 11 * time.Hour},
			{Face: face, Base: Longest, Rate: -1, Total: Longest},
			{Face: face, Rate: 1},
			{Face: face, Base: 59*time.Minute + 59*time.Second, Rate: 1},
			{Face: face, Base: 754 * time.Second, Total: time.Hour, Blink: time.Second},
		} {
			rendertest.Check(t, &w)
		}
	}
}

// TestTallyIsNotCut: drawn on a panel with a margin it is the same, and every
// layout keeps its digits, its dots and its bar apart.
func TestTallyIsNotCut(t *testing.T) {
	for _, size := range apptest.MoreSizes {
		for bar, layouts := range tallyOn(t, size).layouts {
			for i, l := range layouts {
				if !l.fit(size, bar == 1) {
					t.Errorf("%v, bar %d, layout %d: %q does not fit in %v", size, bar, i, l.lines, l.room)
				}
				if (bar == 1) == l.bar.Empty() || l.bar.Overlaps(l.room) {
					t.Errorf("%v, layout %d: the bar is at %v, the digits in %v", size, i, l.bar, l.room)
				}
			}
		}
	}
}

// TestTallyTitle: a title is whole and above everything else, or it is not there.
func TestTallyTitle(t *testing.T) {
	for _, size := range apptest.MoreSizes {
		plain := tallyOn(t, size)
		for _, title := range []string{"", "Eggs", "Dishwasher", strings.Repeat("x", 60)} {
			f := plain.Titled(kit.Env{Size: size, Fonts: apptest.SmallFonts(t)}, color.RGBA{255, 255, 255, 255}, title)
			if f.title == nil {
				if f != plain || title == "Eggs" && size.X >= 32 && size.Y >= 32 {
					t.Errorf("%v: there is no room for %q", size, title)
				}
				continue
			}
			at := f.title.Rect.Add(f.titleAt)
			if !at.In(image.Rectangle{Max: size}) {
				t.Errorf("%v: the title %q is at %v", size, title, at)
			}
			for _, l := range slices.Concat(f.layouts[0][:], f.layouts[1][:]) {
				if l.room.Min.Y <= at.Max.Y || !l.room.In(image.Rectangle{Max: size}) || !l.bar.In(image.Rectangle{Max: size}) ||
					l.size.Y > l.room.Dy() || l.size.X > l.room.Dx() {
					t.Errorf("%v: below the title at %v, digits of %v are in %v, the bar at %v", size, at, l.size, l.room, l.bar)
				}
			}
			rendertest.Check(t, &Tally{Face: f, Total: time.Minute, Blink: time.Second / 2})
		}
	}
}

// TestTallyRounds: what remains is rounded up, what has passed down.
func TestTallyRounds(t *testing.T) {
	face := tallyOn(t, image.Pt(32, 8))
	rows := []struct {
		name string
		w    Tally
		at   time.Duration
		want int
	}{
		{"a countdown begins with all", Tally{Base: 3 * time.Second, Rate: -1, Total: 3 * time.Second}, 0, 3},
		{"and shows that for a second", Tally{Base: 3 * time.Second, Rate: -1, Total: 3 * time.Second}, time.Second - 1, 3},
		{"not longer", Tally{Base: 3 * time.Second, Rate: -1, Total: 3 * time.Second}, time.Second, 2},
		{"0 is the end", Tally{Base: 3 * time.Second, Rate: -1, Total: 3 * time.Second}, 3*time.Second - 1, 1},
		{"where it stays", Tally{Base: 3 * time.Second, Rate: -1, Total: 3 * time.Second}, time.Hour, 0},
		{"a stopwatch begins with nothing", Tally{Rate: 1}, time.Second - 1, 0},
		{"and counts whole seconds", Tally{Rate: 1}, time.Second, 1},
		{"up to 99:59:59", Tally{Rate: 1}, 1000 * time.Hour, 359_999},
	}
	for _, row := range rows {
		row.w.Face = face
		if n, unit := row.w.reading(row.w.value(row.at)); int64(n)*int64(unit)/int64(time.Second) != int64(row.want) {
			t.Errorf("%s: %d × %v, want %d s", row.name, n, unit, row.want)
		}
	}
}

// TestBarOfTheEnd: the bar of a running countdown is amber in its last minute and red in its last
// 10 seconds, from the instant at which the digits say so.
func TestBarOfTheEnd(t *testing.T) {
	w := &Tally{Face: tallyOn(t, image.Pt(64, 32)), Base: 90 * time.Second, Rate: -1, Total: 90 * time.Second}
	for _, row := range []struct {
		left time.Duration
		want color.RGBA
	}{{61 * time.Second, w.Face.fill.C.(color.RGBA)}, {time.Minute, lateInk}, {11 * time.Second, lateInk},
		{10 * time.Second, lastInk}, {time.Second, lastInk}} {
		m := image.NewRGBA(image.Rect(0, 0, 64, 32))
		w.Draw(m, image.Point{}, w.Base-row.left)
		if got := m.RGBAAt(0, 31); got != row.want {
			t.Errorf("%v before the end the bar is %v, want %v", row.left, got, row.want)
		}
	}
}

// TestTenthsOnLargePanels: what a small panel says a large one says too, in one line: a tenth alone
// below "12:34" reads as a number of its own.
func TestTenthsOnLargePanels(t *testing.T) {
	for _, row := range []struct {
		size image.Point
		rows int // of the digits
		want bool
	}{{image.Pt(37, 8), 7, true}, {image.Pt(64, 32), 16, true}, {image.Pt(128, 64), 32, true},
		{image.Pt(64, 64), 16, true}, {image.Pt(32, 16), 0, false}} {
		for _, v := range []time.Duration{7300 * time.Millisecond, 754 * time.Second} {
			l := tallyOn(t, row.size).layoutOf(v, false)
			if l.tenths != row.want || row.want && l.digits.Cap() != row.rows || len(l.lines) > 1 {
				t.Errorf("%v: tenths %v in %d rows, want %v in %d", row.size, l.tenths, l.digits.Cap(), row.want, row.rows)
			}
		}
	}
}

// TestTimersKeepTheirSize: on panels of 60 columns and more hours, minutes and seconds are one line, and a
// countdown is no larger below ten minutes than above.
func TestTimersKeepTheirSize(t *testing.T) {
	for _, row := range []struct {
		size           image.Point
		minutes, hours int // rows of a countdown's digits
	}{{image.Pt(64, 32), 24, 16}, {image.Pt(64, 64), 24, 16}, {image.Pt(128, 64), 48, 32}} {
		face := tallyOn(t, row.size)
		for _, v := range []time.Duration{599 * time.Second, 600 * time.Second} {
			if l := face.layoutOf(v, true); l.lines[0] != "m:s" || l.digits.Cap() != row.minutes {
				t.Errorf("%v on %v: %q in %d rows, want %d", v, row.size, l.lines, l.digits.Cap(), row.minutes)
			}
		}
		if l := face.layoutOf(5307*time.Second, true); l.lines[0] != "h:m:s" || l.digits.Cap() != row.hours {
			t.Errorf("1:28:27 on %v: %q in %d rows, want one line of %d", row.size, l.lines, l.digits.Cap(), row.hours)
		}
	}
}

// TestTenthsCount: where a stopwatch has tenths, it changes with each of them; a countdown has none.
func TestTenthsCount(t *testing.T) {
	face, at := tallyOn(t, image.Pt(37, 8)), 1550*time.Millisecond
	for _, row := range []struct {
		why        string
		w          Tally
		n          int
		unit, next time.Duration
	}{
		{"a stopwatch", Tally{Rate: 1}, 15, time.Second / 10, 1600 * time.Millisecond},
		{"above an hour", Tally{Rate: 1, Base: time.Hour}, 3601, time.Second, 2 * time.Second},
		{"a countdown", Tally{Rate: -1, Base: time.Minute, Total: time.Minute}, 59, time.Second, 2 * time.Second},
	} {
		row.w.Face = face
		n, unit := row.w.reading(row.w.value(at))
		if next := row.w.Next(at); n != row.n || unit != row.unit || next != row.next {
			t.Errorf("%s: %d × %v until %v, want %d × %v until %v", row.why, n, unit, next, row.n, row.unit, row.next)
		}
	}
}

// TestMonochrome: LEDs that are only on or off show a shade as they show the ink. There
// what blinks is dark, and so is the rest of the bar.
func TestMonochrome(t *testing.T) {
	ink := color.RGBA{255, 255, 255, 255}
	for _, size := range apptest.MoreSizes {
		face := NewFace(kit.Env{Size: size, Fonts: apptest.SmallFonts(t), Monochrome: true}, ink)
		drawn := func(left, at time.Duration) *image.RGBA {
			m := image.NewRGBA(image.Rectangle{Max: size})
			(&Tally{Face: face, Base: left, Total: time.Minute, Blink: time.Second}).Draw(m, image.Point{}, at)
			return m
		}
		lit := func(m *image.RGBA) (n int) {
			for y := range size.Y {
				for x := range size.X {
					switch c := m.RGBAAt(x, y); {
					case c == ink:
						n++
					case c.R|c.G|c.B != 0:
						t.Fatalf("%v: %v at %d, %d", size, c, x, y)
					}
				}
			}
			return n
		}
		if n := lit(drawn(0, 0)); n == 0 {
			t.Errorf("%v: nothing shows at the end", size)
		}
		if n := lit(drawn(0, time.Second)); n != 0 {
			t.Errorf("%v: %d LEDs are on while the end blinks", size, n)
		}
		if half, full := lit(drawn(30*time.Second, time.Second)), lit(drawn(time.Minute, time.Second)); half >= full {
			t.Errorf("%v: the bar has %d LEDs at a half, %d at the start", size, half, full)
		}
	}
}

// TestSideBar: a bar beside the digits of a low panel is higher than wide, and no digits lie in it.
func TestSideBar(t *testing.T) {
	for _, size := range []image.Point{{32, 8}, {37, 8}, {144, 8}, {256, 8}} {
		for _, l := range tallyOn(t, size).layouts[1] {
			if l.bar.Min.X > 0 && (l.bar.Dx() >= l.bar.Dy() || l.room.Max.X >= l.bar.Min.X || l.size.X > l.room.Dx()) {
				t.Errorf("%v: a bar at %v beside digits of %v in %v", size, l.bar, l.size, l.room)
			}
		}
	}
}
