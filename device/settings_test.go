// SPDX-License-Identifier: Apache-2.0

package device

import (
	"encoding"
	"reflect"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
)

// TestEverySettingComesBack: each is kept by the part that it concerns, and gathered again
// to be saved.
func TestEverySettingComesBack(t *testing.T) {
	set := Settings{
		On: true, Brightness: 41, BrightnessMode: ManualBrightness, Volume: 42, Mode: KioskMode, App: both[1].ID,
		Apps:   AppSettings{Widgets: both, Schedule: []Block{{From: 1, To: 2, Widget: both[0].ID}}, Planned: true},
		Saver:  SaverSettings{Enabled: true, TimeBased: true, WhenDark: true, Last: TimeBased, Widget: both[1].ID, Brightness: 43, Start: 3, End: 4},
		Region: Region{Language: "fr", Hours: 12, FirstDay: "sun", Temperature: "F", Date: "ymd"},
		Night:  NightSettings{When: NightSun, From: 7, To: 8, Brightness: 46, Color: note.Color{B: 1, Set: true}, Widget: both[1].ID, Back: NightDark},
		Look:   LookPatch{Smooth: ptr(true)}, Mood: note.Mood{Color: note.Color{R: 1, Set: true}, Brightness: 44},
		Quiet: &QuietSettings{Enabled: true, Start: 5, End: 6, Volume: 45}, New: true,
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
		{note.PriorityCritical, new(note.Priority), "critical"}, {note.IconTypeAlert, new(note.IconType), "alert"}, {note.OriginInternal, new(note.Origin), "internal"},
		{ManualBrightness, new(BrightnessMode), "manual"}, {KioskMode, new(Mode), "kiosk"}, {TimeBased, new(SaverMode), "time_based"},
		{paint.SlideTransition, new(paint.Transition), "slide"}, {ButtonVolumeDown, new(Button), "volume_down"},
		{at("21:30:05"), new(TimeOfDay), "21:30:05"}, {note.Color{R: 1, G: 2, B: 255, Set: true}, new(note.Color), "#0102FF"},
	}
	for _, row := range rows {
		text, err := row.value.MarshalText()
		if err != nil || string(text) != row.text {
			t.Errorf("%v is %q (%v), want %q", row.value, text, err, row.text)
		}
		if err := row.read.UnmarshalText(text); err != nil {
			t.Error(err)
		}
		if err := row.read.UnmarshalText([]byte("party")); err == nil {
			t.Errorf("%T takes any text", row.value)
		}
		if again, _ := row.read.(encoding.TextMarshaler).MarshalText(); string(again) != row.text {
			t.Errorf("%q became %q", row.text, again)
		}
	}
	for _, v := range []encoding.TextMarshaler{note.Priority(9), note.IconType(9), note.Origin(9), BrightnessMode(9), Mode(9), SaverMode(9), paint.Transition(99), Button(9), TimeOfDay(-1)} {
		if text, err := v.MarshalText(); err == nil {
			t.Errorf("%T has the text %q", v, text)
		}
	}
}

func TestIdentity(t *testing.T) {
	whole, other := NewIdentity(), NewIdentity()
	if whole == other {
		t.Error("two devices are the same")
	}
	if len(whole.ID) != 9 || len(whole.Serial) != 18 || whole.UUID[14] != '4' || !strings.ContainsRune("89ab", rune(whole.UUID[19])) {
		t.Errorf("%+v: want an id of 9 digits, a serial of 18 letters, a UUID of version 4", whole)
	}
	for _, row := range []struct {
		why   string
		spoil func(*Identity)
		want  func(*Identity)
		whole bool
	}{
		{"nothing lacks", func(*Identity) {}, func(*Identity) {}, true},
		{"a name is the user's own", func(id *Identity) { id.Name = "kitchen" }, func(id *Identity) { id.Name = "kitchen" }, true},
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
