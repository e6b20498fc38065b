// SPDX-License-Identifier: Apache-2.0

package store

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/durable"
	number "github.com/ledpost/ledpost/internal/version"
)

// TestTouched: what calls have changed is in the file of the settings, for as long as this
// version runs; what the device changes by itself is not.
func TestTouched(t *testing.T) {
	dir := t.TempDir()
	open := func() (*Store, device.Saved) { return Open(durable.Dir(dir), Options{Log: quiet}) }
	touched := func() (file settingsFile) {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(dir, settingsName))
		if err != nil || json.Unmarshal(text, &file) != nil {
			t.Fatal(err)
		}
		return file
	}
	s, saved := open()
	if f := touched(); f.Since != number.Number || f.Touched != nil {
		t.Errorf("at first: %q, %q", f.Since, f.Touched)
	}
	saved.Settings.Brightness = 3
	s.put(saved)
	if f := touched(); f.Touched != nil {
		t.Errorf("by itself: %q", f.Touched)
	}
	saved.Called, saved.Settings.Volume, saved.Settings.Saver.Brightness = true, 7, 9
	s.Save(saved)
	s.put(saved)
	saved.Called = false
	s.put(saved)
	want := []string{"screensaver.brightness", "volume"}
	if f := touched(); !slices.Equal(f.Touched, want) {
		t.Errorf("by a call: %q, want %q", f.Touched, want)
	}
	s, saved = open() // started again
	s.put(saved)
	if f := touched(); !slices.Equal(f.Touched, want) {
		t.Errorf("after another start: %q, want %q", f.Touched, want)
	}
	saved.Since, saved.Touched = "0.0.1", want
	if f := newTouch(saved); len(f.paths) > 0 {
		t.Errorf("of another version: %v", f.paths)
	}
}
