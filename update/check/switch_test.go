// SPDX-License-Identifier: Apache-2.0

package check

import (
	"errors"
	"testing"
	"time"

	"github.com/ledpost/ledpost/update"
)

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
		if r.Configure(on); r.Update().Available != "1.3.0" || r.after(time.Second).Available != "1.3.0" || r.count(update.ManifestFile) != asked {
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
