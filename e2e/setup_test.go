// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
	if text, err := os.ReadFile(filepath.Join(data, "config", "config.toml")); err != nil || !strings.HasPrefix(string(text), "# mine\n") {
		t.Errorf("%v: %s", err, text)
	}
}
