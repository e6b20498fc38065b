// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestUnattended: whose radio sets itself up without a panel.
func TestUnattended(t *testing.T) {
	for _, row := range []struct {
		why, model string
		service    bool
		want       bool
	}{
		{"the service of a Pi", "Raspberry Pi Zero 2 W Rev 1.0\x00", true, true},
		{"somebody tries the program on a Pi", "Raspberry Pi 4 Model B Rev 1.4\x00", false, false},
		{"the service of another board", "Radxa ROCK Pi 4B\x00", true, false},
		{"a PC, which has no device tree", "", true, false},
	} {
		root := t.TempDir()
		if row.model != "" {
			must.Do(t, os.MkdirAll(filepath.Join(root, "proc/device-tree"), 0o755))
			must.Do(t, os.WriteFile(filepath.Join(root, "proc/device-tree/model"), []byte(row.model), 0o600))
		}
		env := func(name string) string {
			if name == "NOTIFY_SOCKET" && row.service {
				return "/run/systemd/notify"
			}
			return ""
		}
		must.Equal(t, unattended(root, env), row.want, row.why)
	}
}

// TestSetupPassword: that of the card, else one that stays the same from the first start on.
func TestSetupPassword(t *testing.T) {
	dir, log := t.TempDir(), slog.New(slog.DiscardHandler)
	if got := setupPassword(dir, "from-the-card", log); got != "from-the-card" {
		t.Error(got)
	}
	made := setupPassword(dir, "", log)
	if again := setupPassword(dir, "", log); len(made) != 10 || again != made {
		t.Errorf("%q, then %q", made, again)
	}
	name := filepath.Join(dir, passwordFile)
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	must.Do(t, os.WriteFile(name, []byte("short\n"), 0o600))
	if got := setupPassword(dir, "", log); len(got) != 10 || got == made {
		t.Errorf("instead of one that WPA2 does not take: %q", got)
	}
	if got := setupPassword(filepath.Join(dir, passwordFile, "none"), "", log); len(got) != 10 {
		t.Errorf("on a card that cannot be written: %q", got)
	}
}

// TestTellConsole: the console shows it, and the log does not.
func TestTellConsole(t *testing.T) {
	var log bytes.Buffer
	name := filepath.Join(t.TempDir(), "tty1")
	must.Do(t, os.WriteFile(name, nil, 0o600))
	tellConsole(name, "the password abcdefghij", slog.New(slog.NewTextHandler(&log, nil)))
	must.Equal(t, string(must.Get(os.ReadFile(name))(t)), "\r\nthe password abcdefghij\r\n")
	open, _ := filepath.Glob("/proc/self/fd/*") // proc(5); none on other systems
	for _, fd := range open {
		if file, err := os.Readlink(fd); err == nil && file == name {
			t.Error("the console stays open")
		}
	}
	tellConsole(filepath.Join(name, "none"), "the password abcdefghij", slog.New(slog.NewTextHandler(&log, nil)))
	if strings.Contains(log.String(), "abcdefghij") || !strings.Contains(log.String(), "does not show") {
		t.Error(log.String())
	}
}

// TestFoundPanel: one panel that answers is suggested, and each suggestion is a choice.
func TestFoundPanel(t *testing.T) {
	for _, row := range []struct {
		why  string
		on   []uint16
		want string
	}{
		{"nothing", nil, ""},
		{"an OLED", []uint16{0x3c}, "ssd1306-128x64"},
		{"a matrix, beside a sensor", []uint16{0x23, 0x70}, "ht16k33-8x8"},
		{"two panels", []uint16{0x3c, 0x70}, ""},
		{"a bus at fault, on which all answer", []uint16{0x3c, 0x3d, 0x70}, ""},
	} {
		must.Equal(t, foundPanel(func(a uint16) bool { return slices.Contains(row.on, a) }), row.want, row.why)
	}
	for _, p := range panelsOnI2C {
		if panelKeys(p.id) == nil {
			t.Errorf("%s is no choice", p.id)
		}
	}
}
