// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// TestDoctorOfABrokenConfiguration: a program that reads JSON gets JSON.
func TestDoctorOfABrokenConfiguration(t *testing.T) {
	cfg := filepath.Join(t.TempDir(), "config.toml")
	must.Do(t, os.WriteFile(cfg, []byte("[panel]\ndriver = \"max7219\"\nmodules = 999\n[nonsense]\nlong = 1\n"), 0o600))
	out, errs, code := rig.Command(t, "", "doctor", "--config", cfg, "--json")
	var said struct {
		Level string
		Lines []struct{ Part, Name, Level, Text, Fix, Code string }
	}
	if err := json.Unmarshal([]byte(out), &said); err != nil {
		t.Fatalf("%v in %q, %s", err, out, errs)
	}
	if code != 1 || said.Level != "fault" || len(said.Lines) != 1 {
		t.Fatalf("exit %d: %s", code, out)
	}
	if l := said.Lines[0]; l.Part != "config" || l.Level != "fault" || l.Code != "E0 CFG" || l.Fix == "" || !strings.HasPrefix(l.Text, "config.toml: line ") {
		t.Errorf("%+v", l)
	}
	out, _, code = rig.Command(t, "", "doctor", "--config", cfg)
	if code != 1 || !strings.HasPrefix(out, "fault    config: file: config.toml: line ") || !strings.Contains(out, " [E0 CFG]\n") || strings.Count(out, "\n") != 2 {
		t.Errorf("exit %d: %s", code, out)
	}
	if out, _, code := rig.Command(t, "", "doctor", "--config", cfg+"x"); code != 1 || !strings.Contains(out, "no such file") {
		t.Errorf("no file: exit %d: %s", code, out)
	}
}
