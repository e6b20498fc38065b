// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestWhole: a device with all that a configuration can switch on tells of each part.
func TestWhole(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "config.toml")
	text := `name = "hall"
[http]
addr = "127.0.0.1:0"
tls = ""
[panel]
driver = "apa102"
port = "vcd:` + filepath.Join(dir, "wires.vcd") + `"
[light]
source = "constant"
lux = 55
[mqtt]
broker = "tcp://127.0.0.1:1"
[update]
url = "http://127.0.0.1:1/"
automatic = "off"
[update.hawkbit]
url = "http://127.0.0.1:1/"
tenant = "DEFAULT"
[awtrix]
enabled = true
`
	must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	started, ended := make(chan caller, 1), make(chan error, 1)
	go func() {
		ended <- Run(ctx, Options{Layers: config.Layers{File: file}, Dir: filepath.Join(dir, "data"), LogTail: true,
			Ready: func(url, key string) { started <- caller{t, url, key} }})
	}()
	var c caller
	select {
	case c = <-started:
	case err := <-ended:
		t.Fatal(err)
	case <-time.After(time.Minute):
		t.Fatal("the device does not start")
	}
	get := func(path string) string {
		t.Helper()
		code, text := c.call(http.MethodGet, path, "", "")
		if code != http.StatusOK && path != "/healthz" {
			t.Errorf("%s: %d %s", path, code, text)
		}
		return text
	}
	eventually.True(t, "the light is read", func() bool { return strings.Contains(get("/live/status"), `"lux":55`) })
	said := get("/healthz")
	for _, part := range []string{"state", "clock", "panel", "frames", "sound", "light", "mqtt", "hawkbit", "feeds"} {
		if !strings.Contains(said, `"`+part+`"`) {
			t.Errorf("no %s in %s", part, said)
		}
	}
	metrics := get("/metrics")
	for _, line := range []string{
		`ledpost_panel_info{driver="apa102",size="37x8"} 1`,
		"ledpost_panel_power_scale 1",
		"ledpost_mqtt_connected 0",
		"ledpost_mqtt_connects_total 0",
		`ledpost_mqtt_messages_total{outcome="received"} 0`,
		"ledpost_update_available 0",
		`ledpost_health{part="mqtt"} 1`,
		`ledpost_health{part="panel"} 0`,
		`ledpost_stream_packets_total{protocol="ddp",outcome="shown"} 0`,
	} {
		if !strings.Contains(metrics, "\n"+line+"\n") {
			t.Errorf("no %s", line)
		}
	}
	for _, name := range []string{"ledpost_frames_drawn_total", "ledpost_panel_watts"} {
		if !strings.Contains(metrics, "\n"+name+" ") || strings.Contains(metrics, "\n"+name+" 0\n") {
			t.Errorf("%s is missing, or 0", name)
		}
	}
	if strings.Contains(metrics, "\nledpost_update_checked_timestamp_seconds") {
		t.Error("a server of releases has answered that was never asked")
	}
	get("/api/stats") // of AWTRIX
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
