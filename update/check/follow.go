// SPDX-License-Identifier: Apache-2.0

package check

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/ledpost/ledpost/update"
)

// request is a request that the root helper has not taken yet; the zero value means
// that no request waits.
type request struct {
	version string
	when    time.Time
	before  update.State // the helper's state at that time
}

var errUnanswered = errors.New("update: no service has answered the request: see systemctl status " + update.Unit)

// ask writes a request for version.
func (u *Updater) ask(version string) {
	m, ok := u.available()
	if !ok || m.Version != version {
		u.err = update.ErrNothing
		return
	}
	asked := update.Request{Action: update.Install, Version: version, Channel: u.config().Channel, Counter: m.Counter}
	if u.err = update.WriteRequest(u.o.Dir, asked); u.err != nil {
		u.o.Log.Error("an update cannot be requested", "err", u.err)
		return
	}
	u.request = request{version, time.Now(), u.helper}
	u.o.Log.Info("an update was requested", "version", version)
}

// askBack writes a request to go back.
func (u *Updater) askBack() {
	if u.err = update.WriteRequest(u.o.Dir, update.Request{Action: update.Back, Version: u.o.Version}); u.err != nil {
		u.o.Log.Error("the way back cannot be requested", "err", u.err)
		return
	}
	u.request = request{u.o.Version, time.Now(), u.helper}
	u.o.Log.Info("the way back to the version before was requested", "version", u.helper.Previous)
}

// follow reads the helper's state and publishes the news.
func (u *Updater) follow() {
	if state, err := update.ReadState(u.o.State); err == nil {
		u.begun = begun(u.helper, state)
		u.helper = state
	} else if u.err == nil {
		u.err = err
	}
	u.answered()
	cfg := u.config()
	next := update.Status{
		Installed: u.o.Version, Enabled: cfg.Chosen(), Channel: cfg.Channel, Kind: u.o.Kind, Checked: u.fetched.when,
		State: u.helper.Phase, Error: u.helper.Error, Progress: u.helper.Progress, Previous: u.helper.Previous,
	}
	if !cfg.Chosen() && !u.helper.Busy() && u.helper.Phase != update.PhaseRolledBack {
		next.State, next.Error, next.Progress = update.StateOff, "", 0 // of an update by hand one hears all the same
	}
	if u.request.version != "" {
		next.State, next.Error, next.Progress = update.StateRequested, "", 0
	}
	if u.err != nil {
		next.Error = update.Plain(u.err)
	}
	if u.helper.Phase == update.PhaseRolledBack {
		next.Settings = update.ChosenSettings(u.o.Dir)
	}
	if m, ok := u.available(); ok {
		next.Available, next.Notes = m.Version, m.Notes
	}
	u.show(next)
}

// begun returns the version whose installation has begun since before, or "". A version on
// trial already is nothing that begins.
func begun(before, now update.State) string {
	works := func(s update.State) bool {
		return s.Phase == update.PhaseDownloading || s.Phase == update.PhaseInstalling
	}
	if !works(now) || works(before) && before.Target == now.Target {
		return ""
	}
	return now.Target
}

// announce tells once of an installation that begins.
func (u *Updater) announce(ctx context.Context) {
	if version := u.begun; version != "" && u.o.Begins != nil {
		u.o.Begins(ctx, version)
	}
	u.begun = ""
}

// answered forgets a request that the root helper has taken, or withdraws it
// if nothing takes it.
func (u *Updater) answered() {
	r := u.request
	switch {
	case r.version == "":
	case !u.helper.Since.Equal(r.before.Since) || u.helper.Phase != r.before.Phase || u.helper.Target != r.before.Target:
		u.request = request{}
	case time.Since(r.when) > unanswered: // a helper that starts later would install what nobody expects any more
		u.request, u.err = request{}, errUnanswered
		if err := os.Remove(filepath.Join(u.o.Dir, update.RequestFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			u.o.Log.Error("an unanswered request cannot be withdrawn", "err", err)
		}
	}
}

// show makes next the status, with what clients have asked for since.
func (u *Updater) show(next update.Status) {
	u.mu.Lock()
	defer u.mu.Unlock()
	// A wish that came while the helper was read stands: else a press of a button would be forgotten.
	next.Deferred = u.deferred(next.Available)
	switch {
	case u.todo.install != "", u.todo.back:
		next.State, next.Error, next.Progress = update.StateRequested, "", 0
	case (u.todo.check || u.todo.look) && !next.Busy():
		next.State = update.StateChecking
	}
	if next != u.status {
		u.status = next
		signal(u.changed)
	}
}

// deferred returns until when version is deferred, or zero if it is not. u.mu is
// held.
func (u *Updater) deferred(version string) time.Time {
	now := time.Now()
	if version == "" || u.kept.Deferred != version || u.o.Plausible(now) && !now.Before(u.kept.Until) {
		return time.Time{}
	}
	return u.kept.Until
}
