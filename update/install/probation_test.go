// SPDX-License-Identifier: Apache-2.0

//go:build unix

package install

import (
	"context"
	"errors"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// kept installs 2.0.0, which passes its trial.
func (r *rig) passed(t *testing.T) {
	t.Helper()
	r.release(nil)
	must.Do(t, errors.Join(r.helper("1.0.0").Install(t.Context()), r.judge(t)))
	if s := r.state(); s.Phase != update.PhaseDone || r.runs() != "2.0.0" {
		t.Fatalf("%+v, %q runs", s, r.runs())
	}
}

// watch lets the judge look for that long, at a daemon that is seen as sight says.
func (r *rig) watch(t *testing.T, long time.Duration, sight func(since time.Duration) trial.Observation) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		r.sight = func() trial.Observation { return sight(time.Since(began)) }
		ctx, cancel := context.WithTimeout(t.Context(), long)
		defer cancel()
		if err := r.helper("1.0.0").Judge(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}

// crashes is a daemon that ends 80 s after its trial, and then every 14 s: 4 s of life and
// the waits of systemd and the program.
func crashes(since time.Duration) trial.Observation {
	o := healthy
	o.Restarts = max(0, int((since-80*time.Second)/(14*time.Second)))
	return o
}

// TestProbation: a version that has passed its trial goes back by itself.
func TestProbation(t *testing.T) {
	r := newRig(t)
	r.passed(t)
	r.watch(t, 5*time.Minute, crashes)
	if s := r.state(); r.runs() != "1.0.0" || s.Phase != update.PhaseRolledBack || !s.Refuses("2.0.0") ||
		s.Error != "it ended 5 times within 10 minutes" || s.Previous != "" {
		t.Errorf("%q runs, %+v", r.runs(), s)
	}
	if _, found := trial.ReadRecord(r.helper("1.0.0").disk().home()); found {
		t.Error("it is still watched")
	}
}

// TestProbationLasts: its running time is saved, whatever the clock says, and a version
// that does well for a week is watched no more.
func TestProbationLasts(t *testing.T) {
	r := newRig(t)
	r.passed(t)
	home := r.helper("1.0.0").disk().home()
	r.watch(t, 25*time.Minute, func(time.Duration) trial.Observation { return healthy })
	rec, found := trial.ReadRecord(home)
	if !found || rec.Ran < 20*time.Minute || rec.Ran > 25*time.Minute || rec.Version != "2.0.0" || rec.From != "1.0.0" {
		t.Fatalf("%+v, %v", rec, found)
	}
	rec.Ran = trial.Week - time.Minute // as after a power cut near the end
	must.Do(t, rec.Keep(home))
	r.watch(t, 2*time.Minute, func(time.Duration) trial.Observation { return healthy })
	if _, found := trial.ReadRecord(home); found || r.runs() != "2.0.0" || r.state().Previous != "1.0.0" {
		t.Errorf("watched: %v, %q runs, %+v", found, r.runs(), r.state())
	}
}

// TestNetworkIsNotItsFault: a version that is taken back for the network is refused only if
// the version before gets it back.
func TestNetworkIsNotItsFault(t *testing.T) {
	for _, blame := range []bool{true, false} {
		r := newRig(t)
		r.passed(t)
		cut := healthy
		cut.Network, cut.Reach = false, true
		r.watch(t, 2*time.Hour, func(since time.Duration) trial.Observation {
			if r.runs() == "1.0.0" && blame {
				return healthy
			}
			return cut
		})
		if s := r.state(); r.runs() != "1.0.0" || s.Phase != update.PhaseRolledBack || s.Refuses("2.0.0") != blame {
			t.Errorf("the network comes back: %v: %q runs, %+v", blame, r.runs(), s)
		}
		if _, found := trial.ReadRecord(r.helper("1.0.0").disk().home()); found {
			t.Error("it is still watched")
		}
	}
}

// TestAnotherUpdateInTheWeek: it keeps what runs then, and has a trial and a week of its own.
func TestAnotherUpdateInTheWeek(t *testing.T) {
	r := newRig(t)
	r.passed(t)
	h := r.helper("2.0.0")
	must.Do(t, h.Keep(t.Context()))
	if _, found := trial.ReadRecord(h.disk().home()); found {
		t.Error("the version that is kept is still on probation")
	}
	if m, found := h.disk().readMark(); !found || m.From != "2.0.0" {
		t.Errorf("%+v, %v", m, found)
	}
}

// TestBackTwice: the second time does nothing, says so, and condemns nobody.
func TestBackTwice(t *testing.T) {
	r := newRig(t)
	r.passed(t)
	if err := r.helper("1.0.0").Rollback(t.Context()); err != nil || r.runs() != "1.0.0" {
		t.Fatal(err, r.runs())
	}
	was, ran := r.state(), len(r.ran)
	if err := r.helper("1.0.0").Rollback(t.Context()); !errors.Is(err, errBack) {
		t.Error(err)
	}
	if s := r.state(); s.Refuses("1.0.0") || s.Phase != was.Phase || s.Error != was.Error || len(r.ran) != ran {
		t.Errorf("%+v, ran %q", s, r.ran[ran:])
	}
}

// TestProbationPowerCut ends the power at each change of the disk while a version is taken
// back within its week: it is on its way back at the next start, or was not yet.
func TestProbationPowerCut(t *testing.T) {
	if testing.Short() {
		t.Skip("many files are synced to the disk")
	}
	for left := 0; ; left++ {
		r := newRig(t)
		r.passed(t)
		r.write("/var/lib/ledpost/settings.json", `{"version":3}`)
		r.left = left
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			r.sight = func() trial.Observation { return crashes(time.Since(began)) }
			ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
			defer cancel()
			_ = r.helper("1.0.0").Judge(ctx)
		})
		ended := r.left != 0
		r.left = -1
		must.Do(t, r.helper("1.0.0").Boot(t.Context()))
		os.Unsetenv(Booting)
		r.watch(t, 5*time.Minute, crashes)
		if s := r.state(); r.runs() != "1.0.0" || !s.Refuses("2.0.0") || s.Phase != update.PhaseRolledBack ||
			r.read("/var/lib/ledpost/settings.json") == `{"version":3}` {
			t.Errorf("cut at change %d: %q runs, %+v", left, r.runs(), s)
		}
		if _, found := r.helper("1.0.0").disk().readMark(); found {
			t.Errorf("cut at change %d: the mark is still there", left)
		}
		if ended {
			return
		}
	}
}
