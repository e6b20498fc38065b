// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"bytes"
	"image"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestTheEnd: SIGTERM leaves the panel dark and the settings saved, with exit
// code 0, within 2 s, and no part behind, though clients are still connected
// that say nothing. A machine that is busy with other things may miss the 2 s; a
// program that is too slow misses them every time.
func TestTheEnd(t *testing.T) {
	var took time.Duration
	var said string
	for range 5 {
		if took, said = end(t); took <= 2*time.Second && !strings.Contains(said, "left behind") {
			return
		}
	}
	t.Errorf("SIGTERM took %v, want at most 2 s and nothing left behind:\n%s", took, said)
}

// end lights a panel whose bus is recorded, and ends the device; it returns how
// long that took and the log.
func end(t *testing.T) (took time.Duration, said string) {
	t.Helper()
	dir := t.TempDir()
	capture, cfg := filepath.Join(dir, "bus.vcd"), filepath.Join(dir, "config.toml")
	text := "[panel]\ndriver = \"max7219\"\nport = \"vcd:" + capture + "\"\n"
	must.Do(t, os.WriteFile(cfg, []byte(text), 0o600))
	r := rig.Launch(t, nil, "--config", cfg)
	r.Call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"text":"lit"}]}}`, nil)
	dark := pixtest.Lit(image.NewRGBA(image.Rect(0, 0, 37, 8)))
	eventually.True(t, "the panel is lit", func() bool { return pixtest.Lit(r.Frame()) != dark })
	for _, begun := range []string{"", "GET /api/v2 HTTP/1.1\r\nHo",
		"PUT /api/v2/device/audio HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"} {
		c := must.Get(net.Dial("tcp", "127.0.0.1:"+r.Port()))(t)
		defer c.Close()
		must.Get(io.WriteString(c, begun))(t)
	}
	took = r.Stop()
	if last, off := lastPacket(t, capture), bytes.Repeat([]byte{0x0C, 0x00}, 5); !bytes.Equal(last, off) {
		t.Errorf("the last on the bus is % X, want each module shut down: % X", last, off)
	}
	saved, err := os.ReadFile(filepath.Join(r.Data, "queue.json"))
	if err != nil || !bytes.Contains(saved, []byte(`"lit"`)) {
		t.Errorf("saved: %v %s", err, saved)
	}
	return took, r.Log.String()
}

// lastPacket is the last that went over the recorded bus.
func lastPacket(t *testing.T, capture string) (last []byte) {
	t.Helper()
	f, err := vcd.Open(capture)
	must.Do(t, err)
	defer f.Close()
	err = f.SPI(nil, func(_ time.Duration, data []byte) error {
		last = bytes.Clone(data)
		return nil
	})
	must.Do(t, err)
	return last
}
