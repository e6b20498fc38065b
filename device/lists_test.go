// SPDX-License-Identifier: Apache-2.0

package device

import (
	"regexp"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// TestListsAreSaved: the widgets and the schedule are on the disk as soon as a client
// has changed them.
func TestListsAreSaved(t *testing.T) {
	second := FirstWidget("second")
	for _, row := range []struct {
		name string
		do   func(*rig) error
		want func(Settings) bool
	}{
		{"a schedule", func(r *rig) error {
			_, err := r.SetSchedule(background, []Block{{From: at("08:00"), To: at("09:00"), Widget: second}})
			return err
		}, func(s Settings) bool { return s.Apps.Planned && len(s.Apps.Schedule) == 1 }},
		{"no schedule", func(r *rig) error { _, err := r.SetSchedule(background, nil); return err },
			func(s Settings) bool { return s.Apps.Planned && len(s.Apps.Schedule) == 0 }},
		{"another order", func(r *rig) error { _, err := r.SetApps(background, []WidgetSettings{both[1], both[0]}); return err },
			func(s Settings) bool { return len(s.Apps.Widgets) == 2 && s.Apps.Widgets[0].ID == second }},
		{"a widget more", func(r *rig) error { _, err := r.AddWidget(background, "second", nil); return err },
			func(s Settings) bool {
				return len(s.Apps.Widgets) == 3 && s.Apps.Widgets[2].Package == "second" && s.Apps.Widgets[2].Visible && s.Apps.Widgets[2].Seconds == 20
			}},
		{"a widget less", func(r *rig) error { return r.RemoveWidget(background, second) },
			func(s Settings) bool { return len(s.Apps.Widgets) == 1 && s.Apps.Widgets[0].ID != second }},
		{"a name", func(r *rig) error {
			w := both[1]
			w.Title = "Mine"
			_, err := r.SetWidget(background, w)
			return err
		}, func(s Settings) bool { return len(s.Apps.Widgets) == 2 && s.Apps.Widgets[1].Title == "Mine" }},
	} {
		story(t, nil, func(t *testing.T, r *rig) {
			time.Sleep(time.Minute)
			before, revision := r.saves(), r.Status().Revision
			r.must(row.do(r))
			if n := r.saves() - before; n != 1 || !row.want(r.saved().Settings) {
				t.Errorf("%s: saved %d times: %+v", row.name, n, r.saved().Settings.Apps)
			}
			if n := r.Status().Revision - revision; n != 1 {
				t.Errorf("%s: the revision has risen by %d", row.name, n)
			}
		})
	}
}

// TestVisibleIsSavedAsThat: its lifetime does not run while the device is off, that of
// those that wait does.
func TestVisibleIsSavedAsThat(t *testing.T) {
	short := notice(note.PriorityInfo)
	short.Lifetime, short.Cycles = 20*time.Second, 0
	var kept Saved
	var visible, waits string
	story(t, nil, func(t *testing.T, r *rig) {
		visible = r.post(short)
		time.Sleep(time.Second)
		waits = r.post(short)
		kept = r.saved()
		if w := kept.Waiting; len(w) != 2 || w[0].ID != visible || !w[0].Visible || w[1].ID != waits || w[1].Visible {
			t.Errorf("%+v", w)
		}
	})
	story(t, func(_ *Config, s *Saved) { *s = kept; s.At = s.At.Add(-time.Hour) }, func(t *testing.T, r *rig) {
		r.shows(visible, "an hour later")
		r.outcome(waits, note.OutcomeExpired)
	})
}

// TestNewIdentities are of the forms that clients want, and no two are the same.
func TestNewIdentities(t *testing.T) {
	id, serial := regexp.MustCompile(`^[1-9][0-9]{8}$`), regexp.MustCompile(`^LP[A-HJ-NP-Z2-9]{16}$`)   // nothing that looks like another letter
	uuid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`) // RFC 9562, 5.4
	seen := map[string]bool{}
	for range 200 {
		n := NewIdentity()
		if !id.MatchString(n.ID) || !serial.MatchString(n.Serial) || !uuid.MatchString(n.UUID) || n.Name != "ledpost" {
			t.Fatalf("%+v", n)
		}
		for _, v := range []string{n.Serial, n.UUID} {
			if seen[v] {
				t.Errorf("%s is given twice", v)
			}
			seen[v] = true
		}
	}
}

// TestEndOfAnAlertOfNobody: an app that is not there is not called.
func TestEndOfAnAlertOfNobody(t *testing.T) {
	s := newState(testConfig(t), Fresh(), start)
	s.queue.alertsOver = []alertOver{{alertOf{"gone", "1"}, note.OutcomeShown}}
	if s.step(start); s.queue.alertsOver != nil {
		t.Errorf("%+v", s.queue.alertsOver)
	}
}
