// SPDX-License-Identifier: Apache-2.0

package device

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device/note"
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
		{"as it should be", []WidgetSettings{widget("a", 1), widget("b", 3600)}, []WidgetSettings{widget("a", 1), widget("b", 3600)}, ""},
		{"no seconds", []WidgetSettings{widget("a", 0)}, []WidgetSettings{widget("a", 20)}, "apps.widgets[0].seconds"},
		{"less than none", []WidgetSettings{widget("a", -5)}, []WidgetSettings{widget("a", 20)}, "apps.widgets[0].seconds"},
		{"too long", []WidgetSettings{widget("a", 3601)}, []WidgetSettings{widget("a", 20)}, "apps.widgets[0].seconds"},
		{"one twice", []WidgetSettings{widget("a", 7), widget("a", 8)}, []WidgetSettings{widget("a", 7)}, "apps.widgets[1]"},
		{"without an id: all of the list", []WidgetSettings{widget("", 7)}, nil, "apps.widgets[0]"},
		{"too many", many, many[:64], "apps.widgets[64]"},
		{"a long title", []WidgetSettings{titled}, []WidgetSettings{widget("a", 20)}, "apps.widgets[0].title"},
		{"an empty list is none", []WidgetSettings{}, nil, ""},
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
