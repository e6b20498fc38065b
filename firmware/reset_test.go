// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestFactoryReset: the request ends the run, and the next start leaves who the device is.
func TestFactoryReset(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"identity.json", "identity.json.old", "settings.json", "key", "keys.json", "config/config.toml", "icons/1.png"} {
		file := filepath.Join(dir, name)
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, nil, 0o600)))
	}
	log := slog.New(slog.DiscardHandler)
	finishReset(dir, log)
	if _, err := os.Stat(filepath.Join(dir, "key")); err != nil {
		t.Fatal("it was reset though nobody asked", err)
	}
	a := appliance{Options: Options{Dir: dir, Log: log}}
	var why error
	a.factoryReset(func(err error) { why = err })
	if !errors.Is(why, errReset) {
		t.Fatal(why)
	}
	finishReset(dir, log)
	var left []string
	all, _ := os.ReadDir(dir)
	for _, e := range all {
		left = append(left, e.Name())
	}
	if !slices.Equal(left, []string{"identity.json", "identity.json.old"}) {
		t.Errorf("left are %v", left)
	}
}

// TestResetOnABadCard: a directory that cannot be written is not reset, and the device runs on.
func TestResetOnABadCard(t *testing.T) {
	a := appliance{Options: Options{Dir: filepath.Join(t.TempDir(), "file", "below"), Log: slog.New(slog.DiscardHandler)}}
	must.Do(t, os.WriteFile(filepath.Dir(a.Dir), nil, 0o600))
	a.factoryReset(func(err error) { t.Error("it ends", err) })
}
