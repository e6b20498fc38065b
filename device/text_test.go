// SPDX-License-Identifier: Apache-2.0

package device

import (
	"encoding"
	"testing"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
)

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
