// SPDX-License-Identifier: Apache-2.0

//go:build unix

package install

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
)

// TestEditsStay: a way back, also months later, takes back what the update has done to the
// administrator's folder, and not what its owner has done since.
func TestEditsStay(t *testing.T) {
	const file = "/etc/ledpost/config.toml"
	for _, row := range []struct {
		why    string
		packed string // what the new package puts there; "" = nothing
		edit   string // what is there at the way back
		want   string
	}{
		{"nobody has touched it", "", "name = 'kitchen'", "name = 'kitchen'"},
		{"somebody has given it another name", "", "name = 'hall'", "name = 'hall'"},
		{"somebody has used what only the new version knows", "", "two = 2", "name = 'kitchen'"},
		{"the new package has replaced it", "name = 'new'", "name = 'new'", "name = 'kitchen'"},
		{"the new package has replaced it, and somebody has edited that", "name = 'new'", "name = 'hall'", "name = 'hall'"},
		{"somebody has removed it", "", "", ""},
	} {
		t.Run(row.why, func(t *testing.T) {
			r := newRig(t)
			versions["2.0.0"]["/etc/ledpost/config.toml"] = row.packed
			if row.packed == "" {
				delete(versions["2.0.0"], file)
			}
			defer delete(versions["2.0.0"], file)
			r.write("/etc/ledpost/ca.pem", "a certificate")
			r.passed(t)
			r.write("/etc/ledpost/ca.pem", "another certificate")
			if r.write(file, row.edit); row.edit == "" {
				must.Do(t, os.Remove(filepath.Join(r.root, file)))
			}
			delete(versions["2.0.0"], file) // of which it is asked what runs
			must.Do(t, r.helper("1.0.0").Rollback(t.Context()))
			must.Equal(t, r.read(file), row.want)
			must.Equal(t, r.read("/etc/ledpost/ca.pem"), "another certificate", "the certificate")
			if row.edit == "two = 2" && r.read(update.StateDir+"/"+refusedDir+"/config.toml") != row.edit {
				t.Error("the edit is lost")
			}
		})
	}
}

// TestIconsStay: what the new version has done away with is there again, whatever folder of
// the daemon's it was in; what was added since stays.
func TestIconsStay(t *testing.T) {
	r := newRig(t)
	for _, name := range []string{"icons/cat.png", "icon-cache/87", "icon-cache/5"} {
		r.write(filepath.Join(DataDir, name), "picture")
	}
	r.passed(t)
	data := filepath.Join(r.root, DataDir)
	must.Do(t, errors.Join(os.RemoveAll(filepath.Join(data, "icon-cache")), os.RemoveAll(filepath.Join(data, "icons"))))
	r.write(DataDir+"/icons/dog.png", "new picture")
	r.write(DataDir+"/icon-cache/5", "a newer one")
	must.Do(t, r.helper("1.0.0").Rollback(t.Context()))
	for name, want := range map[string]string{"icons/cat.png": "picture", "icons/dog.png": "new picture",
		"icon-cache/87": "picture", "icon-cache/5": "a newer one"} {
		must.Equal(t, r.read(filepath.Join(DataDir, name)), want, name)
	}
}

// TestManyIcons: a full cache of icons costs no setting its place in the copy.
func TestManyIcons(t *testing.T) {
	r := newRig(t)
	dir := filepath.Join(r.root, DataDir, "icon-cache")
	must.Do(t, os.MkdirAll(dir, 0o755))
	f, err := os.Create(filepath.Join(dir, "1"))
	must.Do(t, errors.Join(err, f.Truncate(maxCache), f.Close()))
	r.write(DataDir+"/icon-cache/2", "picture")
	r.passed(t)
	h := r.helper("1.0.0")
	must.Equal(t, r.read(update.StateDir+"/"+previousDir+"/"+snapshotKept+"/key"), "secret", "the key is not kept")
	if _, err := os.Stat(h.disk().home(previousDir, cacheKept, "1")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is larger than any icon was copied: %v", err)
	}
}

// TestSettingsComeBack: after a way back the settings are those from before the update,
// except what a client has set meanwhile.
func TestSettingsComeBack(t *testing.T) {
	const was = `{"version":2,"since":"1.0.0","touched":["on"],"settings":{"brightness":57,"volume":5,` +
		`"screensaver":{"start":"22:00","end":"06:00"},"mood":{"color":"#FF0000"}}}`
	file := func(version, touched string) string {
		return `{"version":` + version + `,"since":"2.0.0","touched":` + touched +
			`,"settings":{"brightness":3,"volume":9,"screensaver":{"start":"01:00","end":"02:00"},"new":1}}`
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
				must.Equal(t, plain(got), plain(want))
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
