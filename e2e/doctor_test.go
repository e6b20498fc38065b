// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
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
