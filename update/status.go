// SPDX-License-Identifier: Apache-2.0

package update

import (
	"encoding/json"
	"errors"
	"slices"
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
	// left; "" = nobody can choose.
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

// Health is a daemon's report about itself at /healthz. A judge of a trial compares
// the new version's with the previous version's. The zero value is a daemon that does
// not answer.
type Health struct {
	Answers bool     `json:"answers"` // /healthz does
	Healthy bool     `json:"healthy"` // and says that no part has failed
	Well    []string `json:"well"`    // the parts that work
	Failed  []string `json:"failed"`  // the parts that have failed, which is more than degraded or absent
}

// ParseHealth reads an answer of /healthz. Without the daemon's key, and from
// versions that had no parts, it has a status only. An answer in no known form is of
// a daemon that is not healthy.
func ParseHealth(body []byte) Health {
	var all struct {
		Status string
		Parts  []struct{ Name, Status string }
	}
	if json.Unmarshal(body, &all) != nil {
		return Health{Answers: true}
	}
	h := Health{Answers: true, Healthy: all.Status == "ok" || all.Status == "degraded"}
	for _, p := range all.Parts {
		switch p.Status {
		case "ok", "warning":
			h.Well = append(h.Well, p.Name)
		case "failed":
			h.Failed = append(h.Failed, p.Name)
		}
	}
	return h
}

// Worse returns the name of a part that was well before and has failed now, and
// whether there is one; the name is "" if the daemon does not say which part it is. A
// degraded part, such as the connection to a broker that is away, never counts, and
// neither does what had failed before.
func (h Health) Worse(before Health) (part string, worse bool) {
	if !h.Answers || h.Healthy {
		return "", false
	}
	// A key that could not be read hides the parts, before or now. If nothing had
	// failed before, whatever has failed now was well.
	if len(before.Well) == 0 || len(h.Failed) == 0 {
		return "", before.Healthy
	}
	for _, part := range h.Failed {
		if slices.Contains(before.Well, part) {
			return part, true
		}
	}
	return "", false
}
