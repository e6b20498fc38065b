// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"image"
	"image/color"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// TestSkyOf: the icon of each kind of weather by day and at night; an unknown code is a cloud.
func TestSkyOf(t *testing.T) {
	for code, want := range map[int][2]string{
		0: {"weather-sun", "weather-stars"}, 1: {"weather-sun", "weather-stars"},
		2: {"weather-partly", "weather-partly-night"},
		3: {"weather-clouds", "weather-clouds"}, 48: {"weather-fog", "weather-fog"},
		53: {"weather-drizzle", "weather-drizzle"},
		63: {"weather-rain", "weather-rain"}, 65: {"weather-downpour", "weather-downpour"},
		66: {"weather-sleet", "weather-sleet"},
		77: {"weather-snow", "weather-snow"}, 81: {"weather-showers", "weather-rain"}, 95: {"weather-storm", "weather-storm"},
		99: {"weather-hail", "weather-hail"}, 4: {"weather-cloud", "weather-cloud"},
	} {
		for night, icon := range map[bool]string{false: want[0], true: want[1]} {
			if got := skyOf(code).iconAt(night); got != icon {
				t.Errorf("code %d, night %v: %s, want %s", code, night, got, icon)
			}
		}
	}
}

// TestRainBegins: minutes in steps of five within the hour, else a time, each in three lengths.
func TestRainBegins(t *testing.T) {
	local := kit.Env{}.Local(device.Region{}, "")
	for _, row := range []struct {
		why               string
		quarters          int
		after             time.Duration // noon
		when, bare, short string
	}{
		{"now", 0, 0, "now", "0'", "now"},
		{"at the next quarter", 1, 2 * time.Minute, "in 15 min", "15 min", "15'"},
		{"in a moment", 1, 14 * time.Minute, "in 5 min", "5 min", "5'"},
		{"within the hour", 4, 3 * time.Minute, "in 55 min", "55 min", "55'"},
		{"in an hour", 4, 0, "at 13:00", "13:00", "13h"},
		{"later", 9, 20 * time.Minute, "at 14:30", "14:30", "14h"},
	} {
		when, bare, short := beginning(local, row.quarters, apptest.Midday.Add(row.after))
		if when != row.when || bare != row.bare || short != row.short {
			t.Errorf("%s: %q, %q, %q, want %q, %q, %q", row.why, when, bare, short, row.when, row.bare, row.short)
		}
	}
}

// TestRainOnOneRow: an umbrella stands beside the time at which it begins, and then beside the bars; while it rains, or
// without room, there is no time.
func TestRainOnOneRow(t *testing.T) {
	for _, row := range []struct {
		why      string
		columns  int
		quarters []float64
		pages    int
		layers   int // of each page
	}{
		{"in half an hour", 37, []float64{0, 0, 1, 2}, 2, 2},
		{"in half an hour", 32, []float64{0, 0, 1, 2}, 2, 2},
		{"now", 37, []float64{1, 1, 1, 2}, 1, 2},
		{"no room", 24, []float64{0, 0, 1, 2}, 1, 2},
		{"not even for the umbrella", 16, []float64{0, 0, 1, 2}, 1, 1},
	} {
		s := kit.NewSheet(apptest.SizedEnv(t, image.Pt(row.columns, 8)), kit.PlainLook)
		steps := rainSteps(s, kit.Env{}.Local(device.Region{}, ""), row.quarters, apptest.Midday)
		if len(steps) != row.pages {
			t.Fatalf("%s on %d columns: %d pages, want %d", row.why, row.columns, len(steps), row.pages)
		}
		for i, step := range steps {
			layers, end := step.Widget.(*render.Stack).Layers, 0
			for _, l := range layers {
				if l.At.X < end {
					t.Errorf("%s on %d columns: layers lie over each other", row.why, row.columns)
				}
				end = l.At.X + l.Widget.Size().X
			}
			if bars := i == row.pages-1; len(layers) != row.layers || end > row.columns || bars && end != row.columns {
				t.Errorf("%s on %d columns: %d layers to column %d, want %d", row.why, row.columns, len(layers), end, row.layers)
			}
		}
	}
}

// TestUmbrellaAboveTheRain: it stands beside the words where they leave it 16 rows and as many columns.
func TestUmbrellaAboveTheRain(t *testing.T) {
	for size, want := range map[image.Point]int{{64, 64}: 16, {64, 32}: 0, {128, 64}: 0, {32, 32}: 0} {
		s := kit.NewSheet(apptest.SizedEnv(t, size), kit.PlainLook)
		steps := rainSteps(s, kit.Env{}.Local(device.Region{}, ""), []float64{0, 0, 1, 2}, apptest.Midday)
		got, words := 0, 0
		for _, i := range steps[0].Widget.(*typeset.Page).Items {
			switch {
			case i.Role == typeset.Label:
				words = max(words, i.Ink.Max.X)
			case i.Role == typeset.Picture:
				if got = i.Body.Dx(); i.Ink.Min.X <= words || !i.Ink.In(image.Rectangle{Max: size}) {
					t.Errorf("%v: the umbrella at %v touches the words or is cut", size, i.Ink)
				}
			}
		}
		if got != want {
			t.Errorf("%v: an umbrella of %d rows, want %d", size, got, want)
		}
	}
}

// TestRainBars: how high a bar is, and in which colour; what nobody feels is an hour without rain.
func TestRainBars(t *testing.T) {
	hour := color.RGBA{50, 50, 50, 255}
	for _, row := range []struct {
		mm   float64 // in a quarter of an hour
		high int     // of 8 rows
		ink  color.RGBA
	}{
		{0, 1, hour}, {0.0499, 1, hour}, {0.05, 1, drizzles}, {0.6, 3, drizzles}, {0.625, 3, rains}, {2.4, 6, rains},
		{2.5, 6, pours},
		{5, 8, pours}, {50, 8, pours},
	} {
		m, high := rainBars(image.Pt(1, 8), []float64{row.mm}), 0
		for y := range 8 {
			if m.RGBAAt(0, y).A != 0 {
				high++
			}
		}
		if got := m.RGBAAt(0, 7); high != row.high || got != row.ink {
			t.Errorf("%v mm: %d rows of %v, want %d of %v", row.mm, high, got, row.high, row.ink)
		}
	}
	sheet := kit.NewSheet(apptest.SizedEnv(t, image.Pt(64, 32)), kit.PlainLook)
	for mm, want := range map[float64]int{0.049: 0, 0.05: 1} {
		if got := len(rainSteps(sheet, kit.Env{}.Local(device.Region{}, ""), []float64{0, mm}, apptest.Midday)); got != want {
			t.Errorf("%v mm: %d pages, want %d", mm, got, want)
		}
	}
}
