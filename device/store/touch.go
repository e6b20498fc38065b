// SPDX-License-Identifier: Apache-2.0

package store

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/ledpost/ledpost/device"
	number "github.com/ledpost/ledpost/internal/version"
)

// Everything is the path of all settings, as after the restore of a backup.
const Everything = ""

// touch is which settings calls have changed in this version of the program.
type touch struct {
	last  []byte // settings as they were seen last, in JSON
	paths map[string]bool
}

// newTouch continues the changes that this version has saved; another version's are its own.
func newTouch(saved device.Saved) touch {
	t := touch{paths: map[string]bool{}}
	t.last, _ = json.Marshal(saved.Settings) // a value that was read can be written
	if saved.Since == number.Number {
		for _, path := range saved.Touched {
			t.paths[path] = true
		}
	}
	return t
}

// see takes in the settings, and returns the paths in order. What differs is taken for the
// call's, if there was one.
func (t *touch) see(now device.Settings, called bool) []string {
	text, err := json.Marshal(now)
	if err == nil && called && !bytes.Equal(text, t.last) {
		differ(t.last, text, "", t.paths)
	}
	if err == nil {
		t.last = text
	}
	return slices.Sorted(maps.Keys(t.paths))
}

// differ adds the paths at which two texts of JSON differ. Of objects it looks at each
// field; whatever else there is, lists too, is one value.
func differ(a, b []byte, at string, paths map[string]bool) {
	var x, y map[string]json.RawMessage
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil || x == nil || y == nil {
		if !bytes.Equal(a, b) {
			paths[at] = true
		}
		return
	}
	for name := range y {
		if _, both := x[name]; !both {
			x[name] = nil
		}
	}
	for name := range x {
		differ(x[name], y[name], join(at, name), paths)
	}
}
