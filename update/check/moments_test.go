// SPDX-License-Identifier: Apache-2.0

package check

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
)

// listened returns an idle updater and what it logs.
func listened(t *testing.T, s update.State) (*Updater, *bytes.Buffer) {
	u, log := idle(t, s), new(bytes.Buffer)
	u.o.Log = slog.New(slog.NewTextHandler(log, nil))
	return u, log
}

// TestCheckingAtOnce: a client that asks for news sees at once that they are awaited, but
// for an installation, which stays what it is.
func TestCheckingAtOnce(t *testing.T) {
	for phase, want := range map[string]string{update.PhaseIdle: update.StateChecking,
		update.PhaseInstalling: update.PhaseInstalling} {
		u := idle(t, update.State{Phase: phase})
		u.follow()
		u.mu.Lock()
		u.askServer()
		got := u.status.State
		u.mu.Unlock()
		must.Equal(t, got, want, phase)
	}
}

// TestDeferredAtOnce: the status of the action's own answer says until when.
func TestDeferredAtOnce(t *testing.T) {
	u := idle(t, update.State{Phase: update.PhaseIdle})
	u.follow()
	must.Do(t, u.Do(update.ActionDefer))
	if s := u.Update(); s.Deferred.IsZero() {
		t.Errorf("%+v", s)
	}
}

// TestTaken: a request is taken when the root helper says anything new.
func TestTaken(t *testing.T) {
	before := update.State{Phase: update.PhaseIdle, Since: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)}
	for why, change := range map[string]func(*update.State){
		"":                     func(*update.State) {},
		"the same once more":   func(s *update.State) { s.Since = s.Since.Add(time.Second) },
		"a phase, same moment": func(s *update.State) { s.Phase = update.PhaseDownloading },
		"another version":      func(s *update.State) { s.Target = "1.3.0" },
	} {
		u := idle(t, before)
		u.helper = before
		u.request = request{"1.3.0", time.Now(), before}
		change(&u.helper)
		if u.answered(); (u.request.version == "") != (why != "") {
			t.Errorf("%q: %+v", why, u.request)
		}
	}
}

// TestWithdrawn: the log tells of a request that cannot be withdrawn, and says nothing
// of one that is gone by itself.
func TestWithdrawn(t *testing.T) {
	for why, row := range map[string]struct {
		file func(path string) error
		told bool
	}{
		"there":     {func(path string) error { return os.WriteFile(path, []byte("{}"), 0o600) }, false},
		"gone":      {func(string) error { return nil }, false},
		"protected": {func(path string) error { return os.MkdirAll(filepath.Join(path, "held"), 0o700) }, true},
	} {
		u, log := listened(t, update.State{})
		must.Do(t, row.file(filepath.Join(u.o.Dir, update.RequestFile)))
		u.request = request{"1.3.0", time.Now().Add(-2 * unanswered), u.helper}
		u.answered()
		if told := strings.Contains(log.String(), "cannot be withdrawn"); told != row.told ||
			!errors.Is(u.err, errUnanswered) {
			t.Errorf("%s: told %v, %v", why, told, u.err)
		}
	}
}

// TestNothingIsRequested: what is not on offer, no request is written for.
func TestNothingIsRequested(t *testing.T) {
	u := idle(t, update.State{})
	if u.ask("1.2.9"); !errors.Is(u.err, update.ErrNothing) || u.request.version != "" {
		t.Errorf("another version than the release: %v, %+v", u.err, u.request)
	}
	u = idle(t, update.State{})
	u.fetched.manifest = update.Manifest{}
	if _, ok := u.available(); ok {
		t.Error("a release is available where none was fetched")
	}
	if u.ask("1.3.0"); !errors.Is(u.err, update.ErrNothing) || u.request.version != "" {
		t.Errorf("no release: %v, %+v", u.err, u.request)
	}
}

// TestBackIsFollowed: the request to go back is awaited like another, and logged.
func TestBackIsFollowed(t *testing.T) {
	u, log := listened(t, update.State{Phase: update.PhaseDone, Previous: "1.1.0"})
	if u.askBack(); u.request.version != "1.2.0" || u.request.when.IsZero() {
		t.Errorf("%+v, %v", u.request, u.err)
	}
	if !strings.Contains(log.String(), "the way back to the version before was requested") {
		t.Error(log.String())
	}
}

// TestAgainAfterADay: an automatic installation is tried again when a day is over, to the second.
func TestAgainAfterADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := idle(t, update.State{})
		u.follow()
		for passed, want := range map[time.Duration]bool{again - 1: false, again: true, again + 1: true} {
			u.tried = tried{"1.3.0", time.Now().Add(-passed)}
			if _, ok := u.due(); ok != want {
				t.Errorf("after %v: %v", passed, ok)
			}
		}
	})
}

// TestNewsLogged: the log has a line when the server stops to answer, not one a try, and
// one for a release that has expired.
func TestNewsLogged(t *testing.T) {
	for why, server := range map[string]func(r *rig){
		"down":    func(r *rig) { r.answer(503) },
		"expired": func(r *rig) { m := release("1.3.0", 7); m.Expires = time.Now().Add(-time.Hour); r.publish("stable", m) },
	} {
		var log bytes.Buffer
		story(t, func(_ *Config, o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) }, func(r *rig) {
			server(r)
			r.after(12 * time.Hour)
		})
		if n := strings.Count(log.String(), "the device cannot look for releases"); n != 1 {
			t.Errorf("%s: %d lines in\n%s", why, n, log.String())
		}
	}
}

// TestKeptOnce: a manifest that is known already costs the card no write.
func TestKeptOnce(t *testing.T) {
	u := idle(t, update.State{})
	path := filepath.Join(u.o.Dir, keptFile)
	u.remember(7)
	must.Do(t, os.Remove(path))
	u.remember(7)
	if _, err := os.Stat(path); err == nil {
		t.Error("it was written again")
	}
}

// TestBegins: an installation is announced once, when the helper begins to work on it.
func TestBegins(t *testing.T) {
	var told []string
	tell := func(_ *Config, o *Options) {
		o.Begins = func(_ context.Context, version string) { told = append(told, version) }
	}
	story(t, tell, func(r *rig) {
		for _, s := range []update.State{
			{Phase: update.PhaseIdle},
			{Phase: update.PhaseDownloading, Target: "1.3.0"},
			{Phase: update.PhaseDownloading, Target: "1.3.0", Progress: 50},
			{Phase: update.PhaseInstalling, Target: "1.3.0"},
			{Phase: update.PhaseTrial, Target: "1.3.0"},
			{Phase: update.PhaseRolledBack, Target: "1.3.0"},
			{Phase: update.PhaseDownloading, Target: "1.3.1"},
		} {
			r.helper(s)
			r.after(time.Minute)
		}
	})
	if want := []string{"1.3.0", "1.3.1"}; !slices.Equal(told, want) {
		t.Errorf("it told of %q, want %q", told, want)
	}
}
