// SPDX-License-Identifier: Apache-2.0

package device

import (
	"encoding"
	"reflect"
	"regexp"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/must"
)

// TestEverySettingComesBack: each is kept by the part that it concerns, and gathered again
// to be saved.
func TestEverySettingComesBack(t *testing.T) {
	set := Settings{
		On: true, Brightness: 41, BrightnessMode: ManualBrightness, BrightnessBias: -47, Volume: 42,
		Mode: KioskMode, App: both[1].ID,
		Apps: AppSettings{Widgets: both, Schedule: []Block{{From: 1, To: 2, Widget: both[0].ID}}, Planned: true},
		Saver: SaverSettings{Enabled: true, TimeBased: true, WhenDark: true, Last: TimeBased, Widget: both[1].ID,
			Brightness: 43, Start: 3, End: 4},
		Region: Region{Language: "fr", Hours: 12, FirstDay: "sun", Temperature: "F", Date: "ymd"},
		Night: NightSettings{When: NightSun, From: 7, To: 8, Brightness: 46, Color: note.Color{B: 1, Set: true},
			Widget: both[1].ID, Back: NightDark},
		Look: LookPatch{Smooth: new(true)}, Mood: note.Mood{Color: note.Color{R: 1, Set: true}, Brightness: 44},
		Quiet: &QuietSettings{Enabled: true, Start: 5, End: 6, Volume: 45}, New: true,
		Greeted: true, Welcome: "face",
		Indicators: [note.Indicators]note.Indicator{{Night: true, Color: note.Color{G: 1, Set: true}}},
	}
	for i, v := 0, reflect.ValueOf(set); i < v.NumField(); i++ {
		if v.Field(i).IsZero() {
			t.Errorf("%s is not set here: add it", v.Type().Field(i).Name)
		}
	}
	saved := Fresh()
	saved.Settings = set
	s := newState(testConfig(t), saved, start)
	if got := s.settings(); !reflect.DeepEqual(got, set) {
		t.Errorf("%+v, want %+v", got, set)
	}
	if got := s.save(start).Settings; !reflect.DeepEqual(got, set) {
		t.Errorf("saved %+v, want %+v", got, set)
	}
}

// TestTexts: every enum, time of day and colour has a text and is read from it;
// what has no text is an error, and another text changes nothing.
func TestTexts(t *testing.T) {
	rows := []struct {
		value encoding.TextMarshaler
		read  encoding.TextUnmarshaler
		text  string
	}{
		{note.PriorityCritical, new(note.Priority), "critical"}, {note.IconTypeAlert, new(note.IconType), "alert"},
		{note.OriginInternal, new(note.Origin), "internal"},
		{ManualBrightness, new(BrightnessMode), "manual"}, {KioskMode, new(Mode), "kiosk"},
		{TimeBased, new(SaverMode), "time_based"},
		{paint.SlideTransition, new(paint.Transition), "slide"}, {ButtonVolumeDown, new(Button), "volume_down"},
		{at("21:30:05"), new(TimeOfDay), "21:30:05"}, {note.Color{R: 1, G: 2, B: 255, Set: true}, new(note.Color), "#0102FF"},
	}
	for _, row := range rows {
		text, err := row.value.MarshalText()
		if err != nil || string(text) != row.text {
			t.Errorf("%v is %q (%v), want %q", row.value, text, err, row.text)
		}
		must.Do(t, row.read.UnmarshalText(text))
		if err := row.read.UnmarshalText([]byte("party")); err == nil {
			t.Errorf("%T takes any text", row.value)
		}
		if again, _ := row.read.(encoding.TextMarshaler).MarshalText(); string(again) != row.text {
			t.Errorf("%q became %q", row.text, again)
		}
	}
	for _, v := range []encoding.TextMarshaler{note.Priority(9), note.IconType(9), note.Origin(9), BrightnessMode(9),
		Mode(9), SaverMode(9), paint.Transition(99), Button(9), TimeOfDay(-1)} {
		if text, err := v.MarshalText(); err == nil {
			t.Errorf("%T has the text %q", v, text)
		}
	}
}

func TestIdentity(t *testing.T) {
	whole, other := NewIdentity(), NewIdentity()
	for _, row := range []struct {
		why   string
		spoil func(*Identity)
		want  func(*Identity)
		whole bool
	}{
		{"nothing lacks", func(*Identity) {}, func(*Identity) {}, true},
		{"a name is the user's own", func(id *Identity) { id.Name = "kitchen" }, func(id *Identity) {
			id.Name = "kitchen"
		}, true},
		{"no name is no fault", func(id *Identity) { id.Name = "" }, func(id *Identity) { id.Name = other.Name }, true},
		{"no number", func(id *Identity) { id.ID = "x" }, func(id *Identity) { id.ID = other.ID }, false},
		{"no serial", func(id *Identity) { id.Serial = "abc" }, func(id *Identity) { id.Serial = other.Serial }, false},
		{"no UUID", func(id *Identity) { id.UUID = "" }, func(id *Identity) { id.UUID = other.UUID }, false},
	} {
		id, want := whole, whole
		row.spoil(&id)
		row.want(&want)
		if got := id.Fill(other); got != row.whole || id != want {
			t.Errorf("%s: %+v, whole is %v, want %+v", row.why, id, got, want)
		}
	}
}

// TestCurrentOfNothing: while nothing shows there is no current notification.
func TestCurrentOfNothing(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		if it, ok, err := r.Current(background); ok || err != nil || it.ID != "" {
			t.Errorf("before: %+v, %v, %v", it, ok, err)
		}
		id := r.post(notice(note.PriorityInfo))
		if it, ok, err := r.Current(background); !ok || err != nil || it.ID != id {
			t.Errorf("while it shows: %+v, %v, %v", it, ok, err)
		}
		r.must(r.DismissCurrent(background))
		if it, ok, err := r.Current(background); ok || err != nil || it.ID != "" {
			t.Errorf("after: %+v, %v, %v", it, ok, err)
		}
	})
}

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
		{"another order", func(r *rig) error {
			_, err := r.SetApps(background, []WidgetSettings{both[1], both[0]})
			return err
		},
			func(s Settings) bool { return len(s.Apps.Widgets) == 2 && s.Apps.Widgets[0].ID == second }},
		{"a widget more", func(r *rig) error { _, err := r.AddWidget(background, "second", nil); return err },
			func(s Settings) bool {
				return len(s.Apps.Widgets) == 3 && s.Apps.Widgets[2].Package == "second" && s.Apps.Widgets[2].Visible &&
					s.Apps.Widgets[2].Seconds == 20
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
	// nothing that looks like another letter
	id, serial := regexp.MustCompile(`^[1-9][0-9]{8}$`), regexp.MustCompile(`^LP[A-HJ-NP-Z2-9]{16}$`)
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
