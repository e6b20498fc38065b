// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

func TestFramesDrawn(t *testing.T) {
	for text, want := range map[string]int64{
		"# HELP x\nledpost_frames_drawn_total 1.25e+06\n": 1_250_000,
		"ledpost_frames_drawn_total 7":                    7,
		"ledpost_frames_drawn_total x":                    -1,
		"other 7":                                         -1,
	} {
		must.Equal(t, framesDrawn(text), want, text)
	}
}

func TestLoopback(t *testing.T) {
	for addr, want := range map[string]string{
		":8080":          "http://127.0.0.1:8080",
		"0.0.0.0:80":     "http://127.0.0.1:80",
		"[::]:8080":      "http://127.0.0.1:8080",
		"192.168.1.5:80": "http://192.168.1.5:80",
		"x":              "",
	} {
		must.Equal(t, Loopback(addr), want, addr)
	}
}

// TestReadMetrics: the panel, and the share of frames later than 4.096 ms.
func TestReadMetrics(t *testing.T) {
	var o Observation
	readMetrics(`ledpost_frame_late_seconds_bucket{le="0.002048"} 80
ledpost_frame_late_seconds_bucket{le="0.004096"} 90
ledpost_frame_late_seconds_bucket{le="+Inf"} 100
ledpost_frame_late_seconds_count 100
ledpost_panel_info{driver="max7219",size="32x8"} 1
`, &o)
	if o.Panel != `driver="max7219",size="32x8"` || o.Drawn != 100 || o.Late < 0.0999 || o.Late > 0.1001 {
		t.Errorf("%+v", o)
	}
}

// TestCarrier: only a cable counts.
func TestCarrier(t *testing.T) {
	for why, row := range map[string]struct {
		files []string
		want  bool
	}{
		"a cable":               {[]string{"eth0/device/x", "eth0/carrier=1"}, true},
		"nothing at its end":    {[]string{"eth0/device/x", "eth0/carrier=0"}, false},
		"a device that is down": {[]string{"eth0/device/x"}, false},
		"Wi-Fi":                 {[]string{"wlan0/device/x", "wlan0/wireless/x", "wlan0/carrier=1"}, false},
		"a bridge":              {[]string{"br0/carrier=1"}, false},
	} {
		dir := t.TempDir()
		for _, f := range row.files {
			name, text := f, ""
			if n := len(f) - 2; f[n] == '=' {
				name, text = f[:n], f[n+1:]+"\n"
			}
			path := filepath.Join(dir, name)
			must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
			must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		}
		must.Equal(t, Carrier(dir), row.want, why)
	}
}

// TestOwnMemory: that of this process is more than nothing.
func TestOwnMemory(t *testing.T) {
	if m := OwnMemory("/proc/self"); m < 256<<10 || m > 1<<36 {
		t.Error(m)
	}
	if m := OwnMemory("/proc/0"); m != 0 {
		t.Error(m)
	}
}

// TestSetup: it changes with [panel] of either file, and with nothing else.
func TestSetup(t *testing.T) {
	dir := t.TempDir()
	admin := filepath.Join(dir, "config.toml")
	write := func(path, text string) string {
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		return Setup(admin, dir)
	}
	first := write(admin, "name = \"a\"\n[panel]\ndriver = \"max7219\"\nmodules = 4\n")
	if again := write(admin, "name = \"b\"\n# more\n[panel]\nmodules = 4\ndriver = \"max7219\"\n"); again != first {
		t.Error("a name counts")
	}
	page := write(filepath.Join(dir, "config/config.toml"), "[panel]\nrotate = 180\n")
	if page == first {
		t.Error("what the page has set does not count")
	}
	must.Equal(t, write(filepath.Join(dir, "config/config.toml"), "[panel"), first, "a bad file is not as none")
}
