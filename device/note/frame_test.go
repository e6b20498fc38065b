// SPDX-License-Identifier: Apache-2.0

package note

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/enum"
)

// TestEffectsByName: each effect is read by the word that it is written as.
func TestEffectsByName(t *testing.T) {
	for _, name := range Effects() {
		if e, err := enum.Read[Effect](name); err != nil || e.String() != name {
			t.Errorf("%s is read as %v, %v", name, e, err)
		}
	}
	if e, err := enum.Read[Effect](""); err == nil {
		t.Errorf("no word is read as %v", e)
	}
}

// TestFrameSize: everything that a client can make long counts.
func TestFrameSize(t *testing.T) {
	for _, row := range []struct {
		why  string
		f    Frame
		want int
	}{
		{"nothing", Frame{}, 512},
		{"text", Frame{Text: []Fragment{{Text: "ab"}, {Text: "c"}}}, 512 + 64 + 2 + 64 + 1},
		{"numbers and colours",
			Frame{Chart: make([]float64, 1), Line: make([]float64, 2), Colors: make([]Color, 3), Levels: make([]Level, 4)},
			512 + 8*10},
		{"commands", Frame{Draw: []Shape{{Text: "ab"}, {Pixels: make([]Color, 5)}}}, 512 + 128 + 2 + 128 + 20},
	} {
		if got := row.f.Size(); got != row.want {
			t.Errorf("%s: %d bytes, want %d", row.why, got, row.want)
		}
	}
}

