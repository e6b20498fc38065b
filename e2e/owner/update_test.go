// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	updates "github.com/ledpost/ledpost/update"
)

// An installer answers in place of a device that can install, which this machine cannot.
type installer struct {
	mu    sync.Mutex
	is    map[string]any                         // as GET /live/update has it
	does  func(is map[string]any, wanted string) // what an action does
	asked []string                               // the actions
}

func (i *installer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	var wanted struct{ Action string }
	if r.Method == "POST" && json.NewDecoder(r.Body).Decode(&wanted) == nil && wanted.Action != "" {
		i.asked = append(i.asked, wanted.Action)
		i.does(i.is, wanted.Action)
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(i.is)
}

// set changes how it is.
func (i *installer) set(values map[string]any) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for name, v := range values {
		i.is[name] = v
	}
}

// actions are what was asked for.
func (i *installer) actions() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.Clone(i.asked)
}

// TestPageUpdates: a release that a user asks for is offered with what is new, can be
// put off, and shows how its installation goes.
func TestPageUpdates(t *testing.T) {
	key, device := rig.Releases(t)
	p, r := browser.SignedIn(t, 1100, 900, device(key)...)
	p.Open("Device")
	card := p.Within("Update")
	card.Sees("Installed: ")
	card.Press("Check now")
	p.Sees("Available: 99.0.0")
	p.Sees("New: rain.")
	p.Shoot("update.png")
	card.Press("Not now")
	p.Sees("Put off until ")
	card.Control("Not now").Gone()
	var now struct{ Deferred string }
	if r.Call("GET", "/live/update", "", &now); now.Deferred == "" {
		t.Error("the device has not put it off")
	}

	installs := &installer{
		is: map[string]any{
			"installed": "1.0.0", "available": "99.0.0", "channel": "beta", "notes": "", "state": "idle", "progress": 0,
			"kind": "apt", "enabled": true,
		},
		does: func(is map[string]any, wanted string) {
			if wanted == "install" {
				is["state"], is["progress"] = "downloading", 40
			}
		},
	}
	p.Answer("/live/update", installs)
	card.Press("Check now")
	card.Press("Install")
	p.Sees("Downloading…")
	p.CSS("#update-progress").Is("[value='40']")
	card.Control("Install").Gone()
	card.Control("Check now").Is(":disabled")
	p.Shoot("update-busy.png")
	installs.set(map[string]any{"state": "done", "installed": "99.0.0", "available": nil})
	p.Sees("The update is done.")
	p.Sees("Installed: 99.0.0")
	p.CSS("#update-progress").Gone()
}

// TestPageUpdatesWithoutServer: the card says in the reader's language that no server answers.
func TestPageUpdatesWithoutServer(t *testing.T) {
	nobody := regexp.MustCompile(`http://[^"]+`).ReplaceAllString(rig.ReleasesOf(t), "http://127.0.0.1:1")
	p, r := browser.SignedIn(t, 390, 844, rig.Configured(t, nobody)...)
	p.Speak("de", browser.Home(t, r))
	p.Reload()
	p.Open("Gerät")
	p.Press("Check now")
	p.Sees("manifest.json: der Server ist nicht erreichbar")
	p.Shoot("update-away.png")
}

// TestPageGoesBack: the card goes back to the previous version, and then says whose settings
// are in force and offers the others.
func TestPageGoesBack(t *testing.T) {
	p, _ := browser.SignedIn(t, 390, 844)
	p.Open("Device")
	back, settings, chosen := p.CSS("#update-back"), p.CSS("#update-settings"), p.CSS("#update-chosen")
	p.Within("Update").Shows()
	back.Gone()
	settings.Gone()
	installs := &installer{
		is: map[string]any{
			"installed": "1.1.0", "previous": "1.0.0", "channel": "stable", "notes": "", "state": "done", "progress": 100,
			"kind": "package", "enabled": true,
		},
		does: func(is map[string]any, wanted string) {
			switch {
			case wanted == "back":
				is["state"], is["installed"], is["previous"] = "rolled back", "1.0.0", ""
				is["error"], is["settings"] = updates.ByHand, "before"
			case wanted == "settings" && is["settings"] == "before":
				is["settings"] = "left"
			case wanted == "settings":
				is["settings"] = "before"
			}
		},
	}
	p.Answer("/live/update", installs)
	p.Press("Look for newer versions once a day")
	settings.Gone()
	p.Press("Go back to 1.0.0")
	p.Sees("Installed: 1.0.0 (stable)")
	back.Gone()
	p.Sees("The previous version runs again.")
	p.Hidden("#update-error").Reads("")
	chosen.Reads("Settings are as before the update, except for your later changes.")
	p.Shoot("update-went-back.png")
	p.Press("Use the newer version’s settings")
	chosen.Reads("Settings are as the newer version left them.")
	p.Press("Use the settings from before the update")
	settings.Reads("Use the newer version’s settings")
	if asked := installs.actions(); !slices.Equal(asked, []string{"back", "settings", "settings"}) {
		t.Errorf("it asked for %s", asked)
	}
}

// TestPageShowsHowDark: the picture of the screensaver is as dark as it would look at night, at
// once when the slider moves.
func TestPageShowsHowDark(t *testing.T) {
	p, r := browser.SignedIn(t, 1100, 900)
	p.Open("Look")
	p.Press("Screensaver")
	picture := p.CSS("#saver-preview")
	picture.Drawn(1)
	is := func(level string) {
		t.Helper()
		picture.Is("[style*='brightness(" + level + ")']")
	}
	is("0.564")
	p.CSS("[name=saver-brightness]").Put("40")
	is("0.73")
	p.Shoot("saver.png")
	eventually.True(t, "the device has it", func() bool {
		var d struct{ Screensaver struct{ Brightness int } }
		r.Call("GET", "/api/v2/device/display", "", &d)
		return d.Screensaver.Brightness == 40
	})
	r.Call("PUT", "/api/v2/device/display", `{"screensaver":{"brightness":10}}`, nil)
	is("0.595")
}

// TestPageSwitchesUpdates: the card switches updates on, chooses the channel, and what was
// switched on stays on over a restart.
func TestPageSwitchesUpdates(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	p.Open("Device")
	p.Sees("Updates are off.")
	p.Field("Channel").Gone()
	p.Shoot("update-off.png")
	p.Tick("Look for newer versions once a day", true)
	p.Set("Channel", "beta")
	p.Sees("beta")
	p.Shoot("update-on.png")
	var now struct {
		Enabled bool
		Channel string
	}
	if r.Call("GET", "/live/update", "", &now); !now.Enabled || now.Channel != "beta" {
		t.Errorf("%+v", now)
	}
	if _, text := r.Ask("GET", "/live/config", ""); !strings.Contains(string(text), "[update]") {
		t.Errorf("not in the configuration:\n%s", text)
	}
}
