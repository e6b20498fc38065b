// SPDX-License-Identifier: Apache-2.0

//go:build unix

package install

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
)

// word is in all that the owner of a rig has written.
const word = "kitchen-of-somebody"

// owned is a machine with words of its owner, which has passed an update to 2.0.0.
func owned(t *testing.T) *rig {
	t.Helper()
	r := newRig(t)
	for _, name := range []string{
		"/etc/ledpost/config.toml", "/etc/ledpost/broker-password", "/var/lib/ledpost/key",
		"/var/lib/ledpost/icons/own/1.png", "/var/lib/ledpost/config/config.toml",
		"/var/lib/ledpost/" + cacheDir + "/2.png",
	} {
		r.write(name, "# "+word)
	}
	r.write("/var/lib/ledpost/settings.json", `{"version":2,"settings":{"name":"`+word+`"}}`)
	r.passed(t)
	r.write(update.StateDir+"/"+refusedDir+"/settings.json", word) // of a way back before
	refused := func(s *update.State) { s.Bad, s.Error = append(s.Bad, "1.9.0"), word }
	must.Do(t, r.helper("2.0.0").disk().changeState(refused))
	return r
}

// emptied is the daemon's data and the administrator's folder after the rest of a reset.
func (r *rig) emptied() {
	for _, dir := range []string{DataDir, ConfigDir} {
		must.Do(r.t, os.RemoveAll(filepath.Join(r.root, dir)))
		must.Do(r.t, os.MkdirAll(filepath.Join(r.root, dir), 0o755))
	}
}

// told returns the files below dir that hold the word.
func (r *rig) told(dir string) (all []string) {
	_ = filepath.WalkDir(filepath.Join(r.root, dir), func(path string, d fs.DirEntry, err error) error {
		name := strings.TrimPrefix(path, r.root)
		if err == nil && d.Type().IsRegular() && strings.Contains(r.read(name), word) {
			all = append(all, name)
		}
		return err
	})
	return all
}

// backs are all ways back to something that was.
var backs = map[string]func(r *rig, ctx context.Context) error{
	"by hand": func(r *rig, ctx context.Context) error { return r.helper("1.0.0").Rollback(ctx) },
	"by the daemon": func(r *rig, ctx context.Context) error {
		back := update.Request{Action: update.Back, Version: "1.0.0"}
		err := update.WriteRequest(filepath.Join(r.root, DataDir), back)
		return errors.Join(err, r.helper("2.0.0").Install(ctx))
	},
	"a start of the machine":        func(r *rig, ctx context.Context) error { return r.helper("1.0.0").Boot(ctx) },
	"a judge":                       func(r *rig, ctx context.Context) error { return r.helper("1.0.0").Judge(ctx) },
	"the image's, after its update": func(r *rig, ctx context.Context) error { return r.helper("1.0.0").Restore(ctx) },
}

// TestForget: no word of the owner is left, the counter is, and no way back brings one.
func TestForget(t *testing.T) {
	r := owned(t)
	if told := r.told(update.StateDir); len(told) < 5 {
		t.Fatalf("the test has no subject: %q", told)
	}
	must.Do(t, r.helper("2.0.0").Forget(t.Context()))
	if stop := "systemctl stop " + judgeUnit; !slices.Contains(r.ran, stop) { // it holds the lock through a trial
		t.Errorf("the judge was not stopped: %q", r.ran)
	}
	r.emptied()
	want := update.State{Installed: "2.0.0", Counter: 17, Phase: update.PhaseIdle}
	if s := r.state(); !reflect.DeepEqual(s, want) {
		t.Errorf("the state is %+v, want %+v", s, want)
	}
	for name, back := range backs {
		_ = back(r, t.Context())
		if told := r.told("/"); len(told) != 0 || r.runs() != "2.0.0" {
			t.Errorf("%s: %q runs, with the owner's word in %q", name, r.runs(), told)
		}
	}
	must.Do(t, r.helper("2.0.0").Forget(t.Context())) // once more changes nothing
}

// TestForgetPowerCut: wherever the power fails, no way back is begun, and the next start
// completes it.
func TestForgetPowerCut(t *testing.T) {
	for left := 0; ; left++ {
		r := owned(t)
		r.left = left
		err := r.helper("2.0.0").Forget(t.Context())
		r.left = -1
		must.Do(t, r.helper("1.0.0").Boot(t.Context()))
		if r.runs() != "2.0.0" {
			t.Fatalf("after %d changes: %q runs", left, r.runs())
		}
		must.Do(t, r.helper("2.0.0").Forget(t.Context()))
		if told := r.told(update.StateDir); len(told) != 0 {
			t.Errorf("after %d changes, and again: %q", left, told)
		}
		if err == nil {
			return
		}
	}
}

// TestForgetAmidAnUpdate: what an update needs to be completed or taken back is forgotten
// after it; of a trial the version stays.
func TestForgetAmidAnUpdate(t *testing.T) {
	for _, row := range []struct {
		stage stage
		waits bool
		why   string
	}{
		{installing, true, "files of two versions are mixed"},
		{rollingBack, true, "the version before is being put back"},
		{trying, false, "whoever resets has chosen the version that runs"},
	} {
		r := owned(t)
		at := mark{Stage: row.stage, From: "1.0.0", To: "2.0.0", Snapshot: snapshotAtStop}
		must.Do(t, r.helper("1.0.0").disk().writeMark(at))
		err := r.helper("2.0.0").Forget(t.Context())
		told := r.told(update.StateDir)
		if waits := errors.Is(err, errUnended); waits != row.waits || waits == (len(told) == 0) {
			t.Errorf("%s (%s): %v, left are %q", row.stage, row.why, err, told)
		}
	}
}

// TestForgetNothing: a machine that was never updated has nothing to forget.
func TestForgetNothing(t *testing.T) {
	h := newRig(t).helper("1.0.0")
	must.Do(t, os.RemoveAll(h.disk().home()))
	must.Do(t, h.Forget(t.Context()))
}
