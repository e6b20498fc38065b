// SPDX-License-Identifier: Apache-2.0

package gokrazy

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// stayed is a helper on root p3, whose trial 1.1.0 has passed.
func stayed(t *testing.T) (*Helper, *machine) {
	t.Helper()
	h, m := rig(t)
	h.Root, h.Spare, h.Version = "p3", "p2", "1.1.0"
	synctest.Test(t, func(t *testing.T) {
		tell := h.tell(update.PhaseTrial, "1.1.0", "")
		must.Do(t,
			errors.Join(tell, h.keep(mark{From: "p2", Version: "1.1.0", Previous: "1.0.0", Before: healthy}),
				h.resume(t.Context())))
	})
	if s := state(t, h); s.Phase != update.PhaseDone || s.Previous != "1.0.0" {
		t.Fatalf("%+v", s)
	}
	m.done = nil
	return h, m
}

// run lets the helper run for that long.
func run(t *testing.T, h *Helper, long time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), long)
		defer cancel()
		h.Run(ctx)
	})
}

// before is the helper of the root before, from which the machine has started.
func before(h *Helper) *Helper {
	other := *h
	other.Root, other.Spare, other.Version = "p2", "p3", "1.0.0"
	return &other
}

// TestProbation: a root that has stayed is left when its ledpost ends again and again, and
// the one before puts back what it had saved.
func TestProbation(t *testing.T) {
	h, m := stayed(t)
	looks := 0
	h.Watcher = seen(func() trial.Observation {
		looks++
		o := healthy
		o.Restarts = looks // each 15 s
		return o
	})
	run(t, h, 5*time.Minute)
	if len(m.done) < 2 || !slices.Equal(m.done[:2], []string{"switch", "reboot"}) {
		t.Fatalf("did %v", m.done)
	}
	old := before(h)
	old.Watcher = seen(func() trial.Observation { return healthy })
	m.done = nil
	must.Do(t, errors.Join(old.Back(t.Context()), old.resume(t.Context())))
	if s := state(t, h); s.Phase != update.PhaseRolledBack || !s.Refuses("1.1.0") ||
		s.Error != "it ended 5 times within 10 minutes" || s.Installed != "1.0.0" || s.Previous != "" {
		t.Errorf("%+v", s)
	}
	if _, found := trial.ReadRecord(h.Home); found || !slices.Equal(m.done, []string{"restore"}) {
		t.Errorf("watched: %v, did %v", found, m.done)
	}
}

// TestPowerCutWhileLeaving: the next start from the same root goes on with it.
func TestPowerCutWhileLeaving(t *testing.T) {
	h, m := stayed(t)
	must.Do(t, h.keep(mark{From: "p2", Version: "1.1.0", Left: true, Reason: "by hand"}))
	if err := h.resume(t.Context()); err != nil || !slices.Equal(m.done, []string{"switch", "reboot"}) {
		t.Errorf("did %v, %v", m.done, err)
	}
}

// TestBackByHand: once. There is nothing to go back to from the version before.
func TestBackByHand(t *testing.T) {
	h, m := stayed(t)
	wish := update.Request{Action: update.Back, Version: "1.1.0"}
	if err := h.carryOut(t.Context(), wish); err != nil || !slices.Equal(m.done, []string{"switch", "reboot"}) {
		t.Fatalf("did %v, %v", m.done, err)
	}
	old := before(h)
	must.Do(t, old.resume(t.Context()))
	m.done = nil
	if err := old.carryOut(t.Context(), wish); !errors.Is(err, errNoBack) || len(m.done) > 0 {
		t.Errorf("again: did %v, %v", m.done, err)
	}
	if s := state(t, h); s.Phase != update.PhaseRolledBack || s.Refuses("1.0.0") {
		t.Errorf("%+v", s)
	}
}

