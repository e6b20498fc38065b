// SPDX-License-Identifier: Apache-2.0

package gokrazy

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// A machine is a System that notes what it is told to do.
type machine struct {
	done  []string
	root  string // what was written
	spare error
	tried bool

	reboot func() error // instead of a note

	full   error  // what a snapshot fails with
	refuse string // what is not done
}

// note notes what is done, unless the machine refuses it.
func (m *machine) note(what string) error {
	if what == m.refuse {
		return errors.New("gokrazy does not answer")
	}
	m.done = append(m.done, what)
	return nil
}
func (m *machine) Spare(context.Context) error    { return m.spare }
func (m *machine) TestBoot(context.Context) error { return m.note("testboot") }
func (m *machine) Switch(context.Context) error   { return m.note("switch") }
func (m *machine) Snapshot(context.Context) error {
	if m.full != nil {
		return m.full
	}
	return m.note("snapshot")
}
func (m *machine) Resume()                       { m.note("resume") }
func (m *machine) Restore(context.Context) error { return m.note("restore") }

func (m *machine) Tried(context.Context) (was bool, _ error) {
	was, m.tried = m.tried, false
	return was, nil
}

func (m *machine) Reboot(context.Context) error {
	if m.reboot != nil {
		return m.reboot()
	}
	return m.note("reboot")
}

func (m *machine) WriteRoot(_ context.Context, r io.Reader) error {
	text, err := io.ReadAll(r)
	m.root = string(text)
	return err
}

// seen is a Watcher.
type seen func() trial.Observation

func (f seen) Look(context.Context) trial.Observation { return f() }

// healthy is how a ledpost that works is seen, dark one that has not started yet.
var (
	healthy = trial.Observation{
		Active: true, Frames: 10, Network: true, Free: 1 << 30,
		Health: update.Health{Answers: true, Healthy: true, Well: []string{"device", "panel"}},
	}
	dark = trial.Observation{Frames: -1, Network: true, Free: 1 << 30}
)

// rig is a helper on root "p2" with version 1.0.0, whose clock, program and
// network are well.
func rig(t *testing.T) (*Helper, *machine) {
	m := new(machine)
	h := &Helper{
		Data: t.TempDir(), Home: t.TempDir(), Root: "p2", Version: "1.0.0", System: m, Service: m,
		Watcher:   seen(func() trial.Observation { return healthy }),
		Plausible: func(time.Time) bool { return true },
		Log:       t.Logf,
	}
	return h, m
}

// channel serves a release whose root holds text, after change.
func channel(t *testing.T, h *Helper, text string, change func(*update.Manifest)) {
	t.Helper()
	public, secret, err := minisign.GenerateKey(rand.Reader)
	must.Do(t, err)
	sum := sha256.Sum256([]byte(text))
	m := update.Manifest{
		Version: "1.1.0", Counter: 7, Expires: time.Now().Add(time.Hour), Channel: "stable",
		Files: []update.File{{Name: "ledpost_1.1.0_arm64.squashfs", Arch: "arm64", Size: int64(len(text)),
			SHA256: hex.EncodeToString(sum[:])}},
	}
	if change != nil {
		change(&m)
	}
	manifest := must.Get(json.Marshal(m))(t)
	files := map[string][]byte{
		"/stable/manifest.json":                manifest,
		"/stable/manifest.json.minisig":        minisign.Sign(secret, manifest),
		"/stable/ledpost_1.1.0_arm64.squashfs": []byte(text),
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write(files[r.URL.Path]) }))
	t.Cleanup(s.Close)
	h.Source = update.Source{URL: s.URL, Channel: "stable", Trust: update.Trust{Keys: []minisign.PublicKey{public}},
		Client: s.Client()}
}

func ask(t *testing.T, h *Helper, version string) {
	t.Helper()
	must.Do(t, update.WriteRequest(h.Data, update.Request{Action: update.Install, Version: version, Counter: 1}))
}

func state(t *testing.T, h *Helper) update.State {
	t.Helper()
	return must.Get(update.ReadState(h.Home))(t)
}

