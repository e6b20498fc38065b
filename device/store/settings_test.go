// SPDX-License-Identifier: Apache-2.0

package store

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestSettingsThereAndBack: also where a value would have a file of its own in the
// store.
func TestSettingsThereAndBack(t *testing.T) {
	s := device.DefaultSettings
	s.Volume = 13
	s.Look.TextColors = new([]note.Color) // set to none
	s.Apps.Widgets = []device.WidgetSettings{{
		ID: "0123456789abcdef0123456789abcdef", Package: "a.b", Seconds: 7, Visible: true,
		Settings: json.RawMessage(`{"long":"` + strings.Repeat("x", 2*large) + `"}`),
	}}
	data := must.Get(EncodeSettings(s))(t)
	got := must.Get(DecodeSettings(data))(t)
	var compact any
	if json.Unmarshal(got.Apps.Widgets[0].Settings, &compact) != nil || len(got.Apps.Widgets[0].Settings) < 2*large {
		t.Errorf("settings of a widget: %.80s", got.Apps.Widgets[0].Settings)
	}
	if c := got.Look.TextColors; c == nil || len(*c) > 0 {
		t.Errorf("colours %v", c)
	}
	got.Look.TextColors, got.Apps.Widgets[0].Settings = s.Look.TextColors, s.Apps.Widgets[0].Settings
	if !reflect.DeepEqual(got, s) {
		t.Errorf("%+v, want %+v", got, s)
	}
}

func TestSettingsThatAreRefused(t *testing.T) {
	for text, says := range map[string]string{
		"":                               "is not a JSON object",
		"[]":                             "is not a JSON object",
		`{"settings":{"volume":"loud"}}`: "settings.volume: ",
		`{"settings":{"glow":1}}`:        "settings.glow: is unknown",
		`{"version":99}`:                 "version: 99, this version reads up to",
		`{"settings":{"apps":{"widgets":[` + strings.Repeat("{},", maxValues+1) +
			`{}]}}}`: "has more than 131072 values",
		`{"settings":{"apps":{"widgets":[{"id":"a","settings":{"file":"` + strings.Repeat("a", 64) +
			`"}}]}}}`: "refers to another file",
	} {
		if _, err := DecodeSettings([]byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.80s: %v, want %q", text, err, says)
		}
	}
}

// FuzzDecodeSettings: what is accepted can be written again, and memory follows the
// length.
func FuzzDecodeSettings(f *testing.F) {
	data, _ := EncodeSettings(device.DefaultSettings)
	f.Add(data)
	f.Add([]byte(`{"settings":{"apps":{"widgets":[{"id":"a","seconds":7}],"schedule":[{"days":[1]}]}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		memtest.AtMost(t, 1<<20+4<<10*len(data), func() {
			s, err := DecodeSettings(data)
			if err == nil {
				if _, err := EncodeSettings(s); err != nil && len(s.Mend()) == 0 {
					t.Error(err)
				}
			}
		})
	})
}
