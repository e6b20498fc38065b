// SPDX-License-Identifier: Apache-2.0

package check

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/update"
)

// TestInstall: a request, what the root helper does with it, and its end.
func TestInstall(t *testing.T) {
	story(t, nil, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		if err := r.Do(update.ActionInstall); !errors.Is(err, update.ErrNothing) {
			t.Errorf("before anything is known: %v", err)
		}
		if err := r.Do("erase"); !errors.Is(err, update.ErrAction) {
			t.Error(err)
		}
		r.do(update.ActionCheck)
		if s := r.do(update.ActionInstall); s.State != "requested" || s.Offered() != "" || r.wish() != "1.3.0" {
			t.Fatalf("%+v", s)
		}
		if err := r.Do(update.ActionInstall); !errors.Is(err, update.ErrBusy) {
			t.Errorf("twice: %v", err)
		}
		for _, row := range []struct {
			phase    string
			progress int
		}{{update.PhaseDownloading, 40}, {update.PhaseDownloading, 90}, {update.PhaseInstalling, 0}, {update.PhaseTrial, 0}} {
			r.helper(update.State{Target: "1.3.0", Phase: row.phase, Progress: row.progress, Counter: 7})
			if s := r.after(time.Second); s.State != row.phase || s.Progress != row.progress {
				t.Errorf("%+v: %+v", row, s)
			}
		}
		r.helper(
			update.State{Target: "1.3.0", Phase: update.PhaseRolledBack, Error: "no frames", Counter: 7, Bad: []string{"1.3.0"}})
		s := r.after(time.Second)
		if s.State != "rolled back" || s.Error != "no frames" || s.Available != "" {
			t.Errorf("at the end: %+v", s)
		}
		if err := r.Do(update.ActionInstall); !errors.Is(err, update.ErrNothing) {
			t.Errorf("what was rolled back: %v", err)
		}
	})
}

// TestOtherSettings: there is a choice after a way back, and where its files say so.
func TestOtherSettings(t *testing.T) {
	took := 0
	story(t, func(_ *Config, o *Options) {
		o.Settings = func(context.Context) error { took++; return nil }
	}, func(r *rig) {
		if err := r.Do(update.ActionSettings); !errors.Is(err, update.ErrChoice) {
			t.Errorf("without a way back: %v", err)
		}
		must.Do(t, os.WriteFile(filepath.Join(r.o.Dir, update.SettingsLeft), nil, 0o600))
		if s := r.after(time.Minute); s.Settings != "" {
			t.Errorf("without a way back: %+v", s)
		}
		r.helper(update.State{Phase: update.PhaseRolledBack, Bad: []string{"1.3.0"}})
		if s := r.after(time.Minute); s.Settings != "before" {
			t.Errorf("%+v", s)
		}
		if r.do(update.ActionSettings); took != 1 {
			t.Errorf("taken %d times", took)
		}
	})
}

// TestUnanswered: without a root helper the request is withdrawn and reported.
func TestUnanswered(t *testing.T) {
	story(t, nil, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		r.do(update.ActionCheck)
		r.do(update.ActionInstall)
		if s := r.after(unanswered - time.Second); s.State != "requested" {
			t.Errorf("%+v", s)
		}
		if s := r.after(time.Second); s.State != "requested" {
			t.Errorf("in the last second: %+v", s)
		}
		if s := r.after(2 * time.Second); s.State != "idle" || s.Error == "" || s.Available != "1.3.0" {
			t.Errorf("%+v", s)
		}
		if v := r.wish(); v != "" {
			t.Errorf("the request for %s is still there", v)
		}
	})
}

// TestNothingInstalls: users hear of a release that nothing here can install.
func TestNothingInstalls(t *testing.T) {
	story(t, func(c *Config, o *Options) { o.Kind, c.Automatic = update.KindNone, Install }, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		if v, s := r.await(time.Hour), r.Update(); v != "" || s.Offered() != "1.3.0" || s.State != "idle" {
			t.Errorf("%q was requested, %+v", v, s)
		}
		if err := r.Do(update.ActionInstall); !errors.Is(err, update.ErrNoMeans) {
			t.Error(err)
		}
	})
}

// TestDefer: a version that was deferred is not offered for a week, also over a
// restart; a newer one is.
func TestDefer(t *testing.T) {
	dir := t.TempDir()
	here := func(c *Config, o *Options) { o.Dir, c.Automatic = dir, Install }
	story(t, here, func(r *rig) {
		if err := r.Do(update.ActionDefer); !errors.Is(err, update.ErrNothing) {
			t.Error(err)
		}
		r.publish("stable", release("1.3.0", 7))
		r.do(update.ActionCheck)
		if s := r.do(update.ActionDefer); s.Offered() != "" || s.Available != "1.3.0" || s.Deferred.IsZero() {
			t.Errorf("%+v", s)
		}
	})
	story(t, here, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		if v := r.await(7*24*time.Hour - time.Minute); v != "" || r.Update().Offered() != "" {
			t.Errorf("within the week %q was requested, %+v", v, r.Update())
		}
		if v := r.await(time.Hour); v != "1.3.0" {
			t.Errorf("after the week %q was requested", v)
		}
	})
	story(t, here, func(r *rig) {
		r.publish("stable", release("1.4.0", 8))
		if s := r.do(update.ActionCheck); s.Offered() != "1.4.0" {
			t.Errorf("a newer one: %+v", s)
		}
	})
}