func TestInstallWritesTheRootAndTriesIt(t *testing.T) {
	h, m := rig(t)
	channel(t, h, "the new root", nil)
	ask(t, h, "1.1.0")
	must.Do(t, h.serve(t.Context()))
	if m.root != "the new root" || !slices.Equal(m.done, []string{"snapshot", "testboot", "reboot", "resume"}) {
		t.Errorf("wrote %q, did %v", m.root, m.done)
	}
	if s := state(t, h); s.Phase != update.PhaseTrial || s.Target != "1.1.0" || s.Previous != "" || s.Counter != 7 {
		t.Errorf("%+v", s)
	}
	if _, err := os.Stat(filepath.Join(h.Data, update.RequestFile)); err == nil {
		t.Error("the request is still there: it would be carried out again")
	}
}

func TestInstallRefuses(t *testing.T) {
	tests := []struct {
		name   string
		change func(*update.Manifest)
		spoil  func(*Helper, *machine)
		want   error // nil = any
	}{
		{"another key", nil, func(h *Helper, _ *machine) {
			h.Source.Trust.Keys[0], _, _ = minisign.GenerateKey(rand.Reader)
		}, update.ErrSignature},
		{"one signature where two are demanded", nil, func(h *Helper, _ *machine) { h.Source.Trust.Signatures = 2 },
			update.ErrSignature},
		{"an expired manifest", func(m *update.Manifest) { m.Expires = time.Now().Add(-time.Hour) }, nil, update.ErrExpired},
		{"an older counter", nil, func(h *Helper, _ *machine) {
			update.WriteState(h.Home, update.State{Phase: update.PhaseIdle, Counter: 8})
		}, update.ErrRollback},
		{"another version than was asked for", func(m *update.Manifest) { m.Version = "1.2.0" }, nil, update.ErrOther},
		{"another channel", func(m *update.Manifest) { m.Channel = "beta" }, nil, update.ErrOther},
		{"a version that was rolled back", nil, func(h *Helper, _ *machine) {
			update.WriteState(h.Home, update.State{Phase: update.PhaseIdle, Bad: []string{"1.1.0"}})
		}, update.ErrRefused},
		{"a version that cannot follow", func(m *update.Manifest) { m.Minimum = "1.0.5" }, nil, update.ErrMinimum},
		{"another machine's", func(m *update.Manifest) { m.Files[0].Arch = "amd64" }, nil, nil},
		{"a truncated download", func(m *update.Manifest) { m.Files[0].Size++ }, nil, update.ErrContent},
		{"other bytes", func(m *update.Manifest) { m.Files[0].SHA256 = strings.Repeat("0", 64) }, nil, update.ErrContent},
		{"a root for another kernel", nil, func(_ *Helper, m *machine) { m.spare = errors.New("no modules") }, nil},
		{"nowhere to ask", nil, func(h *Helper, _ *machine) { h.Source.URL = "" }, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h, m := rig(t)
			channel(t, h, "the new root", test.change)
			if test.spoil != nil {
				test.spoil(h, m)
			}
			ask(t, h, "1.1.0")
			err := h.serve(t.Context())
			if err == nil || test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("%v, want %v", err, test.want)
			}
			if len(m.done) > 0 {
				t.Errorf("did %v", m.done)
			}
			if s := state(t, h); s.Phase != update.PhaseFailed || s.Error == "" {
				t.Errorf("%+v", s)
			}
		})
	}
}

func TestTrial(t *testing.T) {
	tests := []struct {
		name  string
		root  string        // that this start is from; the mark is of p2
		sick  time.Duration // at first
		tried bool
		mark  mark
		did   []string
		phase string
		bad   bool
	}{
		{"well at once", "p3", 0, true, mark{}, []string{"switch"}, update.PhaseDone, false},
		{"well after half a minute", "p3", silence - 10*time.Second, true, mark{}, []string{"switch"},
			update.PhaseDone, false},
		{"dark for longer", "p3", time.Minute, true, mark{}, []string{"reboot"}, update.PhaseTrial, false},
		{"never well", "p3", time.Hour, true, mark{}, []string{"reboot"}, update.PhaseTrial, false},
		{"back on the root before", "p2", 0, true, mark{}, nil, update.PhaseRolledBack, true},
		{"the power went before the trial", "p2", 0, false, mark{}, nil, update.PhaseFailed, false},
		{"the power went before it could stay", "p2", 0, true, mark{Passed: true}, nil, update.PhaseFailed, false},
		{"the power went when it stayed already", "p3", 0, true, mark{Passed: true}, nil, update.PhaseDone, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h, m := rig(t)
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				h.Root, m.tried = test.root, test.tried
				h.Watcher = seen(func() trial.Observation {
					if time.Since(began) < test.sick {
						return dark
					}
					return healthy
				})
				must.Do(t, h.tell(update.PhaseTrial, "1.1.0", ""))
				test.mark.From, test.mark.Version, test.mark.Before = "p2", "1.1.0", healthy
				must.Do(t, h.keep(test.mark))
				must.Do(t, h.resume(t.Context()))
				if took := time.Since(began); slices.Equal(test.did, []string{"reboot"}) && took > silence+2*trial.Every {
					t.Errorf("dark for %v", took)
				}
			})
			s := state(t, h)
			if !slices.Equal(m.done, test.did) || s.Phase != test.phase || s.Refuses("1.1.0") != test.bad {
				t.Errorf("did %v, %+v; want %v, %s", m.done, s, test.did, test.phase)
			}
			if _, err := os.Stat(filepath.Join(h.Home, markFile)); (err == nil) != (test.phase == update.PhaseTrial) {
				t.Errorf("the mark: %v", err)
			}
		})
	}
}

