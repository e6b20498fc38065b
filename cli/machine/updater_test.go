// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"bytes"
	"crypto/rand"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/install"
)

// TestDataHelp: each command's help says which directory counts without --data.
func TestDataHelp(t *testing.T) {
	for name, want := range map[string]string{"updater": "(default /var/lib/ledpost)",
		"key": "(default $STATE_DIRECTORY, else $XDG_STATE_HOME/ledpost, else ~/.local/state/ledpost)"} {
		var out bytes.Buffer
		if err := room.Run(t.Context(), []string{name, "--help"}, command.Streams{Out: &out}); err != nil ||
			!strings.Contains(out.String(), "keep state in DIR "+want) {
			t.Errorf("%s: %v, %s", name, err, &out)
		}
	}
}

// TestUpdaterSteps: a step that there is not is refused before anything is touched.
func TestUpdaterSteps(t *testing.T) {
	for _, args := range [][]string{{"updater"}, {"updater", "dance"}, {"updater", "install", "now"}} {
		if _, err := room.Said(t, args...); err == nil || command.ExitCode(err) != 2 {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// TestUpdaterSource: releases come from the project's folder unless the administrator names
// another, and the channel is that of the request unless the administrator's file fixes it.
func TestUpdaterSource(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	cfg := config.Default()
	if s := source(cfg, nil, log); s.URL != update.ProjectURL || s.Channel != "" || s.Client == nil {
		t.Errorf("%+v", s)
	}
	cfg.Update.URL, cfg.Update.Channel = "https://releases.example/", "beta"
	if s := source(cfg, nil, log); s.URL != cfg.Update.URL || s.Channel != "" {
		t.Errorf("%+v", s)
	}
	for demanded := range 3 {
		if cfg.Update.Signatures = demanded; source(cfg, nil, log).Trust.Signatures != demanded {
			t.Errorf("%d signatures are not demanded", demanded)
		}
	}
	// What a file that cannot be read demands is not known: two signatures, or other keys than the project's.
	if s := source(cfg, errors.New("line 3"), log); s.URL != "" || len(s.Trust.Keys) > 0 {
		t.Errorf("a faulty configuration trusts %+v", s)
	}
	w := watcher(cfg)
	if w.API.Data != install.DataDir || w.API.URL != "http://127.0.0.1:8080" || w.Address() != "http://127.0.0.1:8080" {
		t.Errorf("%+v", w.API)
	}
	if h := newHelper(true, log); h.Root != "/" || h.Source.URL == "" || h.Plausible(time.Time{}) ||
		!h.Plausible(time.Now().AddDate(50, 0, 0)) {
		t.Errorf("%+v", h)
	}
	if h := newHelper(false, log); h.Source.URL != "" {
		t.Error("a step that installs nothing knows where releases are")
	}
}

// TestKeysOfReleases: an updater that can trust no release says so, and no other.
func TestKeysOfReleases(t *testing.T) {
	good := filepath.Join(t.TempDir(), "release.pub")
	public, _, err := minisign.GenerateKey(rand.Reader)
	must.Do(t, err)
	must.Do(t, os.WriteFile(good, []byte(public.String()+"\n"), 0o600))
	for path, keys := range map[string]int{good: 1, good + "x": 0} {
		var said bytes.Buffer
		var cfg config.Config
		cfg.Update.KeyFile = path
		from := source(cfg, nil, slog.New(slog.NewTextHandler(&said, nil)))
		if len(from.Trust.Keys) != keys || strings.Contains(said.String(), "no release can be trusted") != (keys == 0) {
			t.Errorf("%s: %d keys, %s", path, len(from.Trust.Keys), &said)
		}
	}
}

// TestReadsConfig: what the version before can use, and no more than a client may have written.
func TestReadsConfig(t *testing.T) {
	for _, row := range []struct {
		name, text string
		want       bool
	}{
		{"ours", "name = \"hall\"\n", true},
		{"of a later version", "warp = 9\n", false},
		{"the longest", "#" + strings.Repeat("x", config.MaxOwn-2) + "\n", true},
		{"too long", "#" + strings.Repeat("x", config.MaxOwn-1) + "\n", false},
	} {
		must.Equal(t, readsConfig([]byte(row.text)), row.want, row.name)
	}
}
