// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/must"
)

// TestEverythingRuns: a device with all that a configuration can switch on runs a task for
// each; without it, and where only this machine reaches it, those are missing that would do
// nothing.
func TestEverythingRuns(t *testing.T) {
	always := []string{
		"state", "sound", "panel", "frames", "device", "icons", "messages", "network", "updates", "light", "air", "presence", "buttons",
		"doctor", "configuration", "claim", "clock", "time server", "api", "stream", "com.lametric.radio", "ready", "watchdog",
	}
	chosen := []string{"mqtt", "hawkbit", "awtrix", "ssdp", "mdns", "guide", "wi-fi set-up"}
	const all = "[mqtt]\nbroker = \"tcp://127.0.0.1:1\"\n[update]\nurl = \"http://127.0.0.1:1/\"\nautomatic = \"off\"\n" +
		"[update.hawkbit]\nurl = \"http://127.0.0.1:1/\"\ntenant = \"DEFAULT\"\n[awtrix]\nenabled = true\naddr = \"\"\n[onboard]\nwifi = true\n"
	for _, row := range []struct {
		why, addr, more string
		chosen          []string
	}{
		{"all is on", ":0", all, chosen},
		{"only this machine reaches it", "127.0.0.1:0", all, []string{"mqtt", "hawkbit", "awtrix"}},
		{"as a new device", ":0", "[onboard]\nwifi = false\n", []string{"ssdp", "mdns", "guide"}},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "config.toml")
		text := "[http]\naddr = \"" + row.addr + "\"\ntls = \"\"\npairing = \"\"\n[panel]\ndriver = \"max7219\"\nport = \"vcd:" + filepath.Join(dir, "wires.vcd") + "\"\n" + row.more
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		o := Options{Layers: config.Layers{File: file}, Dir: filepath.Join(dir, "data"), Out: io.Discard, Log: slog.New(slog.DiscardHandler)}
		makeDir(o)
		tr := newTrial(o)
		cfg, err := tr.begin()
		must.Do(t, err)
		a, err := newAppliance(o, cfg, openData(o, nil), tr, nil)
		if err != nil {
			t.Fatal(row.why, err)
		}
		var names []string
		for _, s := range a.stages(t.Context()) {
			for _, one := range s {
				names = append(names, one.Name)
			}
		}
		for _, name := range append(always, chosen...) {
			want := slices.Contains(always, name) || slices.Contains(row.chosen, name)
			if got := slices.Contains(names, name); got != want {
				t.Errorf("%s: the task %q is there: %v", row.why, name, got)
			}
		}
		if err := a.release(); err != nil {
			t.Error(err)
		}
	}
}
