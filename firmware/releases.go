// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/update/check"
)

// releases lets clients say which releases are looked for.
type releases struct {
	*check.Updater
	trial *trial
}

// Switch keeps the wish in the configuration of the page, without a trial, and goes on
// with it without another start.
func (r releases) Switch(want live.Releases) error {
	cfg, err := r.trial.switchUpdates(want)
	if err == nil {
		r.Configure(cfg)
	}
	return err
}

// switchUpdates adds the wish to the good configuration, which it returns.
func (t *trial) switchUpdates(want live.Releases) (check.Config, error) {
	t.disk.Lock()
	defer t.disk.Unlock()
	if t.running || t.leaving || t.kept.Waits() {
		return check.Config{}, rest.ErrTrial
	}
	next, err := config.WithUpdate(t.own, want.Enabled, want.Channel)
	if err != nil {
		return check.Config{}, live.BadConfiguration(err)
	}
	cfg, _, err := t.layers.Load(next) // what cannot be used was said at the start
	u := cfg.Update
	switch {
	case err != nil:
		return check.Config{}, err
	case want.Enabled != nil && u.Chosen() != *want.Enabled:
		return check.Config{}, live.Locked("enabled")
	case want.Channel != "" && u.Channel != want.Channel:
		return check.Config{}, live.Locked("channel")
	}
	return u.Config, t.put(next)
}
