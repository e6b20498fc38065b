// SPDX-License-Identifier: Apache-2.0

package hawkbit

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
)

// TestDeployment: from the assignment to the new version; each step is reported
// once.
func TestDeployment(t *testing.T) {
	story(t, nil, func(c *Client, s *server, u *releases) {
		s.do(func(s *server) { s.wantData, s.action = true, 7 })
		pass(2 * time.Minute)
		if got := s.heard(); got != "scheduled none" || u.done() != "[check]" || s.now().attributes["version"] != "1.2.0" {
			t.Fatalf("said %q, did %s, attributes %v", got, u.done(), s.now().attributes)
		}
		u.set(func(s *update.Status) { s.Available, s.State = "1.3.0", update.PhaseIdle })
		pass(time.Minute)
		if got := s.heard(); got != "scheduled none, proceeding none" || u.done() != "[check install]" {
			t.Fatalf("said %q, did %s", got, u.done())
		}
		for _, phase := range []string{update.PhaseDownloading, update.PhaseInstalling, update.PhaseTrial} {
			u.set(func(s *update.Status) { s.State = phase })
			pass(2 * time.Minute)
			if s.now().details != phase {
				t.Errorf("while %s it says %q", phase, s.now().details)
			}
		}
		u.set(func(s *update.Status) { s.Installed, s.Available, s.State = "1.3.0", "", update.PhaseTrial })
		pass(time.Minute)
		u.set(func(s *update.Status) { s.State = update.PhaseDone })
		pass(time.Minute)
		if got := s.heard(); !strings.HasSuffix(got, ", closed success") || strings.Count(got, "proceeding none") != 4 ||
			s.now().action != 0 {
			t.Errorf("in the end it said %q", got)
		}
		if u.done() != "[check install]" || c.Err() != nil {
			t.Errorf("did %s, %v", u.done(), c.Err())
		}
	})
}

// TestCancel: an action that has not begun is given up, one that has is not.
func TestCancel(t *testing.T) {
	story(t, nil, func(_ *Client, s *server, u *releases) {
		s.do(func(s *server) { s.action, s.cancelled = 8, true })
		pass(2 * time.Minute)
		if got := s.heard(); got != "closed success" || s.now().action != 0 {
			t.Errorf("not begun: %q", got)
		}
		u.set(func(s *update.Status) { s.State = update.PhaseInstalling })
		s.do(func(s *server) { s.action, s.cancelled, s.said = 9, true, nil })
		pass(90 * time.Second)
		if got := s.heard(); got != "rejected none" && got != "rejected none, proceeding none" || s.now().cancelled {
			t.Errorf("begun: %q", got)
		}
	})
}

// TestPace: the server says how often it is asked, within limits; one that
// refuses is asked less and less.
func TestPace(t *testing.T) {
	for sleep, want := range map[string][2]int{
		"00:05:00": {10, 13}, "01:00:00": {1, 2}, "00:00:01": {108, 121}, "": {10, 13}, "a while": {10, 13},
		"99:00:00": {10, 13},
	} {
		story(t, nil, func(_ *Client, s *server, _ *releases) {
			s.do(func(s *server) { s.sleep = sleep })
			pass(time.Hour + time.Minute)
			if s.now().polls < want[0] || s.now().polls > want[1] {
				t.Errorf("%q: polled %d times in an hour, want %v", sleep, s.now().polls, want)
			}
		})
	}
	story(t, func(cfg *Config, _ *Options) { cfg.Gateway = true }, func(c *Client, s *server, _ *releases) {
		pass(24 * time.Hour)
		if err := c.Err(); err == nil || !strings.Contains(err.Error(), http.StatusText(http.StatusUnauthorized)) ||
			s.now().polls != 0 {
			t.Errorf("with another token: %v, %d polls", err, s.now().polls)
		}
	})
}

// TestBusyServer: one that says how long it wants to be left alone is.
func TestBusyServer(t *testing.T) {
	story(t, nil, func(c *Client, s *server, _ *releases) {
		s.do(func(s *server) { s.busy = "7200" })
		pass(2 * time.Hour)
		if s.now().refused != 1 || c.Err() == nil {
			t.Errorf("asked %d times in two hours, %v", s.now().refused, c.Err())
		}
	})
}

