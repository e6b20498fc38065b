// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"testing"
	"time"
)

// TestTimepiece: a board tells the time as its clock does, else as the first clock, else as the device.
func TestTimepiece(t *testing.T) {
	tokyo, berlin := time.FixedZone("JST", 9*3600), time.FixedZone("CET", 3600)
	device := Timepiece{time.UTC, 24, ""}
	s := &Shared{FirstClock: "first",
		Clocks: map[string]Timepiece{"first": {berlin, 12, "#112233"}, "other": {tokyo, 24, "#445566"}, "bare": {}}}
	for _, row := range []struct {
		why    string
		shared *Shared
		widget string
		want   Timepiece
	}{
		{"the widget's", s, "other", Timepiece{tokyo, 24, "#445566"}},
		{"no widget is set", s, "", Timepiece{berlin, 12, "#112233"}},
		{"a widget that is gone", s, "gone", Timepiece{berlin, 12, "#112233"}},
		{"a clock that leaves all open", s, "bare", device},
		{"no clock", &Shared{}, "", device},
	} {
		if got := row.shared.Timepiece(row.widget, device); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// TestBriefs: of a kind those that still hold, in a stable order, and one of a widget whichever app tells it.
func TestBriefs(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	s := &Shared{}
	s.Tell("b", map[string]Brief{"w2": {Text: "2"}, "w1": {Text: "1"}, "value": {Kind: Figure, Text: "v"}})
	s.Tell("a", map[string]Brief{"w3": {Text: "3", Until: now}, "w4": {Text: "4", Until: now.Add(1)}})
	text := ""
	for _, b := range s.Briefs(Sky, now) {
		text += b.Text
	}
	if text != "412" {
		t.Errorf("the weather of all is %q", text)
	}
	for widget, want := range map[string]string{"w1": "1", "w3": "", "w4": "4", "value": "v", "gone": ""} {
		if b, ok := s.Brief(widget, now); b.Text != want || ok != (want != "") {
			t.Errorf("%s says %q, %v", widget, b.Text, ok)
		}
	}
	s.Tell("b", nil)
	if b, ok := s.Brief("w1", now); ok {
		t.Errorf("an app that says nothing any more says %q", b.Text)
	}
}