// TestJudge: the root on trial is judged by the same rules as a package.
func TestJudge(t *testing.T) {
	with := func(change func(*trial.Observation)) trial.Observation {
		o := healthy
		change(&o)
		return o
	}
	for _, row := range []struct {
		why    string
		before trial.Observation
		now    trial.Observation
		reason string // "" = it stays
	}{
		{"it was online before", healthy, with(func(o *trial.Observation) { o.Network = false }),
			"the network has not come back"},
		{"its panel has failed", healthy, with(func(o *trial.Observation) {
			o.Health = update.Health{Answers: true, Well: []string{"device"}, Failed: []string{"panel"}}
		}), `it reports a failure that the version before did not have: "panel"`},
		{"the panel had failed before", with(func(o *trial.Observation) {
			o.Health = update.Health{Answers: true, Well: []string{"device"}, Failed: []string{"panel"}}
		}), with(func(o *trial.Observation) {
			o.Health = update.Health{Answers: true, Well: []string{"device"}, Failed: []string{"panel"}}
		}), ""},
		{"it ended once", healthy, with(func(o *trial.Observation) { o.Restarts = 1 }),
			"it ended and had to be started again"},
		{"it draws nothing", healthy, with(func(o *trial.Observation) { o.Frames = 0 }), "it draws no frame"},
		{"it says that it is ready no more, at an address that is not known", dark, dark, "it does not run"},
	} {
		t.Run(row.why, func(t *testing.T) {
			h, m := rig(t)
			h.Root, h.Watcher = "p3", seen(func() trial.Observation { return row.now })
			want := []string{"reboot"}
			if row.reason == "" {
				want = []string{"switch"}
			}
			synctest.Test(t, func(t *testing.T) {
				must.Do(t, errors.Join(h.keep(mark{From: "p2", Version: "1.1.0", Before: row.before}), h.resume(t.Context())))
			})
			if !slices.Equal(m.done, want) {
				t.Errorf("did %v, want %v", m.done, want)
			}
			if row.reason == "" {
				return
			}
			h.Root, m.tried = "p2", true // the root before has started
			must.Do(t, h.resume(t.Context()))
			if s := state(t, h); s.Phase != update.PhaseRolledBack || s.Error != row.reason {
				t.Errorf("%+v, want %q", s, row.reason)
			}
		})
	}
}

// TestRestartIsRefused: it is tried again until the machine starts.
func TestRestartIsRefused(t *testing.T) {
	h, m := rig(t)
	h.Root, h.Watcher = "p3", seen(func() trial.Observation { return dark })
	tries := 0
	m.reboot = func() error {
		if tries++; tries < 5 {
			return errors.New("busy")
		}
		return nil
	}
	synctest.Test(t, func(t *testing.T) {
		err := errors.Join(h.keep(mark{From: "p2", Version: "1.1.0", Before: healthy}), h.resume(t.Context()))
		if err != nil {
			t.Error(err)
		}
	})
	must.Equal(t, tries, 5, "tries")
}

