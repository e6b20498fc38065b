// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
)

// TestMend: a saved setting out of its range gets its default and is said; the
// others stay as they are.
func TestMend(t *testing.T) {
	for _, row := range []struct {
		why    string
		change func(*Settings)
		want   func(*Settings)
		fault  string
	}{
		{"as a new device has them", func(*Settings) {}, func(*Settings) {}, ""},
		{"the least", func(s *Settings) { s.Brightness, s.Volume = 0, 0 }, func(s *Settings) { s.Brightness, s.Volume = 0, 0 }, ""},
		{"the most", func(s *Settings) { s.Brightness, s.Volume = 100, 100 }, func(s *Settings) { s.Brightness, s.Volume = 100, 100 }, ""},
		{"darker than dark", func(s *Settings) { s.Brightness = -1 }, func(*Settings) {}, "brightness: -1, want 0 to 100"},
		{"brighter than full", func(s *Settings) { s.Brightness = 101 }, func(*Settings) {}, "brightness: 101, want 0 to 100"},
		{"louder than full", func(s *Settings) { s.Volume = 101 }, func(*Settings) {}, "volume: 101, want 0 to 100"},
		{"quieter than nothing", func(s *Settings) { s.Volume = -1 }, func(*Settings) {}, "volume: -1, want 0 to 100"},
		{"faster than anybody reads", func(s *Settings) { s.Look.ScrollSpeed, s.Look.Smooth = ptr(201.0), ptr(true) },
			func(s *Settings) { s.Look.Smooth = ptr(true) }, "scroll_speed"},
		{"a transition of another version", func(s *Settings) { s.Look.Transition = ptr(paint.Transition(99)) }, func(*Settings) {}, "transition"},
		{"an effect of another version", func(s *Settings) { s.Look.TextEffect = ptr(note.Effect(99)) }, func(*Settings) {}, "text_effect"},
		{"one colour of an effect", func(s *Settings) { s.Look.TextColors = &[]note.Color{red} }, func(*Settings) {}, "text_colors"},
		{"a background of another version", func(s *Settings) { s.Look.Background = &note.Background{Name: "lawn"} }, func(*Settings) {}, "background"},
		{"an overlay of another version", func(s *Settings) { s.Look.Overlay = ptr(note.Overlay(99)) }, func(*Settings) {}, "overlay"},
		{"a colour that is none", func(s *Settings) { s.Look.TextColor = ptr(note.Color{R: 1}) }, func(*Settings) {}, "text_color"},
	} {
		got, want := DefaultSettings, DefaultSettings
		row.change(&got)
		row.want(&want)
		faults := got.Mend()
		if row.fault == "" != (faults == nil) || len(faults) > 1 {
			t.Errorf("%s: %v, want %q", row.why, faults, row.fault)
		}
		if !alike(got, want) {
			t.Errorf("%s: %+v, want %+v", row.why, got, want)
		}
	}
}

// alike compares what Mend may change.
func alike(a, b Settings) bool {
	same := func(a, b *bool) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }
	return a.Brightness == b.Brightness && a.Volume == b.Volume && same(a.Look.Smooth, b.Look.Smooth) &&
		(a.Look.ScrollSpeed == nil) == (b.Look.ScrollSpeed == nil) && (a.Look.Transition == nil) == (b.Look.Transition == nil) &&
		(a.Look.TextColor == nil) == (b.Look.TextColor == nil) && (a.Look.TextEffect == nil) == (b.Look.TextEffect == nil) &&
		(a.Look.TextColors == nil) == (b.Look.TextColors == nil) && (a.Look.Background == nil) == (b.Look.Background == nil) &&
		(a.Look.Overlay == nil) == (b.Look.Overlay == nil)
}

// TestNoApps: a device of which every app was left out is dark, not gone.
func TestNoApps(t *testing.T) {
	story(t, func(c *Config, _ *Saved) { c.Apps, c.Widgets = nil, nil }, func(t *testing.T, r *rig) {
		r.saver(true)
		if s := r.scene(); s.Root != nil {
			t.Errorf("it shows %T", s.Root)
		}
	})
}