// TestLongAttribute: hawkBit takes 128 characters.
func TestLongAttribute(t *testing.T) {
	story(t, func(_ *Config, o *Options) {
		o.Attributes["name"] = strings.Repeat("é", 100)
	}, func(c *Client, s *server, _ *releases) {
		s.do(func(s *server) { s.wantData = true })
		pass(2 * time.Minute)
		if got := s.now().attributes["name"]; got != strings.Repeat("é", 64) || c.Err() != nil {
			t.Errorf("%q, %v", got, c.Err())
		}
	})
}

// TestForeignLink: the token is not sent to where a link leads.
func TestForeignLink(t *testing.T) {
	for _, base := range []string{"http://elsewhere.example", "https://hawkbit.example", "http://hawkbit.example:81",
		"http://x@hawkbit.example", "%zz", ""} {
		story(t, nil, func(c *Client, s *server, _ *releases) {
			s.do(func(s *server) { s.action, s.base = 7, base })
			pass(2 * time.Minute)
			if err := c.Err(); err == nil || !strings.Contains(err.Error(), "another server") || s.heard() != "" {
				t.Errorf("%q: %v", base, err)
			}
		})
	}
}

func TestConfig(t *testing.T) {
	for _, row := range []struct {
		cfg  Config
		want string
	}{
		{Config{}, ""},
		{Config{URL: "https://hawkbit.example:8443/base", Tenant: "kiosks", Controller: "shop-1:left", TokenFile: "t",
			Gateway: true}, ""},
		{Config{URL: "hawkbit.example"}, "want http"},
		{Config{URL: "https://u:p@hawkbit.example"}, "without a password"},
		{Config{URL: "https://hawkbit.example", Tenant: "a/b"}, "letters"},
		{Config{URL: "https://hawkbit.example", Controller: ".."}, "letters"},
		{Config{Gateway: true}, "token_file"},
	} {
		err := row.cfg.Check()
		if (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%+v: %v, want %q", row.cfg, err, row.want)
		}
	}
}

