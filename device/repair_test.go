// SPDX-License-Identifier: Apache-2.0

package device

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
)

// TestMendWidgets: of a list that was edited, or written by another version,
// what cannot be is dropped or gets its default, and each of it is said.
func TestMendWidgets(t *testing.T) {
	widget := func(id string, seconds int) WidgetSettings {
		return WidgetSettings{ID: id, Package: "clock", Seconds: seconds}
	}
	many := make([]WidgetSettings, 65)
	for i := range many {
		many[i] = widget(strings.Repeat("x", i+1), 20)
	}
	titled := widget("a", 20)
	titled.Title = strings.Repeat("é", 65)
	for _, row := range []struct {
		name  string
		was   []WidgetSettings
		want  []WidgetSettings
		fault string // field; "" = none
	}{
		{"as it should be", []WidgetSettings{widget("a", 1), widget("b", 3600)},
			[]WidgetSettings{widget("a", 1), widget("b", 3600)}, ""},
		{"no seconds", []WidgetSettings{widget("a", 0)}, []WidgetSettings{widget("a", 20)}, "apps.widgets[0].seconds"},
		{"less than none", []WidgetSettings{widget("a", -5)}, []WidgetSettings{widget("a", 20)}, "apps.widgets[0].seconds"},
		{"too long", []WidgetSettings{widget("a", 3601)}, []WidgetSettings{widget("a", 20)}, "apps.widgets[0].seconds"},
		{"one twice", []WidgetSettings{widget("a", 7), widget("a", 8)}, []WidgetSettings{widget("a", 7)}, "apps.widgets[1]"},
		{"without an id: all of the list", []WidgetSettings{widget("", 7)}, nil, "apps.widgets[0]"},
		{"too many", many, many[:64], "apps.widgets[64]"},
		{"a long title", []WidgetSettings{titled}, []WidgetSettings{widget("a", 20)}, "apps.widgets[0].title"},
		{"empty list", []WidgetSettings{}, nil, ""},
	} {
		s := DefaultSettings
		s.Apps.Widgets = row.was
		faults := s.Mend()
		if !slices.EqualFunc(s.Apps.Widgets, row.want, WidgetSettings.Equal) || (row.want == nil) != (s.Apps.Widgets == nil) {
			t.Errorf("%s: %+v, want %+v", row.name, s.Apps.Widgets, row.want)
		}
		var bad *note.InvalidError
		switch err := errors.Join(faults...); {
		case row.fault == "" && err != nil:
			t.Errorf("%s: %v", row.name, err)
		case row.fault != "" && (len(faults) != 1 || !errors.As(err, &bad) || bad.Field != row.fault):
			t.Errorf("%s: %v, want one of %s", row.name, err, row.fault)
		}
	}
	s := DefaultSettings
	s.Apps.Schedule = make([]Block, 65)
	if faults := s.Mend(); len(faults) != 1 || len(s.Apps.Schedule) != 64 {
		t.Errorf("%d blocks are left, %v", len(s.Apps.Schedule), faults)
	}
}

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
		{"the least", func(s *Settings) { s.Brightness, s.Volume = 0, 0 }, func(s *Settings) {
			s.Brightness, s.Volume = 0, 0
		}, ""},
		{"the most", func(s *Settings) { s.Brightness, s.Volume = 100, 100 }, func(s *Settings) {
			s.Brightness, s.Volume = 100, 100
		}, ""},
		{"darker than dark", func(s *Settings) { s.Brightness = -1 }, func(*Settings) {}, "brightness: -1, want 0 to 100"},
		{"brighter than full", func(s *Settings) { s.Brightness = 101 }, func(*Settings) {},
			"brightness: 101, want 0 to 100"},
		{"louder than full", func(s *Settings) { s.Volume = 101 }, func(*Settings) {}, "volume: 101, want 0 to 100"},
		{"quieter than nothing", func(s *Settings) { s.Volume = -1 }, func(*Settings) {}, "volume: -1, want 0 to 100"},
		{"faster than anybody reads", func(s *Settings) { s.Look.ScrollSpeed, s.Look.Smooth = new(201.0), new(true) },
			func(s *Settings) { s.Look.Smooth = new(true) }, "scroll_speed"},
		{"a transition of another version", func(s *Settings) {
			s.Look.Transition = new(paint.Transition(99))
		}, func(*Settings) {}, "transition"},
		{"an effect of another version", func(s *Settings) { s.Look.TextEffect = new(note.Effect(99)) }, func(*Settings) {},
			"text_effect"},
		{"one colour of an effect", func(s *Settings) { s.Look.TextColors = &[]note.Color{red} }, func(*Settings) {},
			"text_colors"},
		{"a background of another version", func(s *Settings) {
			s.Look.Background = &note.Background{Name: "lawn"}
		}, func(*Settings) {}, "background"},
		{"an overlay of another version", func(s *Settings) {
			s.Look.Overlay = new(note.Overlay(99))
		}, func(*Settings) {}, "overlay"},
		{"a malformed colour", func(s *Settings) { s.Look.TextColor = new(note.Color{R: 1}) }, func(*Settings) {},
			"text_color"},
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
		(a.Look.ScrollSpeed == nil) == (b.Look.ScrollSpeed == nil) &&
		(a.Look.Transition == nil) == (b.Look.Transition == nil) &&
		(a.Look.TextColor == nil) == (b.Look.TextColor == nil) && (a.Look.TextEffect == nil) == (b.Look.TextEffect == nil) &&
		(a.Look.TextColors == nil) == (b.Look.TextColors == nil) &&
		(a.Look.Background == nil) == (b.Look.Background == nil) &&
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
