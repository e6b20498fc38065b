// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/forget"
	"github.com/ledpost/ledpost/internal/must"
)

const someone = `{"version":2,"identity":{"id":"1","serial":"LP22","uuid":"u","name":"kitchen"},"reserved":7}`

// askedToReset is a data directory whose owner has asked for a reset.
func askedToReset(t *testing.T) (dir string, log *slog.Logger) {
	t.Helper()
	dir, log = t.TempDir(), slog.New(slog.DiscardHandler)
	for _, name := range []string{
		"identity.json", "identity.json.old", "device.json", "identity.json.bad", "settings.json", "key",
		"config/config.toml", "icons/1.png",
	} {
		file := filepath.Join(dir, name)
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(someone), 0o600)))
	}
	must.Do(t, finishReset(dir, "", log))
	if _, err := os.Stat(filepath.Join(dir, "key")); err != nil {
		t.Fatal("it was reset though nobody asked", err)
	}
	var why error
	must.Do(t, resetter{dir, log, func(err error) { why = err }}.Reset("a test"))
	if !errors.Is(why, errReset) {
		t.Fatal(why)
	}
	return dir, log
}

// left returns the names in dir.
func left(dir string) (names []string) {
	all, _ := os.ReadDir(dir)
	for _, e := range all {
		names = append(names, e.Name())
	}
	return names
}

// TestFactoryReset: the request ends the run, and the next start leaves who the device is,
// without what its owner has called it.
func TestFactoryReset(t *testing.T) {
	dir, log := askedToReset(t)
	must.Do(t, finishReset(dir, filepath.Join(dir, "no-such-file"), log))
	names := left(dir)
	if !slices.Equal(names, []string{"device.json", "identity.json", "identity.json.old"}) {
		t.Errorf("left are %v", names)
	}
	for _, name := range names {
		text, _ := os.ReadFile(filepath.Join(dir, name))
		if strings.Contains(string(text), "kitchen") || !strings.Contains(string(text), `"serial":"LP22"`) {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// TestResetWaitsForRoot: what the service may not forget is told, and the request stays for the next
// start.
func TestResetWaitsForRoot(t *testing.T) {
	dir, log := askedToReset(t)
	pending := filepath.Join(t.TempDir(), "pending")
	must.Do(t, os.WriteFile(pending, []byte("/etc is read-only\n"), 0o644))
	refused := errors.New("no right")
	if err := rename(t.Context(), dir, "hallway", func(context.Context, string) error {
		return refused
	}); !errors.Is(err, refused) {
		t.Error("renamed:", err)
	}
	for range 2 {
		if text, err := os.ReadFile(filepath.Join(dir, forget.Hostname)); string(text) != "hallway\n" {
			t.Errorf("root no longer knows the host name: %q, %v", text, err)
		}
		err := finishReset(dir, pending, log)
		told := err != nil && strings.Contains(err.Error(), "/etc is read-only")
		if !told || !slices.Contains(left(dir), forget.Request) {
			t.Errorf("%v, left are %v", err, left(dir))
		}
	}
	d := openData(Options{Dir: dir, Log: log}, nil)
	d.savers = []saver{unfinished{errors.New("not complete")}}
	must.Fail(t, d.unsaved(), "not complete")
	must.Do(t, os.Remove(pending))
	must.Do(t, finishReset(dir, pending, log))
	if slices.Contains(left(dir), forget.Request) || slices.Contains(left(dir), forget.Hostname) {
		t.Error("it is reset again and again", left(dir))
	}
}

// TestResetOnABadCard: a directory that cannot be written is not reset, and the device runs on.
func TestResetOnABadCard(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "file", "below")
	must.Do(t, os.WriteFile(filepath.Dir(dir), nil, 0o600))
	r := resetter{dir, slog.New(slog.DiscardHandler), func(err error) { t.Error("it ends", err) }}
	must.Fail(t, r.Reset("a test"), "nothing is reset")
}
