// SPDX-License-Identifier: Apache-2.0

package check

import (
	"math/rand/v2"
	"time"

	"github.com/ledpost/ledpost/update"
)

// Do begins an action. The error is an error of package update, if the action cannot
// be done now; what becomes of it is in the status.
func (u *Updater) Do(a update.Action) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	var err error
	switch {
	case a != update.ActionCheck && a != update.ActionInstall && a != update.ActionDefer &&
		a != update.ActionBack && a != update.ActionSettings:
		return update.ErrAction
	case a == update.ActionBack: // also where no updates are wanted: one may have been installed by hand
		err = u.back()
	case a == update.ActionSettings:
		err = u.choose()
	case !u.cfg.Chosen():
		return update.ErrOff
	case a == update.ActionCheck:
		u.askServer()
	case u.status.Busy():
		return update.ErrBusy
	case u.status.Available == "":
		return update.ErrNothing
	case a == update.ActionInstall:
		err = u.install()
	default:
		u.postpone(u.status.Available)
	}
	signal(u.wake)
	signal(u.changed)
	return err
}

// askServer lets Run check. u.mu is held, as in the functions that follow.
func (u *Updater) askServer() {
	u.todo.check = true
	if !u.status.Busy() {
		u.status.State = update.StateChecking
	}
}

func (u *Updater) install() error {
	if !u.o.Kind.Installs() {
		return update.ErrNoMeans
	}
	u.todo.install = u.status.Available
	u.status.State, u.status.Error, u.status.Progress = update.StateRequested, "", 0
	return nil
}

// back goes back to the version before, which needs no server.
func (u *Updater) back() error {
	switch {
	case !u.o.Kind.Installs():
		return update.ErrNoMeans
	case u.status.Busy() && u.status.State != update.PhaseTrial:
		return update.ErrBusy
	case u.status.Previous == "":
		return update.ErrNoBack
	}
	u.todo.back = true
	u.status.State, u.status.Error, u.status.Progress = update.StateRequested, "", 0
	return nil
}

// choose takes the settings that are not in force after a way back.
func (u *Updater) choose() error {
	switch {
	case u.status.Settings == "" || u.o.Settings == nil:
		return update.ErrChoice
	case u.status.Busy():
		return update.ErrBusy
	}
	u.todo.settings = true
	return nil
}

// postpone defers version.
func (u *Updater) postpone(version string) {
	u.kept.Deferred, u.kept.Until = version, time.Now().Add(update.DeferTime).UTC().Truncate(time.Second)
	u.status.Deferred = u.kept.Until
	u.todo.keep = true
}

// tried is the last automatic installation.
type tried struct {
	version string
	when    time.Time
}

// automatic begins an installation when it may begin.
func (u *Updater) automatic() {
	version, ok := u.due()
	switch now := time.Now(); {
	case !ok:
		u.begin = time.Time{}
	case u.begin.IsZero():
		u.begin = now.Add(rand.N(spread))
	case !now.Before(u.begin):
		u.begin, u.tried = time.Time{}, tried{version, now}
		u.ask(version)
	}
}

// due returns the version that may be installed now without anybody asking.
func (u *Updater) due() (version string, ok bool) {
	m, ok := u.available() // takes the lock itself
	now := time.Now()
	u.mu.Lock()
	defer u.mu.Unlock()
	return m.Version, ok && u.o.Kind.Installs() && !u.status.Busy() && m.Includes(u.o.Serial) &&
		u.deferred(m.Version).IsZero() && u.o.Plausible(now) && u.o.Window(now) &&
		(u.tried.version != m.Version || now.Sub(u.tried.when) >= again)
}