// TestAutomatic: what is installed without anybody asking, and when.
func TestAutomatic(t *testing.T) {
	midday := func(now time.Time) bool { return now.UTC().Hour() == 12 }
	for name, row := range map[string]struct {
		options func(*Config, *Options)
		change  func(*update.Manifest)
		state   update.State
		wait    time.Duration // until then nothing may happen
		want    string        // version, some minutes later
	}{
		"at any time": {want: "1.3.0"},
		"in the window": {options: func(_ *Config, o *Options) { o.Window = midday }, wait: 12*time.Hour - time.Minute,
			want: "1.3.0"},
		"only announced": {options: func(c *Config, _ *Options) { c.Automatic = Notify }, wait: 30 * time.Hour},
		"clock is wrong": {options: func(_ *Config, o *Options) { o.Plausible = func(time.Time) bool { return false } },
			wait: 30 * time.Hour},
		"not in share": {change: func(m *update.Manifest) { m.Share = 1 }, wait: 30 * time.Hour},
		"in the share": {change: func(m *update.Manifest) { m.Share = 99 },
			options: func(_ *Config, o *Options) { o.Window = midday }, wait: 12*time.Hour - time.Minute, want: "1.3.0"},
		"was rolled back": {state: update.State{Bad: []string{"1.3.0"}}, wait: 30 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			story(t, func(c *Config, o *Options) {
				c.Automatic = Install
				if row.options != nil {
					row.options(c, o)
				}
			}, func(r *rig) {
				r.helper(row.state)
				m := release("1.3.0", 7)
				if row.change != nil {
					row.change(&m)
				}
				r.publish("stable", m)
				must.Equal(t, r.await(row.wait), "", "was requested too early")
				if row.want == "" {
					return
				}
				must.Equal(t, r.await(firstMost+spread+2*slow), row.want, "the requested version")
			})
		})
	}
}

// TestSharesDoNotBindUsers: a user outside the share may have the release, but
// it does not install itself.
func TestSharesDoNotBindUsers(t *testing.T) {
	story(t, func(c *Config, _ *Options) { c.Automatic = Install }, func(r *rig) {
		m := release("1.3.0", 7)
		m.Share = 1
		r.publish("stable", m)
		if s := r.after(time.Hour); s.Available != "" {
			t.Errorf("nobody has asked: %+v", s)
		}
		if s := r.do(update.ActionCheck); s.Available != "1.3.0" {
			t.Errorf("a user has asked: %+v", s)
		}
		must.Equal(t, r.await(time.Hour), "", "installs itself")
		if r.do(update.ActionInstall); r.wish() != "1.3.0" {
			t.Error("the user does not get it")
		}
	})
}

// TestAutomaticAgain: an installation that failed is tried again a day later.
func TestAutomaticAgain(t *testing.T) {
	story(t, func(c *Config, _ *Options) { c.Automatic = Install }, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		if v := r.await(20 * time.Minute); v != "1.3.0" {
			t.Fatalf("%q was requested", v)
		}
		r.helper(update.State{Target: "1.3.0", Phase: update.PhaseFailed, Error: "no room", Counter: 7})
		if v, s := r.await(23*time.Hour), r.Update(); v != "" || s.State != "failed" || s.Error != "no room" {
			t.Errorf("within a day %q was requested, %+v", v, s)
		}
		if v := r.await(2 * time.Hour); v != "1.3.0" {
			t.Errorf("a day later %q was requested", v)
		}
	})
}

// TestChanged: whoever follows the status is woken when it is another.
func TestChanged(t *testing.T) {
	story(t, nil, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		r.after(time.Hour)
		select {
		case <-r.Changed():
		default:
			t.Error("not woken by a release")
		}
		r.after(time.Hour)
		select {
		case <-r.Changed():
			t.Error("woken by nothing")
		default:
		}
	})
}

// TestBack: the way back needs no server of releases, and a version to go back to.
func TestBack(t *testing.T) {
	for _, on := range []bool{true, false} {
		story(t, func(c *Config, _ *Options) {
			if !on {
				c.URL = ""
			}
		}, func(r *rig) {
			if err := r.Do(update.ActionBack); !errors.Is(err, update.ErrNoBack) {
				t.Errorf("nothing is kept: %v", err)
			}
			r.helper(update.State{Phase: update.PhaseDone, Previous: "1.1.0", Installed: "1.2.0"})
			if s := r.after(2 * time.Minute); s.Previous != "1.1.0" {
				t.Errorf("%+v", s)
			}
			must.Do(t, r.Do(update.ActionBack))
			r.after(time.Second)
			if wish, err := update.ReadRequest(r.o.Dir); err != nil ||
				wish != (update.Request{Action: update.Back, Version: "1.2.0"}) {
				t.Errorf("%+v, %v", wish, err)
			}
		})
	}
}

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
