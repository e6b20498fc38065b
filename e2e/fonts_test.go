// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestBadFont: the error of a bad BDF file names the line, and the device runs
// without it; what no face draws is counted once, by its script.
func TestBadFont(t *testing.T) {
	dir := t.TempDir()
	bad, cfg := filepath.Join(dir, "bad.bdf"), filepath.Join(dir, "config.toml")
	for path, text := range map[string]string{
		bad: "STARTFONT 2.1\nSTARTCHAR U+16A0\nENCODING 5792\nDWIDTH 8 0\nBBX 8 seven 0 0\n",
		cfg: "[fonts]\nextra = [" + strconv.Quote(bad) + "]\n",
	} {
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	}
	r := rig.Launch(t, nil, "--config", cfg)
	for range 2 {
		r.Call("POST", "/api/v2/device/notifications", `{"model":{"frames":[{"text":"ᚠᚠ ok ᚠ"}]}}`, nil)
	}
	const counted = `ledpost_unknown_characters{script="Runic"} 1`
	eventually.True(t, counted, func() bool { return strings.Contains(r.Metrics(), counted) })
	r.Stop()
	if log := r.Log.String(); !strings.Contains(log, "bad.bdf:5: ") {
		t.Errorf("the log does not tell the line of the fault:\n%s", log)
	}
}
