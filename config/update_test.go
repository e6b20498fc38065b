// SPDX-License-Identifier: Apache-2.0

package config

import (
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/check"
)

// TestUpdate: the table of updates, with files beside the configuration, and a
// window that may cross midnight.
func TestUpdate(t *testing.T) {
	cfg := Default()
	if u := cfg.Update; u.Chosen() || u.Hawkbit.Chosen() || u.Automatic != check.Notify || u.Channel != "stable" {
		t.Errorf("by default %+v", u)
	}
	err := cfg.parse([]byte(`[update]
url = "https://mirror.example/ledpost"
channel = "beta"
automatic = "install"
window = "23:00-01:00"
key_file = "ours.pub"
[update.hawkbit]
url = "https://hawkbit.example"
token_file = "token"
gateway = true
`), "/etc/ledpost")
	u := cfg.Update
	if err != nil || !u.Chosen() || u.Automatic != check.Install || u.KeyFile != "/etc/ledpost/ours.pub" ||
		u.Hawkbit.TokenFile != "/etc/ledpost/token" {
		t.Fatalf("%+v, %v", u, err)
	}
	for clock, want := range map[string]bool{"22:59": false, "23:00": true, "00:30": true, "01:00": false,
		"12:00": false} {
		at := must.Get(time.Parse("15:04", clock))(t)
		if got := u.Open(at); got != want {
			t.Errorf("at %s open %v", clock, got)
		}
		if always := (&Update{}); !always.Open(at) {
			t.Errorf("without a window shut at %s", clock)
		}
	}
}

// TestUpdateEnabled: who switches updates on gets the project's own releases, unless the
// administrator names others; the page may switch, and not name.
func TestUpdateEnabled(t *testing.T) {
	for _, row := range []struct{ why, admin, own, url string }{
		{"off", "", "", ""},
		{"the page", "", "[update]\nenabled = true\n", update.ProjectURL},
		{"the page, where the administrator names a mirror", "[update]\nurl = \"https://mirror.example\"\n",
			"[update]\nenabled = true\n", "https://mirror.example"},
		{"a mirror alone", "[update]\nurl = \"https://mirror.example\"\n", "", "https://mirror.example"},
		{"the page, where the administrator has switched them off", "[update]\nenabled = false\n",
			"[update]\nenabled = true\n", ""},
		{"a page that names a server, all of which is left out", "",
			"[update]\nenabled = true\nurl = \"https://evil.example\"\n", ""},
	} {
		cfg, _, err := layers(t, row.admin).Load([]byte(row.own))
		if err != nil || cfg.Update.URL != row.url {
			t.Errorf("%s: %q %v", row.why, cfg.Update.URL, err)
		}
	}
}

func TestUpdateErrors(t *testing.T) {
	for text, want := range map[string]string{
		`url = "mirror.example"`:              "line 2: update.url: ",
		`channel = "nightly"`:                 "line 2: update.channel: ",
		`automatic = "yes"`:                   "line 2: update.automatic: ",
		`window = "3 o'clock"`:                "line 2: update.window: ",
		`hawkbit = {url = "hawkbit.example"}`: "line 2: update.hawkbit.url: ",
		`hawkbit = {gateway = true}`:          "line 2: update.hawkbit.gateway: ",
	} {
		cfg := Default()
		if err := cfg.parse([]byte("[update]\n"+text+"\n"), ""); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
