// SPDX-License-Identifier: Apache-2.0

package note

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/internal/must"
)

// valid is a notification with nothing to object to.
func valid() Notification {
	return Notification{Lifetime: DefaultLifetime, Frames: lines("hi"), Cycles: 1}
}

func lines(s string) []Frame { return []Frame{{Text: []Fragment{{Text: s}}}} }

// TestNameless: Valid refuses values behind the last name of an enumeration.
func TestNameless(t *testing.T) {
	if last := Effect(len(Effects()) + 1); last.Valid() || !(last - 1).Valid() || !EffectDefault.Valid() {
		t.Error("effects end elsewhere")
	}
	if last := Overlay(len(enum.Named[Overlay]()) + 1); last.Valid() || !(last - 1).Valid() || !NoOverlay.Valid() {
		t.Error("overlays end elsewhere")
	}
}

// TestManyFaults: what is said of a value in which everything is wrong is bounded.
func TestManyFaults(t *testing.T) {
	var errs Faults
	for range maxFaults + 3 {
		errs.Add("x", "is wrong")
	}
	if len(errs) != maxFaults {
		t.Errorf("%d faults, want %d", len(errs), maxFaults)
	}
}

func TestColorText(t *testing.T) {
	for _, s := range []string{"#000000", "#FF8001"} {
		if c, err := ParseColor(s); err != nil || c.String() != s || !c.Set {
			t.Errorf("%s became %v (%v)", s, c, err)
		}
	}
	for _, s := range []string{"", "#", "FF8001", "#FF80", "#FF80011", "#GG0000", "#+10000", "#-10000",
		"#0x1234", "ÄFF80"} {
		if c, err := ParseColor(s); err == nil {
			t.Errorf("%q became %v", s, c)
		}
	}
	if s := (Color{}).String(); s != "" {
		t.Errorf("no colour is %q", s)
	}
}

// TestMatch: of several contents one is shown, and everybody is told the same one.
func TestMatch(t *testing.T) {
	text, goal, values := []Fragment{{Text: "x"}}, &Goal{End: 1}, []float64{1}
	for _, row := range []struct {
		why     string
		f       Frame
		want    string
		legible bool
	}{
		{"nothing", Frame{}, "text", false},
		{"an empty text", Frame{Text: []Fragment{{}}}, "text", false},
		{"a text", Frame{Text: text}, "text", true},
		{"a goal before a text", Frame{Text: text, Goal: goal}, "goalData", true},
		{"a chart before both", Frame{Text: text, Goal: goal, Chart: values}, "chartData", true},
		{"a line alone is a chart", Frame{Line: values}, "chartData", true},
		{"not beside a text", Frame{Text: text, Line: values}, "text", true},
		{"nor beside an empty one", Frame{Text: []Fragment{}, Line: values}, "text", false},
		{"nor beside a goal", Frame{Goal: goal, Line: values}, "goalData", true},
		{"over columns", Frame{Text: text, Chart: values, Line: values}, "chartData", true},
	} {
		got := Match(&row.f, func(Text) string { return "text" }, func(*Goal) string {
			return "goalData"
		}, func(Chart) string { return "chartData" }, func([]Region) string { return "regions" })
		if got != row.want || row.f.Legible() != row.legible {
			t.Errorf("%s: %s, legible %v", row.why, got, row.f.Legible())
		}
		if !slices.Contains(Kinds(), got) {
			t.Errorf("Kinds lacks %s", got)
		}
	}
}

// TestTogether: frames that are each within the limits are refused where all of them cost too much.
func TestTogether(t *testing.T) {
	letters := func(n int) Frame { return Frame{Text: []Fragment{{Text: strings.Repeat("ж", n)}}} }
	drawn := func(shapes, letters int) Frame {
		return Frame{Draw: slices.Repeat([]Shape{{Kind: ShapeText, Text: strings.Repeat("ж", letters)}}, shapes)}
	}
	icon := func(name string) Frame { return Frame{Icon: blackPNG(t, image.Pt(1024, 1024), name)} }
	small := Frame{Icon: blackPNG(t, image.Pt(32, 32), "small")}
	for _, row := range []struct {
		why    string
		frames []Frame
		fault  string
	}{
		{"the most text", slices.Repeat([]Frame{letters(1024)}, 4), ""},
		{"more", append(slices.Repeat([]Frame{letters(1024)}, 4), letters(1)),
			"f: 4097 characters of text in all frames together, at most 4096"},
		{"written and drawn", append(slices.Repeat([]Frame{letters(1024)}, 4), drawn(1, 1)), "f: 4097 characters of text"},
		{"the most commands", slices.Repeat([]Frame{drawn(256, 1)}, 4), ""},
		{"more", append(slices.Repeat([]Frame{drawn(256, 1)}, 4), drawn(1, 0)),
			"f: 1025 drawing commands in all frames together, at most 1024"},
		{"two large icons and a small one", []Frame{icon("a"), icon("b"), small}, ""},
		{"one more", []Frame{icon("a"), icon("b"), icon("c")},
			"f: 3148800 pixels of icons in all frames together, at most 2200000"},
		{"one icon everywhere", slices.Repeat([]Frame{icon("a")}, 32), ""},
		{"the gallery's cost nothing here", slices.Repeat([]Frame{{Icon: must.Get(icons.Parse("120"))(t)}}, 32), ""},
	} {
		err := ValidateFrames("f", row.frames)
		if got := fmt.Sprint(err); (err == nil) != (row.fault == "") || err != nil && !strings.HasPrefix(got, row.fault) {
			t.Errorf("%s: %v, want %q", row.why, err, row.fault)
		}
	}
}

// blackPNG is a data URI that differs from those of other names.
func blackPNG(t *testing.T, size image.Point, name string) icons.Ref {
	t.Helper()
	var file bytes.Buffer
	must.Do(t, png.Encode(&file, image.NewGray(image.Rectangle{Max: size})))
	file.WriteString(name) // behind the end
	return must.Get(icons.Parse("data:image/png;base64," + base64.StdEncoding.EncodeToString(file.Bytes())))(t)
}

// TestEveryContentIsValid: also one that another hides.
func TestEveryContentIsValid(t *testing.T) {
	for field, f := range map[string]Frame{
		"text":          {Text: []Fragment{{Text: strings.Repeat("x", MaxText+1)}}, Chart: []float64{1}},
		"goalData.end":  {Goal: &Goal{End: 2 * MaxValue}, Chart: []float64{1}},
		"chartData[0]":  {Chart: []float64{2 * MaxValue}, Goal: &Goal{}},
		"line[0]":       {Line: []float64{2 * MaxValue}, Text: []Fragment{{Text: "x"}}},
		"goalData.unit": {Goal: &Goal{Unit: strings.Repeat("x", MaxUnit+1)}},
	} {
		if err := ValidateFrames("f", []Frame{f}); err == nil || !strings.HasPrefix(err.Error(), "f[0]."+field+": ") {
			t.Errorf("%s: %v", field, err)
		}
	}
}
