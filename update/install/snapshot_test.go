// SPDX-License-Identifier: Apache-2.0

//go:build unix

package install

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestSnapshot: a version of which nothing else is known has run in between.
func TestSnapshot(t *testing.T) {
	r := newRig(t)
	h := r.helper("1.0.0")
	must.Do(t, h.Snapshot(t.Context()))
	r.write("/var/lib/ledpost/config.toml", "two = 2")
	r.write("/var/lib/ledpost/identity.json", `{"version":3,"identity":{"serial":"S1"},"reserved":900}`)
	r.write("/var/lib/ledpost/settings.json", `{"version":3,"lamp":{"light":40}}`)
	r.write("/var/lib/ledpost/key", "changed in between")
	r.write("/var/lib/ledpost/apps.json", `{"version":2}`)
	must.Do(t, os.Remove(filepath.Join(r.root, "/var/lib/ledpost/large/picture")))
	for range 2 { // the power may fail after the first time
		must.Do(t, h.Restore(t.Context()))
	}
	for path, want := range map[string]string{
		"/var/lib/ledpost/config.toml":                  "one = 1",
		"/var/lib/ledpost/identity.json":                `{"identity":{"serial":"S1"},"reserved":900,"version":2}`,
		"/var/lib/ledpost/settings.json":                `{"version":2,"settings":{"brightness":40}}`,
		"/var/lib/ledpost/key":                          "changed in between",
		"/var/lib/ledpost/apps.json":                    `{"version":2}`,
		"/var/lib/ledpost/large/picture":                "pixels",
		"/var/lib/ledpost-update/refused/settings.json": `{"version":3,"lamp":{"light":40}}`,
	} {
		must.Equal(t, r.read(path), want, path)
	}
}

// TestSnapshotLeavesOutTheJournal: a restore of a backup that ended after the snapshot
// is not repeated or taken back by an older program.
func TestSnapshotLeavesOutTheJournal(t *testing.T) {
	r := newRig(t)
	h := r.helper("1.0.0")
	journal := []string{"restored.json", "restore.json", "restore/0.old"}
	for _, name := range journal {
		r.write(filepath.Join(DataDir, name), "{}")
	}
	must.Do(t, h.Snapshot(t.Context()))
	for _, name := range journal {
		must.Do(t, os.Remove(filepath.Join(r.root, DataDir, name)))
	}
	must.Do(t, h.Restore(t.Context()))
	for _, name := range journal {
		if _, err := os.Stat(filepath.Join(r.root, DataDir, name)); err == nil {
			t.Errorf("%s is back", name)
		}
	}
}

func TestSnapshotReplacesTheOneBefore(t *testing.T) {
	r := newRig(t)
	h := r.helper("1.0.0")
	for _, brightness := range []string{"50", "60"} {
		r.write("/var/lib/ledpost/settings.json", `{"version":2,"settings":{"brightness":`+brightness+`}}`)
		must.Do(t, h.Snapshot(t.Context()))
		r.write("/var/lib/ledpost/settings.json", `{"version":3}`)
	}
	must.Do(t, h.Restore(t.Context()))
	must.Equal(t, r.read("/var/lib/ledpost/settings.json"), `{"version":2,"settings":{"brightness":60}}`)
}

func TestRestoreWithoutASnapshot(t *testing.T) {
	r := newRig(t)
	h := r.helper("1.0.0")
	large := filepath.Join(r.root, DataDir, "key")
	must.Do(t, os.Truncate(large, maxDataFile+1))
	r.write("/var/lib/ledpost/settings.json", `{"version":3}`)
	must.Do(t, h.Restore(t.Context()))
	if _, err := os.Stat(large); err != nil || r.read("/var/lib/ledpost/settings.json") != `{"version":3}` {
		t.Errorf("something has changed: %v", err)
	}
}

// TestRestoreOnAFullDisk: it is not tried a second time, so what has filled the disk goes first.
func TestRestoreOnAFullDisk(t *testing.T) {
	r := newRig(t)
	h := r.helper("1.0.0")
	must.Do(t, h.Snapshot(t.Context()))
	r.write("/var/lib/ledpost/settings.json", `{"version":3}`)
	r.write("/var/lib/ledpost/junk", "")
	junk := filepath.Join(r.root, DataDir, "junk")
	must.Do(t, os.Truncate(junk, maxDataFile+1))
	h.cut = func(what string) error {
		if _, err := os.Stat(junk); err == nil && strings.HasPrefix(what, "restore ") {
			return errors.New("no space left")
		}
		return nil
	}
	must.Do(t, h.Restore(t.Context()))
	must.Equal(t, r.read("/var/lib/ledpost/settings.json"), `{"version":2,"settings":{"brightness":40}}`)
}

// TestSnapshotWithoutRoom: nothing is left of a copy that is not whole.
func TestSnapshotWithoutRoom(t *testing.T) {
	r := newRig(t)
	h := r.helper("1.0.0")
	must.Do(t, os.MkdirAll(h.disk().home(previousDir), 0o700))
	h.Data = "/etc/ledpost/config.toml" // what is no folder cannot be copied
	if err := h.Snapshot(t.Context()); err == nil {
		t.Error("no error")
	}
	if _, err := os.Stat(h.disk().home(previousDir)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a copy is left: %v", err)
	}
}
