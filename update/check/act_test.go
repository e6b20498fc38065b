// SPDX-License-Identifier: Apache-2.0

package check

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
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
				if v := r.await(row.wait); v != "" {
					t.Errorf("%s was requested too early", v)
				}
				if row.want == "" {
					return
				}
				if v := r.await(firstMost + spread + 2*slow); v != row.want {
					t.Errorf("%q was requested, want %q", v, row.want)
				}
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
		if v := r.await(time.Hour); v != "" {
			t.Errorf("%s installs itself", v)
		}
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
			if err := r.Do(update.ActionBack); err != nil {
				t.Error(err)
			}
			r.after(time.Second)
			if wish, err := update.ReadRequest(r.o.Dir); err != nil ||
				wish != (update.Request{Action: update.Back, Version: "1.2.0"}) {
				t.Errorf("%+v, %v", wish, err)
			}
		})
	}
}
