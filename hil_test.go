package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestHILCompare records a MAX7219 chain of a running device and compares the
// recording with what was posted, and with what was not.
func TestHILCompare(t *testing.T) {
	dir := t.TempDir()
	capture, cfg := filepath.Join(dir, "bus.vcd"), filepath.Join(dir, "config.toml")
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(cfg, "[panel]\ndriver = \"max7219\"\nport = \"vcd:"+capture+"\"\n")
	posted, other := filepath.Join(dir, "posted.json"), filepath.Join(dir, "other.json")
	write(posted, `{"model":{"cycles":0,"frames":[{"text":"Hello"}]}}`)
	write(other, `{"model":{"cycles":0,"frames":[{"text":"Hallo"}]}}`)

	r := launch(t, nil, "--config", cfg)
	r.call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	body, _ := os.ReadFile(posted)
	r.call("POST", "/api/v2/device/notifications", string(body), nil)
	art, errs, code := ledpost(t, "", "render", posted)
	if code != 0 {
		t.Fatal(errs)
	}
	eventually(t, "the panel shows it", func() bool { return pixtest.Lit(r.frame()) == strings.ReplaceAll(art, "+", "#") })
	time.Sleep(time.Second) // for a frame on the bus
	r.stop()

	if out, errs, code := ledpost(t, "", "hil", "compare", "--config", cfg, "--expect", posted, capture); code != 0 {
		t.Errorf("what was posted: exit %d: %s%s", code, out, errs)
	}
	if _, errs, code := ledpost(t, "", "hil", "compare", "--config", cfg, "--expect", other, capture); code != 1 || !strings.Contains(errs, "pixel (") {
		t.Errorf("something else: exit %d, want the first wrong pixel: %s", code, errs)
	}
}
