// SPDX-License-Identifier: Apache-2.0

package device

import (
	"reflect"
	"testing"

	"github.com/ledpost/ledpost/device/note"
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