// While it restarts the machine this program is ended: that is no failure, and
// the request is gone, or the next start would carry it out again.
func TestInstallEndsWithThisProgram(t *testing.T) {
	h, m := rig(t)
	channel(t, h, "the new root", nil)
	ask(t, h, "1.1.0")
	ctx, stop := context.WithCancel(t.Context())
	m.reboot = func() error {
		if _, err := os.Stat(filepath.Join(h.Data, update.RequestFile)); err == nil {
			t.Error("the request is there at the restart")
		}
		stop()
		return ctx.Err()
	}
	if err := h.serve(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if s := state(t, h); s.Phase != update.PhaseTrial {
		t.Errorf("%+v", s)
	}
}

// The power went while it downloaded: nothing was changed, and nobody waits.
func TestPowerCutBeforeTheMark(t *testing.T) {
	h, m := rig(t)
	must.Do(t, errors.Join(h.tell(update.PhaseDownloading, "1.1.0", ""), h.resume(t.Context())))
	if s := state(t, h); s.Phase != update.PhaseFailed || s.Refuses("1.1.0") || len(m.done) > 0 {
		t.Errorf("%+v, did %v", s, m.done)
	}
}

func TestNoUpdateNoTrial(t *testing.T) {
	h, m := rig(t)
	if err := errors.Join(h.resume(t.Context()), h.serve(t.Context())); err != nil || len(m.done) > 0 {
		t.Errorf("did %v, %v", m.done, err)
	}
}

func TestNoTrialWithoutASnapshot(t *testing.T) {
	h, m := rig(t)
	channel(t, h, "the new root", nil)
	ask(t, h, "1.1.0")
	m.full = errors.New("no space left")
	if err := h.serve(t.Context()); !errors.Is(err, m.full) {
		t.Errorf("%v, want %v", err, m.full)
	}
	if s := state(t, h); s.Phase != update.PhaseFailed || s.Refuses("1.1.0") || !slices.Equal(m.done, []string{"resume"}) {
		t.Errorf("%+v, did %v", s, m.done)
	}
	if _, err := h.mark(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a mark: %v", err)
	}
}

func TestBack(t *testing.T) {
	tests := []struct {
		name string
		root string // that this start is from
		mark string // "" = none
		did  []string
	}{
		{"no update", "p2", "", nil},
		{"on trial", "p3", `{"from":"p2"}`, nil},
		{"back on the root before", "p2", `{"from":"p2"}`, []string{"restore"}},
		{"back after it had passed: it has run for a minute", "p2", `{"from":"p2","passed":true}`, []string{"restore"}},
		{"a damaged mark", "p2", `{"from":"p2"`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h, m := rig(t)
			h.Root = test.root
			if test.mark != "" {
				must.Do(t, os.WriteFile(filepath.Join(h.Home, markFile), []byte(test.mark), 0o600))
			}
			if err := h.Back(t.Context()); err != nil || !slices.Equal(m.done, test.did) {
				t.Errorf("did %v, %v; want %v", m.done, err, test.did)
			}
		})
	}
}

// TestProof: a root whose own updater could take no later version does not stay.
func TestProof(t *testing.T) {
	for _, row := range []struct {
		why   string
		spoil func(t *testing.T, h *Helper)
		want  []string
	}{
		{"it verifies what has led to it", func(*testing.T, *Helper) {}, []string{"switch"}},
		{"it trusts nobody", func(_ *testing.T, h *Helper) { h.Source.Trust.Keys = nil }, []string{"reboot"}},
		{"it trusts somebody else", func(_ *testing.T, h *Helper) {
			h.Source.Trust.Keys[0], _, _ = minisign.GenerateKey(rand.Reader)
		}, []string{"reboot"}},
		{"the manifest is gone", func(t *testing.T, h *Helper) {
			must.Do(t, os.Remove(filepath.Join(h.Home, update.ManifestFile)))
		}, []string{"reboot"}},
		{"it cannot write", func(t *testing.T, h *Helper) {
			must.Do(t, os.Mkdir(filepath.Join(h.Home, proofFile), 0o700))
		}, []string{"reboot"}},
	} {
		t.Run(row.why, func(t *testing.T) {
			h, m := rig(t)
			channel(t, h, "the new root", nil)
			ask(t, h, "1.1.0")
			must.Do(t, h.serve(t.Context()))
			row.spoil(t, h)
			h.Root, h.Version, m.done = "p3", "1.1.0", nil
			synctest.Test(t, func(t *testing.T) { must.Do(t, h.resume(t.Context())) })
			if !slices.Equal(m.done, row.want) {
				t.Errorf("did %v, want %v", m.done, row.want)
			}
			if left, err := h.mark(); err == nil &&
				left.Reason != "its own updater does not work: no later version could be installed" {
				t.Errorf("for %q", left.Reason)
			}
		})
	}
}
