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

// TestDoctor on a machine that has no SPI: the fault, its code and the line that
// mends it, and exit code 1.
func TestDoctor(t *testing.T) {
	if _, err := os.Stat("/dev/spidev0.0"); err == nil {
		t.Skip("this machine has SPI")
	}
	out, _, code := rig.Command(t, "", "doctor", "--panel", "max7219", "--json")
	var said struct {
		Level string
		Lines []struct{ Part, Level, Text, Fix, Code string }
	}
	if err := json.Unmarshal([]byte(out), &said); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	found := false
	for _, l := range said.Lines {
		found = found || l.Part == "panel" && l.Level == "fault" && l.Code == "E1 SPI" && l.Fix != ""
	}
	if code != 1 || said.Level != "fault" || !found {
		t.Errorf("exit %d: %s", code, out)
	}
	if out, _, _ := rig.Command(t, "", "doctor"); !strings.Contains(out, "sound") {
		t.Errorf("no line about sound in\n%s", out)
	}
}

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
	if l := said.Lines[0]; l.Part != "config" || l.Level != "fault" || l.Code != "E0 CFG" || l.Fix == "" ||
		!strings.HasPrefix(l.Text, "config.toml: line ") {
		t.Errorf("%+v", l)
	}
	out, _, code = rig.Command(t, "", "doctor", "--config", cfg)
	if code != 1 || !strings.HasPrefix(out, "fault    config: file: config.toml: line ") ||
		!strings.Contains(out, " [E0 CFG]\n") || strings.Count(out, "\n") != 2 {
		t.Errorf("exit %d: %s", code, out)
	}
	if out, _, code := rig.Command(t, "", "doctor", "--config", cfg+"x"); code != 1 ||
		!strings.Contains(out, "no such file") {
		t.Errorf("no file: exit %d: %s", code, out)
	}
}
