// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestFaultAtStart: a panel and a light sensor that are not there are told in
// /healthz and once in the log, in the doctor's words; the device carries on,
// and the code of the first is shown.
func TestFaultAtStart(t *testing.T) {
	for _, port := range []string{"/dev/spidev0.0", "/dev/i2c-1"} {
		if _, err := os.Stat(port); err == nil {
			t.Skip("this machine has " + port)
		}
	}
	r := rig.Launch(t, nil, rig.Configured(t, "[panel]\ndriver = \"max7219\"\n[light]\nsource = \"bh1750\"\n")...)
	eventually.True(t, "the code is shown", func() bool {
		q := r.Queue()
		return len(q) == 1 && q[0].Type == "internal" && q[0].Model.Frames[0]["text"] == "E1 SPI"
	})
	var status int
	var parts map[string]api.Component
	eventually.True(t, "/healthz tells of both", func() bool {
		status, parts = r.Health()
		return parts["panel"].Status != api.OK && parts["light"].Status != api.OK
	})
	r.Stop()
	if status != http.StatusServiceUnavailable {
		t.Errorf("/healthz answers %d, want 503", status)
	}
	lines := doctorsLines(t, "--panel", "max7219")
	statuses := map[string]api.Status{"panel": api.Failed, "light": api.Degraded}
	for part, code := range map[string]string{"panel": "E1 SPI: there is no /dev/spidev0.0: ",
		"light": "E2 I2C: there is no /dev/i2c-1: "} {
		if p := parts[part]; p.Status != statuses[part] || !strings.HasPrefix(p.Detail, code) {
			t.Errorf("%s: %+v, want %s with %q and what to do", part, p, statuses[part], code)
		}
		if n := strings.Count(r.Log.String(), strings.TrimSuffix(code[strings.Index(code, "there"):], ": ")); n != 1 {
			t.Errorf("%s is told %d times, want once:\n%s", part, n, r.Log.String())
		}
	}
	if fix := lines["panel"].Fix; fix == "" || !strings.HasSuffix(parts["panel"].Detail, fix) {
		t.Errorf("/healthz says %q, the doctor %q", parts["panel"].Detail, fix)
	}
	if p, ok := parts["doctor"]; ok {
		t.Errorf("what the parts tell is told again: %+v", p)
	}
}

// doctorsLines are the faults that the command finds, by part.
func doctorsLines(t *testing.T, args ...string) map[string]doctorsLine {
	t.Helper()
	out, _, _ := rig.Command(t, "", append([]string{"doctor", "--json"}, args...)...)
	var said struct{ Lines []doctorsLine }
	if err := json.Unmarshal([]byte(out), &said); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	lines := map[string]doctorsLine{}
	for _, l := range said.Lines {
		if l.Level == "fault" {
			lines[l.Part] = l
		}
	}
	return lines
}

type doctorsLine struct{ Part, Level, Text, Fix string }

// TestConfiguredSound: a device without the sound card that was named is degraded, and
// still answers 200; that none is found where none was named is no fault.
func TestConfiguredSound(t *testing.T) {
	rows := []struct {
		output string
		status api.Status
	}{{"alsa:hw:31,0", api.Degraded}, {"null", api.OK}}
	for _, row := range rows {
		r := rig.Launch(t, nil, rig.Configured(t, "[audio]\noutput = \""+row.output+"\"\n")...)
		eventually.True(t, "/healthz tells of "+row.output, func() bool {
			status, parts := r.Health()
			return status == http.StatusOK && parts["sound"].Status == row.status
		})
		r.Stop()
	}
}

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