// TestFrameEdges: the value at a limit is allowed, the one beyond it is not.
func TestFrameEdges(t *testing.T) {
	red := Color{R: 255, Set: true}
	long := func(n int) []Shape { return []Shape{{Kind: ShapeText, Text: strings.Repeat("ж", n)}} }
	for _, row := range []struct {
		why   string
		f     Frame
		fault string // how the first begins; "" = none
	}{
		{"the longest period", Frame{Period: MaxPeriod}, ""},
		{"longer", Frame{Period: MaxPeriod + 1e6}, "f.effectPeriod: "},
		{"icon and text at the limits", Frame{IconOffset: MaxOffset, TextOffset: -MaxOffset}, ""},
		{"an icon further off", Frame{IconOffset: -MaxOffset - 1}, "f.iconOffset: -257, want -256 to 256"},
		{"a text further off", Frame{TextOffset: MaxOffset + 1}, "f.textOffset: 257, want -256 to 256"},
		{"the fastest background", Frame{Pace: MaxPace}, ""},
		{"faster", Frame{Pace: MaxPace + 0.1}, "f.backgroundPace: 10.1, want 0.1 to 10"},
		{"the slowest", Frame{Pace: MinPace}, ""},
		{"slower", Frame{Pace: 0.05}, "f.backgroundPace: 0.05"},
		{"of no speed at all", Frame{Pace: math.NaN()}, "f.backgroundPace: NaN"},
		{"two colours", Frame{Colors: make([]Color, 2)}, ""},
		{"the most colours", Frame{Colors: make([]Color, MaxColors)}, ""},
		{"more", Frame{Colors: make([]Color, MaxColors+1)}, "f.colors: 17 colours, want 2 to 16"},
		{"no colours at all", Frame{Colors: []Color{}}, "f.colors: 0 colours"},
		{"the most levels", Frame{Levels: slices.Repeat([]Level{{Color: red}}, MaxLevels)}, ""},
		{"more are not looked at", Frame{Levels: make([]Level, MaxLevels+1)},
			"f.thresholds: 17 colours, at most 16 are allowed"},
		{"a level at no number", Frame{Levels: []Level{{From: math.NaN(), Color: red}}}, "f.thresholds[0].from: NaN"},
		{"a scale", Frame{Scale: &Scale{-1, 1}}, ""},
		{"a scale from nowhere", Frame{Scale: &Scale{math.Inf(-1), 1}}, "f.chartRange[0]: -Inf"},
		{"a scale to nowhere", Frame{Scale: &Scale{1, math.Inf(1)}}, "f.chartRange[1]: +Inf"},
		{"the longest chart", Frame{Chart: make([]float64, MaxChart)}, ""},
		{"more is not looked at", Frame{Chart: slices.Repeat([]float64{math.NaN()}, MaxChart+1)},
			"f.chartData: 513 values, at most 512 are allowed"},
		{"none", Frame{Progress: &Progress{}}, ""},
		{"less", Frame{Progress: &Progress{Percent: -0.5}}, "f.progress: "},
		{"the most commands", Frame{Draw: make([]Shape, MaxShapes)}, ""},
		{"more are not looked at", Frame{Draw: slices.Repeat([]Shape{{X: 1 << 20}}, MaxShapes+1)},
			"f.draw: 257 commands, at most 256 are allowed"},
		{"the furthest place",
			Frame{
				Draw: []Shape{{X: MaxPlace, Y: -MaxPlace, X1: MaxPlace, Y1: -MaxPlace, Width: MaxPlace, Height: MaxPlace,
					Radius: MaxPlace}}}, ""},
		{"further to the right", Frame{Draw: []Shape{{X: MaxPlace + 1}}}, "f.draw[0].pixel: x 1025, want -1024 to 1024"},
		{"further up", Frame{Draw: []Shape{{Kind: ShapeLine, Y1: -MaxPlace - 1}}},
			"f.draw[0].line: second y -1025, want -1024 to 1024"},
		{"larger", Frame{Draw: []Shape{{Kind: ShapeDisc, Radius: MaxPlace + 1}}},
			"f.draw[0].disc: radius 1025, want 0 to 1024"},
		{"less than nothing", Frame{Draw: []Shape{{Kind: ShapeRect, Width: -1}}}, "f.draw[0].rect: width -1, want 0 to 1024"},
		{"a bitmap", Frame{Draw: []Shape{{Kind: ShapeBitmap, Width: 2, Height: 3, Pixels: make(Pixels, 6)}}}, ""},
		{"a pixel is missing", Frame{Draw: []Shape{{Kind: ShapeBitmap, Width: 2, Height: 3, Pixels: make(Pixels, 5)}}},
			"f.draw[0].bitmap: 5 colours, want 6 for 2×3 pixels"},
		{"the largest bitmap",
			Frame{Draw: []Shape{{Kind: ShapeBitmap, Width: 64, Height: 64, Pixels: make(Pixels, MaxBitmap)}}}, ""},
		{"larger",
			Frame{Draw: []Shape{{Kind: ShapeBitmap, Width: 1, Height: 1, Pixels: make(Pixels, 1)},
				{Kind: ShapeBitmap, Width: 64, Height: 64, Pixels: make(Pixels, MaxBitmap)}}},
			"f.draw: 4097 pixels of bitmaps, at most 4096 are allowed"},
		{"a command of another version", Frame{Draw: []Shape{{Kind: 99}}}, "f.draw[0]: 99, want 0 to 7"},
		{"an overlay of another version", Frame{Overlay: 99}, "f.overlay: 99, want 0 to "},
		{"a motion of the icon of another version", Frame{Push: 99}, "f.iconMotion: "},
		{"an alignment of another version", Frame{Align: 99}, "f.align: "},
		{"as much drawn text as written", Frame{Draw: long(MaxText)}, ""},
		{"more", Frame{Draw: long(MaxText + 1)}, "f.draw: 1025 characters of text"},
		{"a goal that nobody reaches", Frame{Goal: &Goal{End: 1<<53 + 2}}, "f.goalData.end: "},
		{"the longest goal", Frame{Goal: &Goal{Start: -1 << 53, Current: 1 << 53, End: 1 << 53}}, ""},
		{"the largest values",
			Frame{Chart: []float64{-1 << 53, 1 << 53}, Line: []float64{1 << 53}, Scale: &Scale{-1 << 53, 1 << 53},
				Levels: []Level{{From: 1 << 53, Color: red}}}, ""},
		{"a goal that is reached from the start", Frame{Goal: &Goal{Start: 5, Current: 5, End: 5}}, ""},
		{"a goal from nowhere", Frame{Goal: &Goal{Start: -1<<53 - 2}}, "f.goalData.start: "},
	} {
		row.f.Text = []Fragment{{Text: "x"}}
		var faults []string
		row.f.validate("f", func(err error) { faults = append(faults, err.Error()) })
		if got := strings.Join(faults, "; "); (got == "") != (row.fault == "") || !strings.HasPrefix(got, row.fault) ||
			len(faults) > 1 {
			t.Errorf("%s: %q, want %q", row.why, got, row.fault)
		}
	}
}

// TestColorsOfAnEffect: each is a colour.
func TestColorsOfAnEffect(t *testing.T) {
	some := Color{B: 255, Set: true}
	for _, row := range []struct {
		why, fault string
		list       []Color
	}{
		{"none", "", nil},
		{"two", "", []Color{some, some}},
		{"one", "c: 1 colours", []Color{some}},
		{"malformed second colour", "c[1]: is not a colour", []Color{some, {}}},
	} {
		if got := fmt.Sprint(ValidateColors("c", row.list)); (got == "<nil>") != (row.fault == "") ||
			!strings.HasPrefix(got, row.fault) && row.fault != "" {
			t.Errorf("%s: %s, want %q", row.why, got, row.fault)
		}
	}
}
