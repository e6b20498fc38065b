// SPDX-License-Identifier: Apache-2.0

package check

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"aead.dev/minisign"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
)

// TestDaily: a release is found within ten minutes of the start, then the server
// is asked once a day, and sends the manifest only when it is another.
func TestDaily(t *testing.T) {
	story(t, nil, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		if s := r.after(59 * time.Second); s.Available != "" || s.State != "idle" || !s.Checked.IsZero() {
			t.Errorf("asked within a minute: %+v", s)
		}
		s := r.after(9*time.Minute + time.Second)
		if s.Available != "1.3.0" || s.Notes != "New: rain." || s.State != "idle" || s.Error != "" || s.Checked.IsZero() ||
			s.Offered() != "1.3.0" {
			t.Errorf("after ten minutes: %+v", s)
		}
		r.after(23*time.Hour + 49*time.Minute)
		if n := r.count("manifest.json"); n != 1 {
			t.Errorf("asked %d times on the first day", n)
		}
		r.after(3 * time.Hour)
		if n, sig := r.count("manifest.json"), r.count("manifest.json.minisig"); n != 2 || sig != 1 {
			t.Errorf("on the second day asked %d times, for the signature %d times", n, sig)
		}
		r.publish("stable", release("1.4.0", 8))
		if s := r.after(27 * time.Hour); s.Available != "1.4.0" {
			t.Errorf("on the third day: %+v", s)
		}
	})
}

// TestWhatIsAvailable: which manifests lead to an offer, and what is said about
// the others.
func TestWhatIsAvailable(t *testing.T) {
	for name, row := range map[string]struct {
		change  func(*update.Manifest)
		options func(*Config, *Options)
		state   update.State
		want    string // version
		says    string // in the error
	}{
		"newer":    {want: "1.3.0"},
		"the same": {change: func(m *update.Manifest) { m.Version = "1.2.0" }},
		"older":    {change: func(m *update.Manifest) { m.Version = "1.1.9" }},
		"rolled back here": {
			state: update.State{Phase: update.PhaseRolledBack, Bad: []string{"1.3.0"}, Error: "no frames"}, says: "no frames"},
		"below what the helper accepted": {state: update.State{Counter: 8}, says: "already seen a newer"},
		"no newer, and below: another branch": {change: func(m *update.Manifest) { m.Version = "1.2.0" },
			state: update.State{Counter: 8}},
		"expired: no news, and no fault": {change: func(m *update.Manifest) { m.Expires = time.Now() }},
		"expired by a clock that is wrong": {change: func(m *update.Manifest) { m.Expires = time.Now() },
			options: func(_ *Config, o *Options) { o.Plausible = func(time.Time) bool { return false } }, want: "1.3.0"},
		"of another channel":         {change: func(m *update.Manifest) { m.Channel = "beta" }, says: `the channel "beta"`},
		"from before channels":       {change: func(m *update.Manifest) { m.Channel = "" }, want: "1.3.0"},
		"this version is too old":    {change: func(m *update.Manifest) { m.Minimum = "1.2.1" }},
		"this version is just new":   {change: func(m *update.Manifest) { m.Minimum = "1.2.0" }, want: "1.3.0"},
		"not for this architecture":  {options: func(_ *Config, o *Options) { o.Arch = "armhf" }},
		"a release without an image": {options: func(_ *Config, o *Options) { o.Kind = update.KindImage }, want: ""},
		"nothing installs": {options: func(_ *Config, o *Options) { o.Kind, o.Arch = update.KindNone, "armhf" },
			want: "1.3.0"},
		"outside of the share": {change: func(m *update.Manifest) { m.Share = 1 }},
		"no key": {options: func(c *Config, _ *Options) { c.KeyFile += "x" },
			says: "there are no public keys of releases in /"},
		"beta": {change: func(m *update.Manifest) { m.Channel = "beta" },
			options: func(c *Config, _ *Options) { c.Channel = "beta" }, want: "1.3.0"},
	} {
		t.Run(name, func(t *testing.T) {
			story(t, row.options, func(r *rig) {
				r.helper(row.state)
				m := release("1.3.0", 7)
				if row.change != nil {
					row.change(&m)
				}
				r.publish("stable", m)
				r.publish("beta", m)
				s := r.after(10 * time.Minute)
				if s.Available != row.want || !strings.Contains(s.Error, row.says) || row.says == "" && s.Error != "" {
					t.Errorf("available %q, error %q; want %q, %q", s.Available, s.Error, row.want, row.says)
				}
			})
		})
	}
}

