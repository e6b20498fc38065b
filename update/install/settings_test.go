// SPDX-License-Identifier: Apache-2.0

package install

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
)

// TestSettingsComeBack: after a way back the settings are those from before the update,
// except what a client has set meanwhile.
func TestSettingsComeBack(t *testing.T) {
	const was = `{"version":2,"since":"1.0.0","touched":["on"],"settings":{"brightness":57,"volume":5,"screensaver":{"start":"22:00","end":"06:00"},"mood":{"color":"#FF0000"}}}`
	file := func(version, touched string) string {
		return `{"version":` + version + `,"since":"2.0.0","touched":` + touched + `,"settings":{"brightness":3,"volume":9,"screensaver":{"start":"01:00","end":"02:00"},"new":1}}`
	}
	for _, row := range []struct {
		why, now string
		want     string // settings; "" = those of now
		left     bool   // whether the newer version's are offered
	}{
		{"the newer version has written what it liked", file("2", "[]"),
			`{"brightness":57,"volume":5,"screensaver":{"start":"22:00","end":"06:00"},"mood":{"color":"#FF0000"}}`, true},
		{"a client has set the volume, and taken a mood away", file("2", `["volume","screensaver.end","mood"]`),
			`{"brightness":57,"volume":9,"screensaver":{"start":"22:00","end":"02:00"}}`, true},
		{"of a form that only the newer version knows, what both have", file("3", `["volume","new","mood","screensaver"]`),
			`{"brightness":57,"volume":9,"screensaver":{"start":"22:00","end":"06:00"},"mood":{"color":"#FF0000"}}`, false},
		{"a backup was restored in the newer version", file("2", `[""]`), "", false},
		{"nobody has noted anything", `{"version":2,"settings":{"brightness":3}}`, "", false},
	} {
		t.Run(row.why, func(t *testing.T) {
			r := newRig(t)
			path := filepath.Join(DataDir, settingsFile)
			r.write(path, was)
			r.passed(t)
			r.write(path, row.now)
			h := r.helper("1.0.0")
			for range 2 { // the power may fail after the first time
				must.Do(t, h.restorer().restoreData(snapshotAtStop))
				got, _ := readSettings([]byte(r.read(path)))
				want, _ := readSettings([]byte(`{"settings":` + row.want + "}"))
				if row.want == "" {
					want, _ = readSettings([]byte(row.now))
				} else if got.Since != "1.0.0" || len(got.Touched) != 1 {
					t.Errorf("since %q, touched %q: not those of the version before", got.Since, got.Touched)
				}
				if one, other := plain(got), plain(want); one != other {
					t.Errorf("%s, want %s", one, other)
				}
				if left := r.read(filepath.Join(DataDir, update.SettingsLeft)); (left == row.now) != row.left {
					t.Errorf("left: %q", left)
				}
			}
		})
	}
}

// plain returns the settings with all names in order.
func plain(s settings) string {
	text, _ := json.Marshal(s.All)
	var all any
	_ = json.Unmarshal(text, &all)
	text, _ = json.Marshal(all)
	return string(text)
}
