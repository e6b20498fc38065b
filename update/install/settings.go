// SPDX-License-Identifier: Apache-2.0

package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/update"
)

// settingsFile is the file of the daemon's settings (package device/store). It names the
// version that has written it first, and what clients have set since: by that, a way back
// tells what somebody wants from what a version has made of it.
const settingsFile = "settings.json"

// everything is the path of all settings.
const everything = ""

// settings is such a file, as far as it is known here: what else a version has in it stays.
type settings struct {
	whole   map[string]json.RawMessage
	Since   string                     `json:"since"`
	Touched []string                   `json:"touched"`
	All     map[string]json.RawMessage `json:"settings"`
}

func readSettings(text []byte) (s settings, ok bool) {
	ok = json.Unmarshal(text, &s) == nil && json.Unmarshal(text, &s.whole) == nil && s.All != nil
	return s, ok
}

// mergedSettings returns the settings from before the update, with what clients have set
// in the newer version. Where nobody has noted that, or now is of the same version as was,
// it reports false.
func mergedSettings(now, was []byte, readable bool) ([]byte, bool) {
	newer, ok := readSettings(now)
	before, ok2 := readSettings(was)
	if !ok || !ok2 || newer.Since == "" || newer.Since == before.Since || slices.Contains(newer.Touched, everything) {
		return nil, false
	}
	for _, path := range newer.Touched {
		take(before.All, newer.All, strings.Split(path, "."), readable)
	}
	before.whole["settings"], _ = json.Marshal(before.All) // from JSON: cannot fail
	text, err := json.MarshalIndent(before.whole, "", "  ")
	return append(text, '\n'), err == nil
}

// take gives to the value that from has at the path, or takes it away where from has none.
// From a form that this version cannot read it takes only what has the same kind in both.
func take(to, from map[string]json.RawMessage, path []string, readable bool) {
	name := path[0]
	value, there := from[name]
	if len(path) > 1 {
		var below, above map[string]json.RawMessage
		if json.Unmarshal(to[name], &below) != nil || json.Unmarshal(value, &above) != nil || above == nil || below == nil {
			return
		}
		take(below, above, path[1:], readable)
		to[name], _ = json.Marshal(below)
		return
	}
	switch {
	case !readable && (!there || kind(value) != kind(to[name]) || kind(value) == '{' || kind(value) == '['):
	case there:
		to[name] = value
	default:
		delete(to, name)
	}
}

// kind tells kinds of JSON apart; 0 is nothing.
func kind(value json.RawMessage) byte {
	value = bytes.TrimSpace(value)
	switch {
	case len(value) == 0:
		return 0
	case value[0] == '-' || '0' <= value[0] && value[0] <= '9':
		return '0'
	case value[0] == 'f':
		return 't'
	}
	return value[0]
}

// leaveSettings keeps the settings of the version that is left beside those that come back,
// for people who prefer them. When repeated, they are this version's settings already.
func (r restorer) leaveSettings(snapshot string) error {
	source, err := os.OpenRoot(r.home(previousDir, snapshot))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenRoot(r.path(r.data))
	if err != nil {
		return err
	}
	defer target.Close()
	was, _, err := readPlain(source, settingsFile)
	if err != nil {
		return nil // it had none
	}
	now, like, err := readPlain(target, settingsFile)
	if err != nil {
		return nil
	}
	merged, ok := mergedSettings(now, was, r.reads.State(now))
	if !ok {
		return nil
	}
	if err := r.cutPoint("settings"); err != nil {
		return err
	}
	_ = target.Remove(update.SettingsBefore)
	if !r.reads.State(now) || sameSettings(now, merged) {
		_ = target.Remove(update.SettingsLeft)
		return nil
	}
	return placePlain(target, update.SettingsLeft, bytes.NewReader(now), like)
}

// sameSettings reports whether two files have the same settings.
func sameSettings(a, b []byte) bool {
	x, _ := readSettings(a)
	y, _ := readSettings(b)
	one, _ := json.Marshal(x.All)
	other, _ := json.Marshal(y.All)
	return bytes.Equal(one, other)
}
