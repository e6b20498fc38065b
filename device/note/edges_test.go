package note

import (
	"strings"
	"testing"
)

// TestEffectsByName: each effect is read by the word that it is written as.
func TestEffectsByName(t *testing.T) {
	for _, name := range Effects() {
		if e, err := ParseEffect(name); err != nil || e.String() != name {
			t.Errorf("%s is read as %v, %v", name, e, err)
		}
	}
	if e, err := ParseEffect(""); err == nil {
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
		{"nothing", Frame{}, 64},
		{"text", Frame{Text: []Fragment{{Text: "ab"}, {Text: "c"}}}, 64 + 64 + 2 + 64 + 1},
		{"numbers and colours", Frame{Chart: make([]float64, 1), Line: make([]float64, 2), Colors: make([]Color, 3), Levels: make([]Level, 4)}, 64 + 8*10},
		{"commands", Frame{Draw: []Shape{{Text: "ab"}, {Pixels: make([]Color, 5)}}}, 64 + 128 + 2 + 128 + 20},
	} {
		if got := row.f.Size(); got != row.want {
			t.Errorf("%s: %d bytes, want %d", row.why, got, row.want)
		}
	}
}

// TestFrameEdges: the value at a limit is allowed, the one beyond it is not.
func TestFrameEdges(t *testing.T) {
	long := func(n int) []Shape { return []Shape{{Kind: ShapeText, Text: strings.Repeat("ж", n)}} }
	for _, row := range []struct {
		why   string
		f     Frame
		fault string // how the first begins; "" = none
	}{
		{"the longest period", Frame{Period: MaxPeriod}, ""},
		{"longer", Frame{Period: MaxPeriod + 1e6}, "f.effectPeriod: "},
		{"the shortest period", Frame{Period: MinPeriod}, ""},
		{"shorter", Frame{Period: MinPeriod - 1e6}, "f.effectPeriod: "},
		{"an alignment of another version", Frame{Align: 99}, "f.align: "},
		{"as much drawn text as written", Frame{Draw: long(MaxText)}, ""},
		{"more", Frame{Draw: long(MaxText + 1)}, "f.draw: 1025 characters of text"},
		{"a goal that nobody reaches", Frame{Goal: &Goal{End: 1 << 40}}, "f.goalData.end: "},
		{"a goal from nowhere", Frame{Goal: &Goal{Start: 1 << 40}}, "f.goalData.start: "},
	} {
		row.f.Text = []Fragment{{Text: "x"}}
		var faults []string
		row.f.validate("f", func(err error) { faults = append(faults, err.Error()) })
		if got := strings.Join(faults, "; "); (got == "") != (row.fault == "") || !strings.HasPrefix(got, row.fault) {
			t.Errorf("%s: %q, want %q", row.why, got, row.fault)
		}
	}
}
