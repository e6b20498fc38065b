// SPDX-License-Identifier: Apache-2.0

package install

import (
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
			if got := r.read(file); got != row.want {
				t.Errorf("%q, want %q", got, row.want)
			}
			if got := r.read("/etc/ledpost/ca.pem"); got != "another certificate" {
				t.Errorf("the certificate: %q", got)
			}
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
	for name, want := range map[string]string{"icons/cat.png": "picture", "icons/dog.png": "new picture", "icon-cache/87": "picture", "icon-cache/5": "a newer one"} {
		if got := r.read(filepath.Join(DataDir, name)); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
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
	if r.read(update.StateDir+"/"+previousDir+"/"+snapshotKept+"/key") != "secret" {
		t.Error("the key is not kept")
	}
	if _, err := os.Stat(h.disk().home(previousDir, cacheKept, "1")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is larger than any icon was copied: %v", err)
	}
}