// FuzzMessages: whatever a server answers, reading it costs little, and what
// follows from it is bounded.
func FuzzMessages(f *testing.F) {
	f.Add([]byte(`{"config":{"polling":{"sleep":"00:05:00"}},"_links":{"deploymentBase":{"href":"https://x/7"}}}`))
	f.Add([]byte(`{"id":"7","deployment":{"update":"forced","maintenanceWindow":"unavailable",` +
		`"chunks":[{"name":"ledpost","version":"1.3.0"}]}}`))
	f.Add([]byte(`{"id":"7","cancelAction":{"stopId":"7"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > maxAnswer {
			return
		}
		memtest.AtMost(t, 1<<20+200*len(text), func() {
			if b, err := parse[base](text); err == nil {
				if d := b.sleep(); d < leastSleep || d > mostSleep {
					t.Errorf("sleeps %v", d)
				}
			}
			if d, err := parse[deployment](text); err == nil {
				s := update.Status{Installed: "1.2.0", Available: "1.3.0", State: update.PhaseIdle, Kind: update.KindPackage}
				v, _ := d.version()
				if _, action := decide(d, s, progress{checked: true}, true); action == update.ActionInstall && v != "1.3.0" {
					t.Errorf("version %q is installed", v)
				}
			}
			_, _ = parse[cancel](text)
		})
	})
}

// TestDecide: hawkBit says when, the signed channel says what.
func TestDecide(t *testing.T) {
	const good = `{"id":"7","deployment":{"update":"forced","chunks":[{"name":"os","version":"9"},{"name":"ledpost",` +
		`"version":"1.3.0"}]}}`
	soft := strings.Replace(good, "forced", "attempt", 1)
	offered := update.Status{Installed: "1.2.0", Available: "1.3.0", State: update.PhaseIdle, Kind: update.KindPackage,
		Channel: "stable"}
	with := func(change func(*update.Status)) update.Status { s := offered; change(&s); return s }
	checked, requested := progress{id: "7", checked: true}, progress{id: "7", checked: true, installed: true}
	for name, row := range map[string]struct {
		text   string
		status update.Status
		done   progress
		shut   bool // the device's own window
		want   string
		do     update.Action
	}{
		"offered":         {text: good, status: offered, want: "proceeding none requested", do: update.ActionInstall},
		"offered, softly": {text: soft, status: offered, want: "proceeding none requested", do: update.ActionInstall},
		"softly, at a wrong time": {text: soft, status: offered, shut: true,
			want: "scheduled none waiting for the device's own"},
		"forced, at a wrong time": {text: good, status: offered, shut: true, want: "proceeding none",
			do: update.ActionInstall},
		"softly, deferred": {text: soft, status: with(func(s *update.Status) { s.Deferred = time.Now() }),
			want: "scheduled none"},
		"no window of the server": {
			text:   strings.Replace(good, `"forced","chunks"`, `"skip","maintenanceWindow":"unavailable","chunks"`, 1),
			status: offered, want: "scheduled none waiting for the maintenance"},
		"in it": {text: strings.Replace(good, `"chunks"`, `"maintenanceWindow":"available","chunks"`, 1),
			status: offered, want: "proceeding none", do: update.ActionInstall},
		"to be downloaded only": {text: strings.Replace(good, "forced", "skip", 1), status: offered,
			want: "downloaded success"},
		"not known yet": {text: good, status: with(func(s *update.Status) { s.Available = "" }),
			want: "scheduled none looking", do: update.ActionCheck},
		"being looked for": {text: good,
			status: with(func(s *update.Status) { s.Available, s.State = "", update.StateChecking }), done: checked,
			want: "scheduled none looking"},
		"not in the channel": {text: good, status: with(func(s *update.Status) { s.Available = "1.4.0" }), done: checked,
			want: "closed failure the signed channel stable does not offer version 1.3.0"},
		"and why": {text: good,
			status: with(func(s *update.Status) { s.Available, s.Error = "", "not signed" }), done: checked,
			want: "closed failure the signed channel stable does not offer version 1.3.0 to this device: not signed"},
		"runs already": {text: good,
			status: with(func(s *update.Status) { s.Installed, s.State = "1.3.0", update.PhaseDone }),
			want:   "closed success version 1.3.0 runs"},
		"on trial": {text: good,
			status: with(func(s *update.Status) { s.Installed, s.State = "1.3.0", update.PhaseTrial }),
			want:   "proceeding none trial"},
		"failed": {text: good,
			status: with(func(s *update.Status) { s.State, s.Error = update.PhaseFailed, "no room" }), done: requested,
			want: "closed failure failed: no room"},
		"rolled back": {text: good,
			status: with(func(s *update.Status) { s.State, s.Available, s.Error = update.PhaseRolledBack, "", "no frames" }),
			done:   checked,
			want:   "closed failure the signed channel stable does not offer version 1.3.0 to this device: no frames"},
		"nothing installs": {text: good, status: with(func(s *update.Status) { s.Kind = update.KindNone }),
			want: "closed failure update: nothing on this system"},
		"no channel is asked": {text: good,
			status: with(func(s *update.Status) { s.State, s.Available = update.StateOff, "" }),
			want:   "closed failure update: off"},
		"for something else": {text: `{"id":"7","deployment":{"chunks":[{"name":"os","version":"9"}]}}`, status: offered,
			want: "closed failure the deployment has no module ledpost"},
		"two versions": {text: strings.Replace(good, `"os","version":"9"`, `"ledpost","version":"9"`, 1),
			status: offered, want: "closed failure the module ledpost has no version, or two"},
	} {
		d := must.Get(parse[deployment]([]byte(row.text)))(t)
		f, do := decide(d, row.status, row.done, !row.shut)
		if got := f.execution + " " + f.finished + " " + f.detail; !strings.HasPrefix(got, row.want) || do != row.do {
			t.Errorf("%s: %q, %q; want %q, %q", name, got, do, row.want, row.do)
		}
	}
}
