// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

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
		if got := Carrier(dir); got != row.want {
			t.Errorf("%s: %v", why, got)
		}
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
	if bad := write(filepath.Join(dir, "config/config.toml"), "[panel"); bad != first {
		t.Error("a bad file is not as none")
	}
}
