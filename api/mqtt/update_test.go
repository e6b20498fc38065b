// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	updates "github.com/ledpost/ledpost/update"
)

// releases is an updater that knows what a test says.
type releases struct {
	mu      sync.Mutex
	now     updates.Status
	did     []updates.Action
	err     error
	changed chan struct{}
}

func newer(kind updates.Kind) *releases {
	return &releases{changed: make(chan struct{}, 1), now: updates.Status{
		Installed: "1.2.3", Available: "1.3.0", Channel: "stable", Notes: "New: rain.", State: updates.PhaseIdle, Kind: kind,
	}}
}

func (f *releases) Update() updates.Status   { f.mu.Lock(); defer f.mu.Unlock(); return f.now }
func (f *releases) Changed() <-chan struct{} { return f.changed }

func (f *releases) Do(a updates.Action) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.did = append(f.did, a)
	return f.err
}

func (f *releases) set(change func(*releases)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(f)
	f.changed <- struct{}{}
}

// withUpdates runs f with a client that offers updates on a broker of paper.
func withUpdates(t *testing.T, p *paper, u *releases, f func(*testing.T)) {
	synctest.Test(t, func(t *testing.T) {
		u.changed = make(chan struct{}, 1) // of this bubble
		dev, objects, _ := newDevice(t)
		c := New(Config{Broker: "tcp://broker", Discovery: "homeassistant"}, dev, objects, About{Version: "1.2.3"}, silent)
		c.dial = p.dial
		c.Offer(u)
		start(t, func(ctx context.Context) { _ = c.Run(ctx) })
		time.Sleep(time.Second)
		synctest.Wait()
		f(t)
	})
}

// TestUpdateEntity: what Home Assistant is told, with and without something
// that installs.
func TestUpdateEntity(t *testing.T) {
	for kind, installs := range map[updates.Kind]bool{updates.KindPackage: true, updates.KindNone: false} {
		p := &paper{}
		withUpdates(t, p, newer(kind), func(t *testing.T) {
			m := p.lastOn(configTopic)
			checkDiscovery(t, m.payload)
			e := fields(t, string(m.payload))["components"].(map[string]any)["update"].(map[string]any)
			if _, ok := e["command_topic"]; ok != installs || e["device_class"] != "firmware" ||
				e["state_topic"] != prefix+"/state/update" {
				t.Errorf("%s: %v", kind, e)
			}
			for _, key := range []string{"installed_version", "latest_version", "title", "release_summary", "in_progress",
				"update_percentage"} {
				if !strings.Contains(e["value_template"].(string), "'"+key+"'") {
					t.Errorf("the template has no %s", key)
				}
			}
			if m := p.lastOn(prefix + "/state/update"); !m.retained || fields(t, string(m.payload))["available"] != "1.3.0" {
				t.Errorf("the state is %s, retained %v", m.payload, m.retained)
			}
		})
	}
}

// TestNoUpdates: where no server is asked, there is no such entity and nothing
// to command.
func TestNoUpdates(t *testing.T) {
	p, u := &paper{}, newer(updates.KindPackage)
	u.now.State = updates.StateOff
	withUpdates(t, p, u, func(t *testing.T) {
		e := fields(t, string(p.lastOn(configTopic).payload))["components"].(map[string]any)["update"].(map[string]any)
		if len(e) != 1 || p.count(prefix+"/state/update") != 0 {
			t.Errorf("%v", e)
		}
		p.receive(message{topic: prefix + "/cmd/update", payload: []byte("check")})
		synctest.Wait()
		if got := string(p.lastOn(prefix + "/result").payload); !strings.Contains(got, "updates on") {
			t.Error(got)
		}
	})
}

// TestUpdateCommands: actions, their errors, and the state as it goes on.
func TestUpdateCommands(t *testing.T) {
	p, u := &paper{}, newer(updates.KindPackage)
	withUpdates(t, p, u, func(t *testing.T) {
		say := func(payload string) string {
			p.receive(message{topic: prefix + "/cmd/update", payload: []byte(payload)})
			synctest.Wait()
			return string(p.lastOn(prefix + "/result").payload)
		}
		for _, word := range []string{"check", "install", "defer"} {
			if got := say(word); !strings.Contains(got, `"ok":true`) {
				t.Errorf("%s: %s", word, got)
			}
		}
		if len(u.did) != 3 || u.did[1] != updates.ActionInstall {
			t.Errorf("did %q", u.did)
		}
		u.set(func(u *releases) { u.err = updates.ErrBusy; u.now.State, u.now.Progress = updates.PhaseDownloading, 40 })
		if got := say("install"); !strings.Contains(got, "already running") {
			t.Error(got)
		}
		if got := fields(t, string(p.lastOn(prefix+"/state/update").payload)); got["state"] != "downloading" ||
			got["progress"] != 40.0 {
			t.Errorf("%v", got)
		}
		seen := p.count(prefix + "/state/update")
		u.set(func(*releases) {})
		synctest.Wait()
		if n := p.count(prefix + "/state/update"); n != seen {
			t.Error("published though nothing has changed")
		}
	})
}
