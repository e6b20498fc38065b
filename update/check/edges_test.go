// SPDX-License-Identifier: Apache-2.0

package check

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/update"
)

// idle returns an updater of version 1.2.0 that does not run, with a helper in that state
// and a release that it has fetched.
func idle(t *testing.T, s update.State) *Updater {
	t.Helper()
	web := must.Get(webfetch.New(webfetch.Config{}))(t)
	o := Options{Web: web, Dir: t.TempDir(), State: t.TempDir(), Version: "1.2.0", Arch: "arm64", Kind: update.KindPackage,
		Log: silent}
	must.Do(t, update.WriteState(o.State, s))
	u := New(Config{URL: "http://releases.example/update"}, o)
	u.fetched.manifest, u.fetched.from = release("1.3.0", 7), u.cfg.at()
	return u
}

// TestNew: what is known from before is there at once, and the key is the packages' own
// unless another is named.
func TestNew(t *testing.T) {
	u := idle(t, update.State{Phase: update.PhaseDone, Previous: "1.1.0"})
	if s := u.Update(); s.State != update.PhaseDone || s.Previous != "1.1.0" {
		t.Errorf("%+v", s)
	}
	if cfg := u.config(); cfg.KeyFile != update.PublicKeyFile {
		t.Errorf("the key is in %q", cfg.KeyFile)
	}
}

// TestRequestedAtOnce: an action is in the status before Run has seen it, and stays there
// when the status is made again in between.
func TestRequestedAtOnce(t *testing.T) {
	for _, a := range []update.Action{update.ActionInstall, update.ActionBack} {
		u := idle(t, update.State{Phase: update.PhaseFailed, Error: "no room", Previous: "1.1.0", Progress: 3})
		u.follow()
		if err := u.Do(a); err != nil {
			t.Fatal(a, err)
		}
		for _, when := range []string{"at once", "after another look at the helper"} {
			if s := u.Update(); s.State != update.StateRequested || s.Error != "" || s.Progress != 0 {
				t.Errorf("%s, %s: %+v", a, when, s)
			}
			u.follow()
		}
	}
}

// TestBackWhileBusy: nobody goes back while an installation changes the disk, but from a
// version on trial.
func TestBackWhileBusy(t *testing.T) {
	for phase, want := range map[string]error{update.PhaseDownloading: update.ErrBusy,
		update.PhaseInstalling: update.ErrBusy, update.PhaseTrial: nil} {
		u := idle(t, update.State{Phase: phase, Target: "1.3.0", Previous: "1.1.0"})
		if err := u.Do(update.ActionBack); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", phase, err, want)
		}
	}
}

// TestNoFileForUs: of a release without a file for this device nothing is requested.
func TestNoFileForUs(t *testing.T) {
	story(t, func(c *Config, o *Options) { c.Automatic, o.Arch = Install, "riscv64" }, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		for range 60 {
			s := r.after(time.Minute)
			if _, err := os.Stat(filepath.Join(r.o.Dir, update.RequestFile)); err == nil || s.Available != "" {
				t.Fatalf("a request was written: %v, %+v", err == nil, s)
			}
		}
	})
}

// TestSpreadAnew: a window that closes before it was this device's turn leaves no turn
// behind: a fleet must not begin at one moment when the next one opens.
func TestSpreadAnew(t *testing.T) {
	var open atomic.Bool
	open.Store(true)
	story(t, func(c *Config, o *Options) {
		c.Automatic, o.Window = Install, func(time.Time) bool { return open.Load() }
	}, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		begin := func() time.Time {
			synctest.Wait()
			defer r.Update() // its lock orders this look before Run's next write
			return r.begin
		}
		for begin().IsZero() { // its first look at the release
			r.after(time.Second)
		}
		open.Store(false)
		if r.after(2 * slow); !begin().IsZero() {
			t.Errorf("its turn is still at %v", begin())
		}
	})
}

// TestRequestFails: a request that cannot be written is told, and not waited for.
func TestRequestFails(t *testing.T) {
	var log bytes.Buffer
	story(t, func(_ *Config, o *Options) {
		o.Log = slog.New(slog.NewTextHandler(&log, nil))
		o.Dir = filepath.Join(os.DevNull, "data") // nothing can be written there
	}, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		r.helper(update.State{Phase: update.PhaseDone, Previous: "1.1.0"})
		r.after(2 * slow)
		for _, a := range []update.Action{update.ActionBack, update.ActionInstall} {
			r.do(update.ActionCheck)
			if s := r.do(a); s.State == update.StateRequested || s.Error == "" {
				t.Errorf("%s: %+v", a, s)
			}
		}
	})
	for _, want := range []string{"the way back cannot be requested", "an update cannot be requested"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, log.String())
		}
	}
}

// TestRequestLogged: what is asked of the root helper is in the log.
func TestRequestLogged(t *testing.T) {
	var log bytes.Buffer
	story(t, func(_ *Config, o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) }, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		r.do(update.ActionCheck)
		r.do(update.ActionInstall)
	})
	if !strings.Contains(log.String(), `"an update was requested" version=1.3.0`) {
		t.Error(log.String())
	}
}