// TestForged: what is not signed by the key changes nothing, and is reported.
func TestForged(t *testing.T) {
	story(t, nil, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		r.after(10 * time.Minute)
		_, stranger, _ := minisign.GenerateKey(nil)
		text := []byte(`{"version":"9.9.9"}`)
		r.put("stable", text, minisign.Sign(stranger, text))
		if s := r.do(update.ActionCheck); s.Available != "1.3.0" || !strings.Contains(s.Error, "not signed by a key") {
			t.Errorf("%+v", s)
		}
		r.put("stable", make([]byte, update.MaxManifest+1), nil)
		if s := r.do(update.ActionCheck); s.Available != "1.3.0" || !strings.Contains(s.Error, "too large") {
			t.Errorf("%+v", s)
		}
		r.publish("stable", release("1.4.0", 8))
		if s := r.do(update.ActionCheck); s.Available != "1.4.0" || s.Error != "" {
			t.Errorf("%+v", s)
		}
	})
}

// TestTwoSignatures: a device that demands two heeds only what both have signed, and goes back
// to no older release that they have signed, either.
func TestTwoSignatures(t *testing.T) {
	rebuilder, second, err := minisign.GenerateKey(nil)
	must.Do(t, err)
	_, stranger, err := minisign.GenerateKey(nil)
	must.Do(t, err)
	two := func(c *Config, _ *Options) {
		c.Signatures = 2
		known := must.Get(os.ReadFile(c.KeyFile))(t)
		must.Do(t, os.WriteFile(c.KeyFile, append(known, rebuilder.String()...), 0o600))
	}
	story(t, two, func(r *rig) {
		for _, row := range []struct {
			why     string
			counter int64
			by      []minisign.PrivateKey
			error   string // part of it
		}{
			{"the maintainer alone", 9, []minisign.PrivateKey{r.secret}, "1 of 2"},
			{"the rebuilder alone", 9, []minisign.PrivateKey{second}, "1 of 2"},
			{"a rebuilder that nobody knows", 9, []minisign.PrivateKey{r.secret, stranger}, "1 of 2"},
			{"both", 8, []minisign.PrivateKey{r.secret, second}, ""},
			{"an older one by both", 7, []minisign.PrivateKey{r.secret, second}, "already seen a newer"},
			{"a newer one by one", 9, []minisign.PrivateKey{r.secret}, "1 of 2"},
		} {
			text := must.Get(json.Marshal(release("1.4.0", row.counter)))(t)
			var signatures []byte
			for _, key := range row.by {
				signatures = append(append(signatures, minisign.Sign(key, text)...), '\n')
			}
			r.put("stable", text, signatures)
			if s := r.do(update.ActionCheck); (s.Error == "") != (row.error == "") || !strings.Contains(s.Error, row.error) {
				t.Errorf("%s: %+v", row.why, s)
			}
		}
		if s := r.Update(); s.Available != "1.4.0" {
			t.Errorf("what both have signed is not offered: %+v", s)
		}
	})
}

// TestRollbackOfTheServer: an older manifest is refused, also after a restart.
func TestRollbackOfTheServer(t *testing.T) {
	dir := t.TempDir()
	here := func(_ *Config, o *Options) { o.Dir = dir }
	story(t, here, func(r *rig) {
		r.publish("stable", release("1.4.0", 8))
		r.after(10 * time.Minute)
	})
	story(t, here, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		if s := r.after(10 * time.Minute); s.Available != "" || !strings.Contains(s.Error, "already seen a newer") {
			t.Errorf("%+v", s)
		}
	})
}

// TestPace: a server that fails is asked less and less often, and one that works
// again is heard.
func TestPace(t *testing.T) {
	story(t, nil, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		r.answer(503)
		s := r.after(24 * time.Hour)
		if n := r.count("manifest.json"); n < 8 || n > 20 {
			t.Errorf("asked %d times in a day", n)
		}
		if s.Error != "manifest.json: the server answers 503" || !s.Checked.IsZero() {
			t.Errorf("%+v", s)
		}
		r.answer(0)
		if s := r.after(27 * time.Hour); s.Available != "1.3.0" || s.Error != "" {
			t.Errorf("%+v", s)
		}
	})
}

func TestOff(t *testing.T) {
	story(t, func(c *Config, _ *Options) { c.URL = "" }, func(r *rig) {
		if s := r.after(48 * time.Hour); s.State != "off" || s.Installed != "1.2.0" || s.Channel != "stable" {
			t.Errorf("%+v", s)
		}
		for _, a := range []update.Action{update.ActionCheck, update.ActionInstall, update.ActionDefer} {
			if err := r.Do(a); !errors.Is(err, update.ErrOff) {
				t.Errorf("%s: %v", a, err)
			}
		}
	})
	story(t, func(c *Config, _ *Options) { c.Automatic = Off }, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		if s := r.after(48 * time.Hour); s.Available != "" || r.count("manifest.json") != 0 {
			t.Errorf("asked though it is off: %+v", s)
		}
		if s := r.do(update.ActionCheck); s.Available != "1.3.0" {
			t.Errorf("not asked though a user wants it: %+v", s)
		}
	})
}

