// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"image"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/apps/clock/face"
)

// TestFirstFace: a new clock has the face that suits its panel, unless another is set, and fireworks at New Year.
func TestFirstFace(t *testing.T) {
	names, _ := face.Choices()
	for _, row := range []struct {
		why        string
		cfg        Config
		size       image.Point
		monochrome bool
		want       string
	}{
		{"the reference", Config{}, image.Pt(37, 8), false, ""},
		{"four modules by two", Config{}, image.Pt(16, 16), false, ""},
		{"the least that is large", Config{}, image.Pt(48, 24), false, "gradient"},
		{"a column less", Config{}, image.Pt(47, 24), false, ""},
		{"a row less", Config{}, image.Pt(48, 23), false, ""},
		{"HUB75", Config{Hours: 12, Seconds: true}, image.Pt(64, 32), false, "gradient"},
		{"no colours", Config{}, image.Pt(128, 64), true, ""},
		{"another was set", Config{Face: "words"}, image.Pt(128, 64), false, "words"},
	} {
		got := row.cfg.On(row.size, row.monochrome)
		if !slices.Equal(got.Living, []string{newYear}) {
			t.Errorf("%s: it lives by %q", row.why, got.Living)
		}
		if got.Face != row.want || got.Hours != row.cfg.Hours || got.Seconds != row.cfg.Seconds {
			t.Errorf("%s: %+v, want the face %q", row.why, got, row.want)
		}
		if got.Face != "" && !slices.Contains(names, got.Face) {
			t.Errorf("%s: there is no face %q", row.why, got.Face)
		}
	}
}
