// SPDX-License-Identifier: Apache-2.0

//go:build unix

package trial

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestSetupMap: the file that says where the LEDs are is part of the panel's configuration.
func TestSetupMap(t *testing.T) {
	for _, row := range []struct {
		why, name string
		where     func(etc, data string) string
	}{
		{"beside the administrator's file",
			"leds.json", func(etc, _ string) string { return filepath.Join(etc, "leds.json") }},
		{"a bare name, in the daemon's directory",
			"leds.json", func(_, data string) string { return filepath.Join(data, "leds.json") }},
		{"a path of its own", "", func(_, _ string) string { return filepath.Join(t.TempDir(), "leds.json") }},
	} {
		t.Run(row.why, func(t *testing.T) {
			etc, data := t.TempDir(), t.TempDir()
			leds := row.where(etc, data)
			name := row.name
			name = cmp.Or(name, leds)
			admin := filepath.Join(etc, "config.toml")
			write(t, admin, "[panel]\ndriver = 'hub75'\nMap = '"+name+"'\n")
			none := Setup(admin, data)
			write(t, leds, "[0, 1]")
			one := Setup(admin, data)
			if one == none || one != Setup(admin, data) {
				t.Error("the file makes no difference, or is never the same")
			}
			if write(t, leds, "[1, 0]"); Setup(admin, data) == one {
				t.Error("another file is the same")
			}
		})
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)))
}

// TestSetupIsNotLedAway: the daemon's directory may belong to somebody hostile.
func TestSetupIsNotLedAway(t *testing.T) {
	etc, data, other := t.TempDir(), t.TempDir(), t.TempDir()
	admin := filepath.Join(etc, "config.toml")
	write(t, admin, "")
	write(t, filepath.Join(other, "config.toml"), "[panel]\ndriver = 'hub75'\n")
	none := Setup(admin, data)
	must.Do(t, os.Symlink(other, filepath.Join(data, "config")))
	must.Equal(t, Setup(admin, data), none, "a folder that is a link was followed")
	own := filepath.Join(data, "config")
	must.Do(t, errors.Join(os.Remove(own), os.Mkdir(own, 0o700), syscall.Mkfifo(filepath.Join(own, "config.toml"), 0o600)))
	must.Equal(t, Setup(admin, data), none, "a pipe was read")
}

// FuzzSetup: whatever the daemon's user has written, its judge, which is root, needs little
// memory for it.
func FuzzSetup(f *testing.F) {
	for _, seed := range []string{
		"[panel]\ndriver = 'max7219'\n", "panel = " + strings.Repeat("[", 60_000), strings.Repeat("a.", 500_000) + "a=1",
		"panel=" + strings.Repeat("{a=", 20_000), `panel=["""b"""",` + strings.Repeat("[", 60_000),
		strings.Repeat("a=1\n", 250_000),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "config", "config.toml"), string(text))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		one := Setup(filepath.Join(dir, "none.toml"), dir)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 48<<20 {
			t.Errorf("%d MB for %d bytes", used>>20, len(text))
		}
		must.Equal(t, one, Setup(filepath.Join(dir, "none.toml"), dir), "the same file is not the same")
	})
}
