// SPDX-License-Identifier: Apache-2.0

package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/must"
	updates "github.com/ledpost/ledpost/update"
)

// releases is an updater that knows what a test says.
type releases struct {
	mu  sync.Mutex
	now updates.Status
	did []updates.Action
	err error
}

func (f *releases) Update() updates.Status { f.mu.Lock(); defer f.mu.Unlock(); return f.now }

func (f *releases) Do(a updates.Action) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if a == "erase" {
		return updates.ErrAction
	}
	f.did = append(f.did, a)
	return f.err
}

func (f *releases) Switch(want live.Releases) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return f.err
	}
	if want.Enabled != nil {
		f.now.Enabled = *want.Enabled
	}
	f.now.Channel = cmp.Or(want.Channel, f.now.Channel)
	return nil
}

func (f *releases) set(change func(*releases)) { f.mu.Lock(); defer f.mu.Unlock(); change(f) }

// newer is an updater that knows of a newer release.
func newer() *releases {
	return &releases{now: updates.Status{
		Installed: "1.2.3", Enabled: true, Available: "1.3.0", Channel: "stable", Notes: "New: rain.",
		State: updates.PhaseIdle, Kind: updates.KindPackage, Checked: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC),
	}}
}

// updating is a device that knows of a newer release.
func updating(s *setup) { s.updates = newer() }

func TestUpdate(t *testing.T) {
	f := newer()
	story(t, func(s *setup) { s.updates = f }, func(t *testing.T, r *rig) {
		golden(t, "update.json", r.do("GET", "/live/update", "").Body.Bytes())
		for _, action := range []string{"check", "install", "defer"} {
			wants(t, r.do("POST", "/live/update", `{"action":"`+action+`"}`), 200, `"available":"1.3.0"`, action)
		}
		if len(f.did) != 3 {
			t.Errorf("did %q", f.did)
		}
		for body, want := range map[string]string{
			`{}`: "Missing required keys [action]", `{"action":"erase"}`: "want check, install, defer, back or settings",
			`{"action":1}`: "action: ", `[]`: "",
		} {
			wants(t, r.do("POST", "/live/update", body), 400, want, body)
		}
		for err, want := range map[error]string{
			updates.ErrNothing: "There is no newer version", updates.ErrBusy: "An update is already",
			updates.ErrOff: "Off; the page", updates.ErrNoMeans: "Nothing on this system",
		} {
			f.set(func(f *releases) { f.err = err })
			wants(t, r.do("POST", "/live/update", `{"action":"install"}`), 409, want, err)
		}
	})
}

// TestSwitchUpdates: PUT changes what it names, and what is wrong changes nothing.
func TestSwitchUpdates(t *testing.T) {
	f := newer()
	story(t, func(s *setup) { s.updates = f }, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			why, body string
			status    int
			want      string
		}{
			{"off", `{"enabled":false}`, 200, `"enabled":false,"channel":"stable"`},
			{"the channel alone", `{"channel":"beta"}`, 200, `"enabled":false,"channel":"beta"`},
			{"both", `{"enabled":"true","channel":" Stable "}`, 200, `"enabled":true,"channel":"stable"`},
			{"nothing", `{}`, 200, `"enabled":true`},
			{"no such channel", `{"enabled":false,"channel":"nightly"}`, 400, "channel: "},
			{"no bool", `{"enabled":"perhaps","channel":"beta"}`, 400, "enabled: "},
			{"not changed by these", `{"enabled":null}`, 200, `"enabled":true,"channel":"stable"`},
		} {
			wants(t, r.do("PUT", "/live/update", row.body), row.status, row.want, row.why)
		}
		for err, want := range map[error]int{live.Locked("channel"): 400, rest.ErrTrial: 409,
			errors.New("a full disk"): 507} {
			f.set(func(f *releases) { f.err = err })
			wants(t, r.do("PUT", "/live/update", `{"enabled":true}`), want, "", err)
		}
	})
}

// TestUpdateAvailable: the device object names what is offered, and nothing
// else.
func TestUpdateAvailable(t *testing.T) {
	f := newer()
	story(t, func(s *setup) { s.updates = f }, func(t *testing.T, r *rig) {
		offered := func() string {
			var d struct {
				Update *struct{ Version string } `json:"update_available"`
			}
			must.Do(t, json.Unmarshal(r.do("GET", "/api/v2/device", "").Body.Bytes(), &d))
			if d.Update == nil {
				return ""
			}
			return d.Update.Version
		}
		if got := offered(); got != "1.3.0" {
			t.Errorf("offered %q", got)
		}
		if got := r.do("GET", "/api/v2/device?fields=update_available",
			"").Body.String(); got != `{"update_available":{"version":"1.3.0"}}`+"\n" {
			t.Error(got)
		}
		for name, change := range map[string]func(*updates.Status){
			"deferred": func(s *updates.Status) { s.Deferred = time.Now().Add(time.Hour) },
			"running":  func(s *updates.Status) { s.State = updates.PhaseTrial },
			"none":     func(s *updates.Status) { s.Available = "" },
		} {
			f.set(func(f *releases) { f.now = newer().now; change(&f.now) })
			if got := offered(); got != "" {
				t.Errorf("%s: offered %q", name, got)
			}
			if got := r.do("GET", "/api/v2/device?fields=update_available", "").Body.String(); got != "{}\n" {
				t.Errorf("%s: %s", name, got)
			}
		}
	})
}
