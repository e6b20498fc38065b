package e2e

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api"
)

// health asks /healthz.
func (r *running) health() (status int, parts map[string]api.Component) {
	r.t.Helper()
	var said struct{ Parts []api.Component }
	status, answer := r.ask("GET", "/healthz", "")
	if err := json.Unmarshal(answer, &said); err != nil {
		r.t.Fatal(err)
	}
	parts = map[string]api.Component{}
	for _, p := range said.Parts {
		parts[p.Name] = p
	}
	return status, parts
}

// configured is the arguments for a configuration of text.
func configured(t *testing.T, text string) []string {
	t.Helper()
	cfg := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(cfg, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"--config", cfg}
}

// TestFaultAtStart: a panel and a light sensor that are not there are told in
// /healthz and once in the log, in the doctor's words; the device carries on,
// and the code of the first is shown.
func TestFaultAtStart(t *testing.T) {
	for _, port := range []string{"/dev/spidev0.0", "/dev/i2c-1"} {
		if _, err := os.Stat(port); err == nil {
			t.Skip("this machine has " + port)
		}
	}
	r := launch(t, nil, configured(t, "[panel]\ndriver = \"max7219\"\n[light]\nsource = \"bh1750\"\n")...)
	eventually(t, "the code is shown", func() bool {
		q := r.queue()
		return len(q) == 1 && q[0].Type == "internal" && q[0].Model.Frames[0]["text"] == "E1 SPI"
	})
	var status int
	var parts map[string]api.Component
	eventually(t, "/healthz tells of both", func() bool {
		status, parts = r.health()
		return parts["panel"].Status != api.OK && parts["light"].Status != api.OK
	})
	r.stop()
	if status != http.StatusServiceUnavailable {
		t.Errorf("/healthz answers %d, want 503", status)
	}
	lines := doctorsLines(t, "--panel", "max7219")
	for part, code := range map[string]string{"panel": "E1 SPI: there is no /dev/spidev0.0: ", "light": "E2 I2C: there is no /dev/i2c-1: "} {
		if p := parts[part]; p.Status != api.Failed || !strings.HasPrefix(p.Detail, code) {
			t.Errorf("%s: %+v, want that it failed with %q and what to do", part, p, code)
		}
		if n := strings.Count(r.log.String(), strings.TrimSuffix(code[strings.Index(code, "there"):], ": ")); n != 1 {
			t.Errorf("%s is told %d times, want once:\n%s", part, n, r.log.String())
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
	out, _, _ := ledpost(t, "", append([]string{"doctor", "--json"}, args...)...)
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

// TestConfiguredSound: a sound card that was named and is not there has failed;
// that none is found where none was named is no fault.
func TestConfiguredSound(t *testing.T) {
	rows := []struct {
		output string
		status int
	}{{"alsa:hw:31,0", http.StatusServiceUnavailable}, {"null", http.StatusOK}}
	for _, row := range rows {
		r := launch(t, nil, configured(t, "[audio]\noutput = \""+row.output+"\"\n")...)
		eventually(t, "/healthz tells of "+row.output, func() bool {
			status, parts := r.health()
			return status == row.status && (parts["sound"].Status == api.Failed) == (status != http.StatusOK)
		})
		r.stop()
	}
}
