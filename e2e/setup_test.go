// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"crypto/rand"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestConfigurationOnTrial: the device restarts with a configuration that was
// written over the network, keeps it when it is confirmed, and after a crash during
// the trial has the last good one.
func TestConfigurationOnTrial(t *testing.T) {
	data, admin := t.TempDir(), filepath.Join(t.TempDir(), "config.toml")
	must.Do(t, os.WriteFile(admin, []byte("[text]\nspeed = 30\n"), 0o600))
	port := rig.FreePort(t)
	start := func() *rig.Device {
		return rig.LaunchIn(t, data, nil, "--config", admin, "--http", "127.0.0.1:"+port, "--size", "37x8")
	}
	r := start()
	if s := r.Trial(); s.Trial || s.Locked["text.speed"] != "30.0" && s.Locked["text.speed"] != "30" {
		t.Errorf("at first %+v", s)
	}
	write := func(text string) {
		t.Helper()
		r.Call("PUT", "/live/config", text, nil)
	}
	becomes := func(width int, trial bool) {
		t.Helper()
		eventually.True(t, "the panel is another one", func() bool { return r.Width() == width })
		if s := r.Trial(); s.Trial != trial || trial && (s.Left < 1 || s.Left > 60) {
			t.Errorf("with a width of %d: %+v, want on trial: %v", width, s, trial)
		}
	}
	begun := time.Now()
	write("# mine\n[panel]\ndriver = \"max7219\"\nmodules = 8\n")
	becomes(64, true)
	t.Logf("it answers with another panel after %v", time.Since(begun).Round(time.Millisecond))
	r.Call("POST", "/live/config/confirm", "", nil)

	write("[panel]\ndriver = \"max7219\"\nmodules = 3\n")
	becomes(24, true)
	r.Call("DELETE", "/live/config/trial", "", nil)
	becomes(64, false)

	write("[panel]\ndriver = \"max7219\"\nmodules = 3\n")
	becomes(24, true)
	r.Cmd.Process.Kill()
	<-r.Done
	r = start()
	becomes(64, false)
	if s := r.Trial(); !strings.Contains(s.Outcome, "stopped before") {
		t.Errorf("after a crash: %+v", s)
	}
	r.Stop()
	if text, err := os.ReadFile(filepath.Join(data, "config", "config.toml")); err != nil ||
		!strings.HasPrefix(string(text), "# mine\n") {
		t.Errorf("%v: %s", err, text)
	}
}

// TestUpdates: a release in a signed channel is found when a user asks, and told
// to everybody; one that is not ours is not.
func TestUpdates(t *testing.T) {
	key, config := rig.Releases(t)
	ours := config(key)
	r := rig.Launch(t, nil, ours...)
	type status struct{ Installed, Available, State, Error, Kind, Notes string }
	var now status
	check := func(r *rig.Device) {
		r.Call("POST", "/live/update", `{"action":"check"}`, nil)
		eventually.True(t, "answer of the server of releases", func() bool {
			now = status{}
			r.Call("GET", "/live/update", "", &now)
			return now.State != "checking"
		})
	}
	check(r)
	if now.Available != "99.0.0" || now.Notes != "New: rain." || now.Error != "" {
		t.Fatalf("%+v", now)
	}
	var device struct {
		Update struct{ Version string } `json:"update_available"`
	}
	if r.Call("GET", "/api/v2/device", "", &device); device.Update.Version != "99.0.0" {
		t.Errorf("the device object offers %q", device.Update.Version)
	}
	if _, metrics := r.Ask("GET", "/metrics", ""); !strings.Contains(string(metrics), "\nledpost_update_available 1\n") {
		t.Error("the metrics do not say that a release is available")
	}
	if out, errs, code := rig.Command(t, "", "update", "--to", r.URL, "--key", r.Key); code != 0 ||
		!strings.Contains(out, "available  99.0.0\n") {
		t.Errorf("the command: exit %d: %s%s", code, out, errs)
	}
	if status, answer := r.Ask("POST", "/live/update", `{"action":"install"}`); now.Kind == "none" &&
		status != http.StatusConflict {
		t.Errorf("where nothing installs: %d %s", status, answer)
	}
	if out, _, _ := rig.Command(t, "", append([]string{"doctor"}, ours...)...); !strings.Contains(out,
		"the channel beta has version 99.0.0") {
		t.Errorf("the doctor: %s", out)
	}

	stranger, _, _ := minisign.GenerateKey(rand.Reader)
	r = rig.Launch(t, nil, config(stranger.String())...)
	if check(r); now.Available != "" || !strings.Contains(now.Error, "not signed by a key") {
		t.Errorf("of somebody else: %+v", now)
	}
}