func TestConfig(t *testing.T) {
	for _, row := range []struct {
		cfg  Config
		want string
	}{
		{Config{}, ""},
		{Config{URL: "https://example.org/update", Channel: "beta"}, ""},
		{Config{URL: "example.org"}, "want http://HOST"},
		{Config{URL: "file:///etc"}, "want http://HOST"},
		{Config{Channel: "nightly"}, "want stable or beta"},
	} {
		err := row.cfg.Check()
		if (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%+v: %v, want %q", row.cfg, err, row.want)
		}
	}
}

// TestConfigure: updates are switched on, to another channel, and off, while the device
// runs. The server is asked soon, and a request says of which channel the release is.
func TestConfigure(t *testing.T) {
	var on Config
	story(t, func(c *Config, _ *Options) { on, *c = *c, Config{} }, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		beta := release("1.4.0", 8)
		beta.Channel = "beta"
		r.publish("beta", beta)
		if s := r.after(time.Hour); s.Enabled || s.State != update.StateOff || r.count(update.ManifestFile) != 0 {
			t.Errorf("off: %+v", s)
		}
		r.Configure(on)
		if s := r.Update(); !s.Enabled || s.State != update.StateChecking {
			t.Errorf("at once: %+v", s)
		}
		if s := r.after(time.Second); s.Available != "1.3.0" || s.State != update.PhaseIdle || s.Channel != "stable" {
			t.Errorf("on: %+v", s)
		}
		asked := r.count(update.ManifestFile)
		if r.Configure(on); r.Update().Available != "1.3.0" || r.after(time.Second).Available != "1.3.0" ||
			r.count(update.ManifestFile) != asked {
			t.Errorf("the same: %+v, asked %d times more", r.Update(), r.count(update.ManifestFile)-asked)
		}
		on.Channel = "beta"
		if r.Configure(on); r.Update().Available != "" {
			t.Errorf("before the other channel is asked: %+v", r.Update())
		}
		if s := r.after(time.Second); s.Available != "1.4.0" || s.Channel != "beta" {
			t.Errorf("beta: %+v", s)
		}
		r.do(update.ActionInstall)
		if wish, err := update.ReadRequest(r.o.Dir); err != nil || wish.Channel != "beta" || wish.Version != "1.4.0" {
			t.Errorf("%+v, %v", wish, err)
		}
		r.helper(update.State{Phase: update.PhaseFailed, Target: "1.4.0"})
		r.after(2 * time.Minute)
		r.Configure(Config{})
		if s := r.after(time.Second); s.Enabled || s.Available != "" || s.State != update.StateOff {
			t.Errorf("off again: %+v", s)
		}
		if err := r.Do(update.ActionCheck); !errors.Is(err, update.ErrOff) {
			t.Error(err)
		}
	})
}

// TestConfigureQuietly: where nothing is asked by itself, switching asks nothing.
func TestConfigureQuietly(t *testing.T) {
	var on Config
	story(t, func(c *Config, _ *Options) { on, *c = *c, Config{} }, func(r *rig) {
		on.Automatic = Off
		r.publish("stable", release("1.3.0", 7))
		r.Configure(on)
		if s := r.after(time.Hour); !s.Enabled || s.State != update.PhaseIdle || r.count(update.ManifestFile) != 0 {
			t.Errorf("%+v, asked %d times", s, r.count(update.ManifestFile))
		}
	})
}

// TestNew: what is known from before is there at once, and the key is the packages' own
// unless another is named.
func TestNew(t *testing.T) {
	u := idle(t, update.State{Phase: update.PhaseDone, Previous: "1.1.0"})
	if s := u.Update(); s.State != update.PhaseDone || s.Previous != "1.1.0" {
		t.Errorf("%+v", s)
	}
	must.Equal(t, u.config().KeyFile, update.PublicKeyFile, "the key is in")
}

// TestSpreadAnew: a window that closes before it was this device's turn leaves no turn
// behind: a fleet must not begin at one moment when the next one opens.
func TestSpreadAnew(t *testing.T) {
	var open atomic.Bool
	open.Store(true)
	story(t, func(c *Config, o *Options) {
		c.Automatic, o.Window = Install, func(time.Time) bool { return open.Load() }
	}, func(r *rig) {
		r.publish("stable", release("1.3.0", 7))
		begin := func() time.Time {
			synctest.Wait()
			defer r.Update() // its lock orders this look before Run's next write
			return r.begin
		}
		for begin().IsZero() { // its first look at the release
			r.after(time.Second)
		}
		open.Store(false)
		if r.after(2 * slow); !begin().IsZero() {
			t.Errorf("its turn is still at %v", begin())
		}
	})
}
