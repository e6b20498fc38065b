// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
)

// TestSwitchUpdates: what clients want of updates is kept over a restart, in the
// configuration of the page and without another start; what the administrator has set stays.
func TestSwitchUpdates(t *testing.T) {
	on, off := true, false
	for _, row := range []struct {
		why, admin string
		want       live.Releases
		err        error
		url        string
		channel    string
	}{
		{"on", "", live.Releases{Enabled: &on}, nil, update.ProjectURL, "stable"},
		{"on, beta", "", live.Releases{Enabled: &on, Channel: "beta"}, nil, update.ProjectURL, "beta"},
		{"off", "", live.Releases{Enabled: &off}, nil, "", "stable"},
		{"the channel of the administrator's server", "[update]\nurl = \"https://mirror.example\"\n", live.Releases{Enabled: &on, Channel: "beta"}, nil, "https://mirror.example", "beta"},
		{"off, though the administrator names a server", "[update]\nurl = \"https://mirror.example\"\n", live.Releases{Enabled: &off}, live.Locked("enabled"), "https://mirror.example", "stable"},
		{"on, though the administrator says no", "[update]\nenabled = false\n", live.Releases{Enabled: &on}, live.Locked("enabled"), "", "stable"},
		{"another channel than the administrator's", "[update]\nchannel = \"stable\"\n", live.Releases{Enabled: &on, Channel: "beta"}, live.Locked("channel"), "", "stable"},
	} {
		dir := t.TempDir()
		o := Options{Dir: dir, Layers: config.Layers{File: filepath.Join(dir, "admin.toml")}, Log: slog.New(slog.DiscardHandler)}
		must.Do(t, os.WriteFile(o.Layers.File, []byte(row.admin), 0o600))
		tr := newTrial(o)
		must.Get(tr.begin())(t)
		tr.starts(func() { t.Errorf("%s: it starts anew", row.why) })
		if _, err := tr.switchUpdates(row.want); !errors.Is(err, row.err) {
			t.Errorf("%s: %v, want %v", row.why, err, row.err)
		}
		cfg, err := newTrial(o).begin()
		if err != nil || cfg.Update.URL != row.url || cfg.Update.Channel != row.channel {
			t.Errorf("%s: after a restart %q, channel %q, %v", row.why, cfg.Update.URL, cfg.Update.Channel, err)
		}
	}
}

// TestSwitchUpdatesInATrial: nothing changes while another configuration is on trial.
func TestSwitchUpdatesInATrial(t *testing.T) {
	tr := newTrial(Options{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	must.Do(t, tr.Try([]byte("name = \"page\"\n")))
	on := true
	if _, err := tr.switchUpdates(live.Releases{Enabled: &on}); !errors.Is(err, rest.ErrTrial) {
		t.Error(err)
	}
}
