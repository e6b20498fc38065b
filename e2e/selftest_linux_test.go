// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// TestSelfTestHasNoSecrets: the report of a device whose owner has written names, addresses and
// passwords wherever the configuration takes them has none of them.
func TestSelfTestHasNoSecrets(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "canary-folder")
	must.Do(t, os.Mkdir(dir, 0o700))
	config := fmt.Sprintf(`
name = "Canary's kitchen"
[panel]
driver = "composite"
[[panel.part]]
driver = "ssd1306"
port = "vcd:%s/canary.vcd"
[[panel.part]]
driver = "ddp"
hosts = ["canary.invalid", "192.0.2.77"]
size = "8x8"
at = [128, 0]
[light]
source = "schedule"
latitude = 52.7700770077
longitude = 13.77
[mqtt]
broker = "tcp://canary.invalid:1883"
user = "canary"
[input]
devices = ["Canary's remote"]
[[input.gpio]]
line = "CANARY_LINE"
button = "left"
`, dir)
	d := rig.LaunchIn(t, filepath.Join(dir, "data"), nil, append(rig.Configured(t, config), "--http", ":"+rig.FreePort(t))...)
	report := filepath.Join(dir, "selftest.txt")
	out, errs, code := rig.Command(t, strings.Repeat("yes\n", 5)+strings.Repeat("skip\n", 3),
		"selftest", "--to", d.URL, "--key", d.Key, "--output", report)
	text := string(must.Get(os.ReadFile(report))(t))
	if code != 0 || !strings.Contains(text, "Simulator: no hardware was tested.") || !strings.Contains(text, "composite 136×64") ||
		!strings.Contains(text, "button left") || !strings.Contains(out, text) {
		t.Fatalf("exit %d: %s\n%s", code, out, errs)
	}
	secrets := []string{"canary", "192.0.2", "52.77", "13.77", "street", "remote", d.Key, d.Port()}
	if host, err := os.Hostname(); err == nil && len(host) > 3 {
		secrets = append(secrets, strings.ToLower(host))
	}
	for _, secret := range secrets {
		if strings.Contains(strings.ToLower(text), secret) {
			t.Errorf("the report has %q:\n%s", secret, text)
		}
	}
}
