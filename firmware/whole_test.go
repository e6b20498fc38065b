// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"errors"
	"image"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/update"
	judge "github.com/ledpost/ledpost/update/trial"
)

// TestWhole: a device with all that a configuration can switch on tells of each part.
func TestWhole(t *testing.T) {
	dir := t.TempDir()
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
	start, end := launch(t, dir, text, Options{LogTail: true})
	c := start()
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
	end()
}

// TestJoined: a client of Improv is told the address in the network that was joined, not one of before.
func TestJoined(t *testing.T) {
	at := func(w netinfo.Wifi) string {
		if w.IP.IsUnspecified() {
			return ""
		}
		return netip.AddrPortFrom(w.IP, 8080).String()
	}
	none, joinedAt := netip.IPv4Unspecified(), netip.MustParseAddr("192.0.2.18")
	for _, c := range []struct {
		name string
		seen []netinfo.Wifi // a second apart; the last one stays
		want string
	}{
		{"at once", []netinfo.Wifi{{Active: true, IP: joinedAt}}, "http://192.0.2.18:8080/"},
		{"after the access point's",
			[]netinfo.Wifi{{IP: netip.MustParseAddr("10.42.0.1")}, {Active: true, IP: none}, {Active: true, IP: joinedAt}},
			"http://192.0.2.18:8080/"},
		{"after a cable's", []netinfo.Wifi{{IP: netip.MustParseAddr("198.51.100.1")}, {Active: true, IP: joinedAt}},
			"http://192.0.2.18:8080/"},
		{"no address", []netinfo.Wifi{{Active: true, IP: none}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				read := func() netinfo.Wifi { return c.seen[min(int(time.Since(begin)/time.Second), len(c.seen)-1)] }
				must.Equal(t, joined(t.Context(), at, read), c.want)
			})
		})
	}
}

// TestTestPicture: whoever judges an update sees this version draw the test picture, on the
// smallest panel and on the largest simulated one.
func TestTestPicture(t *testing.T) {
	for _, size := range []image.Point{image.Pt(8, 8), image.Pt(128, 64)} {
		start, end := launch(t, t.TempDir(), "[http]\naddr = \"127.0.0.1:0\"\ntls = \"\"\n", Options{Size: size})
		c := start()
		if a := (judge.API{URL: c.url, Key: c.key, Client: http.DefaultClient}); !a.Draws(t.Context(), true) {
			t.Errorf("it is not drawn at %v", size)
		}
		end()
	}
}

// TestWebAllows: apps fetch data of this machine once the configuration allows it, and not
// before.
func TestWebAllows(t *testing.T) {
	server := httptest.NewServer(
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "21 °C") }))
	defer server.Close()
	for _, allow := range [][]string{nil, {"127.0.0.1"}} {
		var cfg config.Config
		cfg.Audio.Allow = allow
		got, err := newWeb(cfg, budget.Divide(512<<20)).Get(t.Context(), webfetch.Request{URL: server.URL, Max: 100})
		if allowed := allow != nil; (err == nil) != allowed || allowed && string(got.Body) != "21 °C" {
			t.Errorf("allowed are %v: %q, %v", allow, got.Body, err)
		}
	}
}

// TestRelease: a device that cannot start closes its ports, so that the next start has them.
func TestRelease(t *testing.T) {
	cfg := config.Default()
	cfg.HTTP = config.HTTP{Addr: "127.0.0.1:0"}
	a := &appliance{Options: Options{Out: io.Discard, Log: slog.New(slog.DiscardHandler)}, Config: cfg}
	must.Do(t, a.openPorts())
	must.Do(t, a.openHardware())
	must.Do(t, a.release())
	again, err := net.Listen("tcp", a.listeners.Self()[len("http://"):])
	if err != nil {
		t.Fatal("the port is still open:", err)
	}
	again.Close()
	if err := (&appliance{}).release(); err != nil {
		t.Error("nothing was opened:", err)
	}
}

// TestOtherSettings: after a way back one may take the settings that the newer version left,
// and those from before again, as often as one likes.
func TestOtherSettings(t *testing.T) {
	dir := t.TempDir()
	left := device.DefaultSettings
	left.Volume = 99
	text := must.Get(store.EncodeSettings(left))(t)
	synctest.Test(t, func(t *testing.T) {
		b := startBench(t, dir)
		others := func() error {
			return (&backups{device: b.device, data: &data{dir: dir}, trial: b.trial}).otherSettings(t.Context())
		}
		if err := others(); !errors.Is(err, update.ErrChoice) {
			t.Errorf("without any: %v", err)
		}
		b.must(os.WriteFile(filepath.Join(dir, update.SettingsLeft), text, 0o600))
		for _, row := range []struct{ before, volume, after string }{
			{"before", `"volume": 99`, "left"},
			{"left", `"volume": 50`, "before"},
		} {
			must.Equal(t, update.ChosenSettings(dir), row.before, "the settings in force")
			b.must(others())
			must.Equal(t, b.anews, 1, "new starts")
			b.start() // which has them
			saved, err := os.ReadFile(filepath.Join(dir, "settings.json"))
			if err != nil || !strings.Contains(string(saved), row.volume) || update.ChosenSettings(dir) != row.after {
				t.Errorf("%s, %v, in force: %q; want %s, %q", saved, err, update.ChosenSettings(dir), row.volume, row.after)
			}
		}
		b.must(os.WriteFile(filepath.Join(dir, update.SettingsLeft), []byte(`{"version":99}`), 0o600))
		if err := others(); err == nil {
			t.Error("settings of a later form are taken")
		}
	})
}
