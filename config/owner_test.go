// SPDX-License-Identifier: Apache-2.0

package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestOwner: which configuration shows that somebody uses the device.
func TestOwner(t *testing.T) {
	for _, row := range []struct{ why, text, want string }{
		{"no file says anything", "", ""},
		{"the package's file", "[panel]\n", ""},
		{"a name may be a maker's", `name = "ledpost"`, ""},
		{"no panel", "[panel]\ndriver = \"none\"", ""},
		{"updates may be a maker's", "[update]\nenabled = true", ""},
		{"a panel", "[panel]\ndriver = \"unicornhd\"", "panel.driver"},
		{"a broker", "[mqtt]\nbroker = \"tcp://192.0.2.1:1883\"", "mqtt.broker"},
		{"a broker in other letters", "[MQTT]\nBroker = \"mdns\"", "mqtt.broker"},
		{"a place", `zone = "Europe/Berlin"`, "zone"},
		{"a place for the sun", "[light]\nsource = \"schedule\"\nlatitude = 48.1\nlongitude = 11.6", "light.source"},
		{"clients of AWTRIX", "[awtrix]\nenabled = true", "awtrix.enabled"},
		{"a sender of pixels", "[stream]\nsacn = true", "stream.sacn"},
		{"a file that the device cannot use", "[panel", ""},
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		must.Do(t, os.WriteFile(file, []byte(row.text), 0o600))
		if got := (Layers{File: file}).Owner(); got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}
