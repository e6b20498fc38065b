// SPDX-License-Identifier: Apache-2.0

package applet

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestZone: the zone of the system has its name.
func TestZone(t *testing.T) {
	for tz, want := range map[string]string{
		"Asia/Tokyo": "Asia/Tokyo", ":Asia/Tokyo": "Asia/Tokyo", "/usr/share/zoneinfo/Asia/Tokyo": "Asia/Tokyo",
		"": "UTC", "Nowhere/Town": local, "../../etc/passwd": local,
	} {
		t.Setenv("TZ", tz)
		if got := ZoneName(time.Local); got != want {
			t.Errorf("TZ %q: %q, want %q", tz, got, want)
		}
	}
	must.Equal(t, ZoneName(must.Get(time.LoadLocation("Europe/Oslo"))(t)), "Europe/Oslo", "a zone that is set")
}

// TestSystemZone: the files that tell the zone of the system.
func TestSystemZone(t *testing.T) {
	for _, row := range []struct{ name, link, text, want string }{
		{"the link", "/usr/share/zoneinfo/Europe/Berlin", "", "Europe/Berlin"},
		{"a link from here", "../usr/share/zoneinfo/Europe/Berlin", "", "Europe/Berlin"},
		{"the link, not the name beside it", "/usr/share/zoneinfo/Europe/Berlin", "Asia/Tokyo\n", "Europe/Berlin"},
		{"the name", "", "Asia/Tokyo\n", "Asia/Tokyo"},
		{"a link to another file", "/none/of/them", "Asia/Tokyo\n", "Asia/Tokyo"},
		{"nothing", "", "", local},
		{"nonsense", "/none", "nonsense", local},
	} {
		etc := t.TempDir()
		if row.link != "" {
			must.Do(t, os.Symlink(row.link, filepath.Join(etc, "localtime")))
		}
		if row.text != "" {
			must.Do(t, os.WriteFile(filepath.Join(etc, "timezone"), []byte(row.text), 0o600))
		}
		must.Equal(t, systemZone(etc), row.want, row.name)
	}
}
