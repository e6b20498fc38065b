package e2e

import (
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// trialState is how the configuration stands.
type trialState struct {
	Trial   bool
	Left    int
	Outcome string
	Locked  map[string]string
}

func (r *running) trial() (s trialState) {
	r.t.Helper()
	r.call("GET", "/live/config/trial", "", &s)
	return s
}

// width is that of the panel, 0 while the device does not answer.
func (r *running) width() int {
	req, err := http.NewRequest("GET", r.url+"/live/frame.png", nil)
	if err != nil {
		r.t.Fatal(err)
	}
	req.SetBasicAuth("dev", r.key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	head := make([]byte, 24)
	if _, err := io.ReadFull(resp.Body, head); err != nil {
		return 0
	}
	return int(head[18])<<8 | int(head[19]) // of a PNG's IHDR
}

// TestConfigurationOnTrial: the device starts anew with a configuration that was
// written over the network, keeps it when it is confirmed, and after a crash during
// the trial has the last good one.
func TestConfigurationOnTrial(t *testing.T) {
	data, admin := t.TempDir(), filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(admin, []byte("[text]\nspeed = 30\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	start := func() *running {
		return launchIn(t, data, nil, "--config", admin, "--http", "127.0.0.1:"+port, "--size", "37x8")
	}
	r := start()
	if s := r.trial(); s.Trial || s.Locked["text.speed"] != "30.0" && s.Locked["text.speed"] != "30" {
		t.Errorf("at first %+v", s)
	}
	write := func(text string) {
		t.Helper()
		r.call("PUT", "/live/config", text, nil)
	}
	becomes := func(width int, trial bool) {
		t.Helper()
		eventually(t, "the panel is another one", func() bool { return r.width() == width })
		if s := r.trial(); s.Trial != trial || trial && (s.Left < 1 || s.Left > 60) {
			t.Errorf("with a width of %d: %+v, want on trial: %v", width, s, trial)
		}
	}
	begun := time.Now()
	write("# mine\n[panel]\ndriver = \"max7219\"\nmodules = 8\n")
	becomes(64, true)
	t.Logf("it answers with another panel after %v", time.Since(begun).Round(time.Millisecond))
	r.call("POST", "/live/config/confirm", "", nil)

	write("[panel]\ndriver = \"max7219\"\nmodules = 3\n")
	becomes(24, true)
	r.call("DELETE", "/live/config/trial", "", nil)
	becomes(64, false)

	write("[panel]\ndriver = \"max7219\"\nmodules = 3\n")
	becomes(24, true)
	r.cmd.Process.Kill()
	<-r.done
	r = start()
	becomes(64, false)
	if s := r.trial(); !strings.Contains(s.Outcome, "broken off") {
		t.Errorf("after a crash: %+v", s)
	}
	r.stop()
	if text, err := os.ReadFile(filepath.Join(data, "config", "config.toml")); err != nil || !strings.HasPrefix(string(text), "# mine\n") {
		t.Errorf("%v: %s", err, text)
	}
}

// freePort returns a port of the loopback that nobody uses: the device opens its
// port anew with each configuration.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}
