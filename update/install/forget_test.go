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
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
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

// TestForgetNothing: a machine that was never updated has nothing to forget.
func TestForgetNothing(t *testing.T) {
	h := newRig(t).helper("1.0.0")
	must.Do(t, os.RemoveAll(h.disk().home()))
	must.Do(t, h.Forget(t.Context()))
}

// crashed is a daemon that no version is proved by.
func crashed() trial.Observation { return trial.Observation{Active: true, Restarts: 9} }

// TestForgetEndsTheWayBackFirst: wherever the power fails, nothing that runs by itself begins a way back that has not
// all that it needs, in the trial and in the week after it, however badly the version does.
func TestForgetEndsTheWayBackFirst(t *testing.T) {
	defer os.Unsetenv(Booting)
	for _, inTrial := range []bool{true, false} {
		for left, done := 0, false; !done; left++ {
			r := owned(t)
			if inTrial {
				h := r.helper("1.0.0")
				at := mark{Stage: trying, From: "1.0.0", To: "2.0.0", Snapshot: snapshotAtStop, Before: healthy}
				must.Do(t, errors.Join(h.disk().endProbation(), h.disk().writeMark(at)))
			}
			kept := len(r.told(update.StateDir))
			r.left = left
			h := r.helper("2.0.0")
			h.cut = func(what string) error {
				err := r.cut(what)
				if err != nil && what == previousDir { // amid its removal
					_ = os.RemoveAll(h.disk().home(previousDir, keptFiles, "usr"))
				}
				return err
			}
			done = h.Forget(t.Context()) == nil
			r.left, r.ran = -1, nil
			whole := len(r.told(update.StateDir)) == kept
			for range maxStarts + 1 {
				_ = r.helper("1.0.0").Boot(t.Context())
			}
			os.Unsetenv(Booting)
			if !whole && r.runs() != "2.0.0" {
				t.Fatalf("in the trial: %t, after %d changes: %q runs", inTrial, left, r.runs())
			}
			r.watch(t, time.Hour, func(time.Duration) trial.Observation { return crashed() })
			if !whole && (r.runs() != "2.0.0" || slices.Contains(r.ran, "systemctl stop "+service)) {
				t.Errorf("in the trial: %t, after %d changes: %q runs, ran %q", inTrial, left, r.runs(), r.ran)
			}
			if whole && r.runs() == "" {
				t.Errorf("in the trial: %t, after %d changes: two versions are mixed", inTrial, left)
			}
		}
	}
}

// TestForgetBesideOthers: what an update needs to be completed or taken back is forgotten after it, and whoever does
// that is not interrupted; a trial, and a download, are: whoever resets has chosen the version that runs.
func TestForgetBesideOthers(t *testing.T) {
	const stopsJudge, stopsUpdate = "systemctl stop " + judgeUnit, "systemctl stop " + updateUnit
	const startsJudge = "systemctl start --no-block " + judgeUnit
	phase := func(to string) func(r *rig) {
		return func(r *rig) {
			must.Do(r.t, r.helper("1.0.0").disk().changeState(func(s *update.State) { s.Phase = to }))
		}
	}
	marked := func(at stage) func(r *rig) {
		return func(r *rig) {
			must.Do(r.t, r.helper("1.0.0").disk().writeMark(mark{Stage: at, From: "1.0.0", To: "2.0.0",
				Snapshot: snapshotAtStop}))
		}
	}
	both := func(one, two func(r *rig)) func(r *rig) { return func(r *rig) { one(r); two(r) } }
	for _, row := range []struct {
		why     string
		before  func(r *rig)
		stopped func(r *rig) // while the judge is stopped; nil = nothing
		waits   bool
		ran     []string
	}{
		{"nothing else is done", func(*rig) {}, nil, false, []string{stopsJudge}},
		{"a download", phase(update.PhaseDownloading), nil, false, []string{stopsUpdate, stopsJudge}},
		{"apt is at work", both(phase(update.PhaseDownloading), marked(installing)), nil, true, nil},
		{"a way back", marked(rollingBack), nil, true, nil},
		{"a trial", both(phase(update.PhaseDownloading), marked(trying)), nil, false, []string{stopsJudge}},
		{"a trial that has just ended badly", marked(trying), marked(rollingBack), true, []string{stopsJudge, startsJudge}},
	} {
		r := owned(t)
		row.before(r)
		r.ran, r.stopped = nil, row.stopped
		err := r.helper("2.0.0").Forget(t.Context())
		told := r.told(update.StateDir)
		if waits := errors.Is(err, errUnended); waits != row.waits || err != nil && !waits || waits == (len(told) == 0) {
			t.Errorf("%s: %v, left are %q", row.why, err, told)
		}
		if !slices.Equal(r.ran, row.ran) {
			t.Errorf("%s: ran %q, want %q", row.why, r.ran, row.ran)
		}
	}
}

// TestForgetWaits: for a step that has the lock, as the judge does until it is stopped, for a while, and no longer than
// it is asked to.
func TestForgetWaits(t *testing.T) {
	for _, row := range []struct {
		why    string
		gives  time.Duration // when the other step ends; 0 = with the judge
		asked  time.Duration
		took   time.Duration
		want   error
		forgot bool
	}{
		{"the judge", 0, time.Hour, 0, nil, true},
		{"a short step", 5 * time.Second, time.Hour, 5 * time.Second, nil, true},
		{"a long step", time.Hour, time.Hour, forgetTime, errUnended, false},
		{"nobody waits", time.Hour, 3 * time.Second, 3 * time.Second, context.DeadlineExceeded, false},
	} {
		r := owned(t)
		synctest.Test(t, func(t *testing.T) {
			unlock := must.Get(r.helper("1.0.0").lock())(t)
			defer unlock()
			if row.gives > 0 {
				defer time.AfterFunc(row.gives, unlock).Stop()
			} else {
				r.stopped = func(*rig) { unlock() }
			}
			ctx, cancel := context.WithTimeout(t.Context(), row.asked)
			defer cancel()
			began := time.Now()
			err := r.helper("2.0.0").Forget(ctx)
			if took := time.Since(began); !errors.Is(err, row.want) || took < row.took || took > row.took+time.Second {
				t.Errorf("%s: %v after %v, want %v after %v", row.why, err, took, row.want, row.took)
			}
		})
		if forgot := len(r.told(update.StateDir)) == 0; forgot != row.forgot {
			t.Errorf("%s: it has forgotten: %t", row.why, forgot)
		}
	}
}
