// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
)

// TestOtherSettings: after a way back one may take the settings that the newer version left,
// and those from before again, as often as one likes.
func TestOtherSettings(t *testing.T) {
	dir := t.TempDir()
	left := device.DefaultSettings
	left.Volume = 99
	text := must.Get(store.EncodeSettings(left))(t)
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, dir)
		defer func() { b.end() }()
		b.start()
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
			if chosen := update.ChosenSettings(dir); chosen != row.before {
				t.Errorf("in force: %q, want %q", chosen, row.before)
			}
			b.must(others())
			if b.anews != 1 {
				t.Errorf("%d new starts", b.anews)
			}
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
