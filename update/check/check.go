// SPDX-License-Identifier: Apache-2.0

// Package check is the daemon's side of updates: it asks a server whether there
// is a newer release, tells clients, and asks the root helper to install it. It
// has no privileges and installs nothing itself.
//
// A release is known by the manifest of its channel, two static files on a web
// server (package update). Nothing about this device is sent to the server.
package check

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/update"
)

// Times of the check.
const (
	every      = 24 * time.Hour   // between two checks
	firstLeast = time.Minute      // from the start to the first check, at least
	firstMost  = 10 * time.Minute // and at most, so that a fleet that got its power back does not ask all at once
	slow       = time.Minute      // between readings of the helper's state
	fast       = time.Second      // while it works
	spread     = 5 * time.Minute  // over which the automatic installations of a fleet begin
	unanswered = 2 * time.Minute  // until a request that nobody took has failed
	again      = 24 * time.Hour   // until an automatic installation that failed is tried again
)

// Options configure an Updater beside its Config. Web, Serial and
// Version are required.
type Options struct {
	Web     *webfetch.Client
	Dir     string // data directory of the daemon, for the request and what outlives a restart; "" = none
	State   string // directory of the root helper; "" = update.StateDir
	Serial  string // of the device, for its place in a share
	Version string // that runs
	Arch    string // Debian's name of the architecture
	Kind    update.Kind
	// Plausible reports whether the wall clock can be trusted; nil = it can.
	Plausible func(now time.Time) bool
	// Window reports whether an automatic installation may begin now; nil =
	// always.
	Window func(now time.Time) bool
	// Settings takes the settings that are not in force after a way back; nil = nothing can.
	Settings func(ctx context.Context) error
	// Begins is called by Run when the installation of a version begins; nil = nobody wants to know.
	Begins func(ctx context.Context, version string)
	Log    *slog.Logger
}

// Updater knows whether there is a newer release. Make one with [New]. Its
// methods may be called from any goroutine, and never wait for the network or
// the disk.
type Updater struct {
	// Immutable.
	o       Options
	wake    chan struct{} // an action waits
	changed chan struct{} // the status is another

	// Owned by Run.
	fetched  fetched
	helper   update.State
	request  request
	begun    string // version whose installation has begun and was not announced; "" = none
	tried    tried
	begin    time.Time // when the next of them may begin; zero = not chosen
	explicit bool      // a user has asked: shares do not count
	err      error     // of the last check or request

	mu     sync.Mutex // guards what API, page and the loop share; never held over the network
	cfg    Config
	web    *webfetch.Client // reaches cfg's server
	status update.Status
	kept   kept
	todo   todo
}

// todo are the actions that Run has still to do.
type todo struct {
	check    bool
	look     bool   // as check, though no user has asked for a release
	install  string // version; "" = none
	keep     bool   // kept has changed
	back     bool   // to the version before
	settings bool   // the others are to be taken
}

// New returns an Updater. It reads the saved state.
func New(cfg Config, o Options) *Updater {
	o.State = cmp.Or(o.State, update.StateDir)
	if o.Plausible == nil {
		o.Plausible = func(time.Time) bool { return true }
	}
	if o.Window == nil {
		o.Window = func(time.Time) bool { return true }
	}
	u := &Updater{
		o: o, wake: make(chan struct{}, 1), changed: make(chan struct{}, 1),
		kept:   readKept(o.Dir),
		status: update.Status{Installed: o.Version, State: update.StateOff, Kind: o.Kind},
	}
	u.set(cfg)
	u.follow()
	return u
}

// Update returns the present state.
func (u *Updater) Update() update.Status {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.status
}

// Changed receives when the status may be another than before. It is for one
// reader.
func (u *Updater) Changed() <-chan struct{} { return u.changed }

// Run checks and follows the root helper until ctx ends. It may be called once.
func (u *Updater) Run(ctx context.Context) error {
	pace := webfetch.Pace{Every: every}
	due := time.Now().Add(firstLeast + rand.N(firstMost-firstLeast))
	for {
		todo := u.take()
		if todo.check || todo.look || u.asks() && !time.Now().Before(due) {
			u.explicit = u.explicit || todo.check
			due = time.Now().Add(pace.Next(u.check(ctx)))
		}
		if todo.keep {
			u.keep()
		}
		if todo.install != "" {
			u.ask(todo.install)
		}
		if todo.back {
			u.askBack()
		}
		if todo.settings {
			u.err = u.o.Settings(ctx)
		}
		if u.asks() && u.config().Automatic == Install {
			u.automatic()
		}
		u.follow()
		u.announce(ctx)
		if !u.rest(ctx, due) {
			return nil
		}
	}
}

// asks reports whether the server is asked by itself.
func (u *Updater) asks() bool { cfg := u.config(); return cfg.asks() }

// rest waits until there is something to do, and reports whether ctx goes on.
func (u *Updater) rest(ctx context.Context, due time.Time) bool {
	// A helper at work is looked at often, since people watch its progress; else only what clients ask wakes it.
	wait := slow
	if u.Update().Busy() {
		wait = fast
	}
	if u.asks() {
		wait = max(min(wait, time.Until(due)), 0)
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
	case <-u.wake:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// take returns the work to do, and forgets it.
func (u *Updater) take() todo {
	u.mu.Lock()
	defer u.mu.Unlock()
	now := u.todo
	u.todo = todo{}
	return now
}

// signal wakes the reader of c.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// keptFile is the file in the data directory with what outlives a restart.
const keptFile = "update.json"

// kept is its content. It changes with a release or when a user defers one. If
// it is lost, a version is offered again and an older manifest may be shown; the
// root helper, which has its own counter, still does not install it.
type kept struct {
	Counter  int64     `json:"counter"`            // of the newest manifest that was seen
	Deferred string    `json:"deferred,omitempty"` // version that is not offered
	Until    time.Time `json:"until,omitzero"`     // until then
}

func readKept(dir string) (k kept) {
	if dir == "" {
		return kept{}
	}
	text, err := bounded.ReadFile(filepath.Join(dir, keptFile), 4<<10)
	if err != nil || json.Unmarshal(text, &k) != nil {
		return kept{}
	}
	return k
}

// remember keeps the counter of a manifest that was accepted.
func (u *Updater) remember(counter int64) {
	u.mu.Lock()
	higher := counter > u.kept.Counter
	u.kept.Counter = max(u.kept.Counter, counter)
	u.mu.Unlock()
	if higher { // written outside of the lock: the disk may take seconds, and the page asks for the status
		u.keep()
	}
}

// keep writes what outlives a restart.
func (u *Updater) keep() {
	u.mu.Lock()
	k := u.kept
	u.mu.Unlock() // the disk may take seconds, and clients ask for the status meanwhile
	if u.o.Dir == "" {
		return
	}
	text, err := json.Marshal(k)
	if err == nil {
		err = durable.WriteFile(filepath.Join(u.o.Dir, keptFile), append(text, '\n'))
	}
	if err != nil {
		u.o.Log.Error("the state of updates cannot be saved", "err", err)
	}
}
