package main

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestTheEnd: SIGTERM leaves the panel dark and the settings saved, with exit
// code 0, within 2 s. A machine that is busy with other things may miss the
// 2 s; a program that is too slow misses them every time.
func TestTheEnd(t *testing.T) {
	var took time.Duration
	for range 5 {
		if took = end(t); took <= 2*time.Second {
			return
		}
	}
	t.Errorf("SIGTERM took %v, want at most 2 s", took)
}

// end lights a panel whose bus is recorded, and ends the device.
func end(t *testing.T) time.Duration {
	t.Helper()
	dir := t.TempDir()
	capture, cfg := filepath.Join(dir, "bus.vcd"), filepath.Join(dir, "config.toml")
	text := "[panel]\ndriver = \"max7219\"\nport = \"vcd:" + capture + "\"\n"
	if err := os.WriteFile(cfg, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := launch(t, nil, "--config", cfg)
	r.call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	r.call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"text":"lit"}]}}`, nil)
	dark := pixtest.Lit(image.NewRGBA(image.Rect(0, 0, 37, 8)))
	eventually(t, "the panel is lit", func() bool { return pixtest.Lit(r.frame()) != dark })
	took := r.stop()
	if last, off := lastPacket(t, capture), bytes.Repeat([]byte{0x0C, 0x00}, 5); !bytes.Equal(last, off) {
		t.Errorf("the last on the bus is % X, want each module shut down: % X", last, off)
	}
	saved, err := os.ReadFile(filepath.Join(r.data, "state.json"))
	if err != nil || !bytes.Contains(saved, []byte(`"lit"`)) {
		t.Errorf("saved: %v %s", err, saved)
	}
	return took
}

// lastPacket is the last that went over the recorded bus.
func lastPacket(t *testing.T, capture string) (last []byte) {
	t.Helper()
	f, err := vcd.Open(capture)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	err = f.SPI(nil, func(_ time.Duration, data []byte) error {
		last = bytes.Clone(data)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return last
}