// TestNetworkIsNotItsFault: the version is refused only if the one before gets the network
// back within ten minutes.
func TestNetworkIsNotItsFault(t *testing.T) {
	for _, blame := range []bool{true, false} {
		h, _ := stayed(t)
		must.Do(t,
			h.keep(mark{From: "p2", Version: "1.1.0", Left: true, Reason: "no network", Network: true, Before: healthy}))
		old := before(h)
		old.Watcher = seen(func() trial.Observation {
			o := healthy
			o.Network, o.Reach = blame, true
			return o
		})
		run(t, old, 11*time.Minute)
		if s := state(t, h); s.Refuses("1.1.0") != blame {
			t.Errorf("the network is back: %v: %+v", blame, s)
		}
		if _, found := trial.ReadRecord(h.Home); found {
			t.Error("it is still watched")
		}
	}
}

// TestNoBackToWhatWasNeverTried: until a trial has passed, the other root holds nothing that
// anybody has seen running.
func TestNoBackToWhatWasNeverTried(t *testing.T) {
	for _, row := range []struct {
		why string
		end func(t *testing.T, h *Helper, m *machine)
	}{
		{"the power went before the trial", func(t *testing.T, h *Helper, m *machine) {
			must.Do(t, errors.Join(h.serve(t.Context()), h.resume(t.Context())))
		}},
		{"the boot loader cannot be told", func(t *testing.T, h *Helper, m *machine) {
			m.refuse = "testboot"
			_ = h.serve(t.Context())
		}},
		{"the machine does not start again", func(t *testing.T, h *Helper, m *machine) {
			m.reboot = func() error { return errors.New("busy") }
			_ = h.serve(t.Context())
		}},
	} {
		t.Run(row.why, func(t *testing.T) {
			h, m := rig(t)
			h.Spare = "p3"
			channel(t, h, "the new root", nil)
			ask(t, h, "1.1.0")
			row.end(t, h, m)
			m.done, m.refuse, m.reboot = nil, "", nil
			if err := h.carryOut(t.Context(), update.Request{Action: update.Back, Version: "1.0.0"}); !errors.Is(err,
				errNoBack) || len(m.done) > 0 {
				t.Errorf("did %v, %v", m.done, err)
			}
			if s := state(t, h); s.Previous != "" {
				t.Errorf("%+v", s)
			}
		})
	}
}

// TestBackIsRefused: what the machine has refused does not happen by itself at a later start.
func TestBackIsRefused(t *testing.T) {
	h, m := stayed(t)
	m.refuse = "switch"
	if err := h.carryOut(t.Context(), update.Request{Action: update.Back, Version: "1.1.0"}); err == nil {
		t.Error("no error")
	}
	m.refuse = ""
	if err := h.resume(t.Context()); err != nil || len(m.done) > 0 {
		t.Errorf("at the next start: did %v, %v", m.done, err)
	}
}

// TestDownloadFails: a release that cannot be had costs neither the week nor the way back.
func TestDownloadFails(t *testing.T) {
	for _, row := range []struct {
		why    string
		change func(*update.Manifest)
		free   int64
	}{
		{"the file is not there", func(m *update.Manifest) { m.Files[0].Name = "another_arm64.squashfs" }, 1 << 30},
		{"it is cut off", func(m *update.Manifest) { m.Files[0].Size += 2 }, 1 << 30},
		{"it is another one", func(m *update.Manifest) { m.Files[0].SHA256 = strings.Repeat("0", 64) }, 1 << 30},
		{"there is no room for it", func(*update.Manifest) {}, 2 * trial.LowSpace},
	} {
		t.Run(row.why, func(t *testing.T) {
			h, m := stayed(t)
			h.Watcher = seen(func() trial.Observation { o := healthy; o.Free = row.free; return o })
			channel(t, h, "the root after", func(m *update.Manifest) { m.Version = "1.2.0"; row.change(m) })
			ask(t, h, "1.2.0")
			if err := h.serve(t.Context()); err == nil || m.root != "" {
				t.Errorf("wrote %q, %v", m.root, err)
			}
			if _, found := trial.ReadRecord(h.Home); !found || state(t, h).Previous != "1.0.0" {
				t.Errorf("watched: %v, %+v", found, state(t, h))
			}
			if files, err := filepath.Glob(filepath.Join(h.Home, "root*")); err != nil || len(files) > 0 {
				t.Errorf("%v is left, %v", files, err)
			}
		})
	}
}
