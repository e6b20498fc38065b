// SPDX-License-Identifier: Apache-2.0

package update

import (
	"errors"
	"time"
)

// States of a [Status] besides the phases of a [State].
const (
	StateOff       = "off"       // no address of releases is configured
	StateChecking  = "checking"  // the server is being asked
	StateRequested = "requested" // the root helper has not answered yet
)

// A Status is the state of updates for clients. Its fields are the fields of GET
// /live/update (docs/decisions.md 16).
type Status struct {
	Installed string    `json:"installed"`           // version that runs now
	Available string    `json:"available,omitempty"` // version that is newer; "" = none is known
	Enabled   bool      `json:"enabled"`             // a server of releases is asked
	Channel   string    `json:"channel"`             // one of Channels
	Notes     string    `json:"notes"`               // release notes, plain text; "" = the release does not say
	State     string    `json:"state"`               // a phase of State, or StateOff, StateChecking, StateRequested
	Progress  int       `json:"progress"`            // percent, while it downloads or installs
	Kind      Kind      `json:"kind"`                // who installs
	Error     string    `json:"error,omitempty"`     // what went wrong last, with the check or the installation
	Deferred  time.Time `json:"deferred,omitzero"`   // until when Available is not offered; zero = it is
	Checked   time.Time `json:"checked,omitzero"`    // when the server answered last; zero = not since the start
	Previous  string    `json:"previous,omitempty"`  // version that ActionBack leads to; "" = none is kept
	// Settings are those in force after a way back: "before" the update, or "left" by the version that was
	// left; "" = there is no choice.
	Settings string `json:"settings,omitempty"`
}

// Offered returns the version to announce to users, or "".
func (s Status) Offered() string {
	if s.Available == "" || !s.Deferred.IsZero() || s.Busy() {
		return ""
	}
	return s.Available
}

// Busy reports whether an update is on its way.
func (s Status) Busy() bool { return s.State == StateRequested || (State{Phase: s.State}).Busy() }

// An Action is what a client can ask for.
type Action string

// The actions.
const (
	ActionCheck   Action = "check"   // ask the server now
	ActionInstall Action = "install" // install the available version
	ActionDefer   Action = "defer"   // do not offer it for DeferTime
	ActionBack    Action = "back"    // go back to the version before

	ActionSettings Action = "settings" // after that: take the settings that are not in force
)

// DeferTime is how long a version that was deferred is not offered.
const DeferTime = 7 * 24 * time.Hour

// Reasons for which an action is refused.
var (
	ErrOff     = errors.New("update: off; the page switches updates on, or [update] in the configuration")
	ErrNothing = errors.New("update: there is no newer version")
	ErrBusy    = errors.New("update: an update is already running")
	ErrNoMeans = errors.New("update: nothing on this system can install it; docs/updates.md says how to get it")
	ErrNoBack  = errors.New("update: there is no version to go back to")
	ErrChoice  = errors.New("update: there are no other settings to choose")
	ErrAction  = errors.New("update: no such action, want check, install, defer, back or settings")
)
