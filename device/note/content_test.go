// SPDX-License-Identifier: Apache-2.0

package note

import (
	"slices"
	"strings"
	"testing"
)

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
		got := Match(&row.f, func(Text) string { return "text" }, func(*Goal) string { return "goalData" }, func(Chart) string { return "chartData" })
		if got != row.want || row.f.Legible() != row.legible {
			t.Errorf("%s: %s, legible %v", row.why, got, row.f.Legible())
		}
		if !slices.Contains(Kinds(), got) {
			t.Errorf("Kinds lacks %s", got)
		}
	}
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
