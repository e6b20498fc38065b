// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/config"
)

// Rename keeps another name of the device in the configuration of the page, without a
// trial, and tells it to whoever says it to others, without another start.
func (t *trial) Rename(name string) error {
	t.disk.Lock()
	defer t.disk.Unlock()
	if t.running || t.leaving || t.kept.Waits() {
		return rest.ErrTrial
	}
	next := config.Settled(t.own, name, "")
	cfg, _, err := t.layers.Load(next) // what cannot be used was said at the start
	switch {
	case err != nil:
		return err
	case cfg.Name != name:
		return live.Locked("name")
	}
	if err := t.put(next); err != nil {
		return err
	}
	t.renamed(name)
	return nil
}

// names is called at each start: renamed tells another name of the device.
func (t *trial) names(renamed func(string)) {
	t.disk.Lock()
	defer t.disk.Unlock()
	t.renamed = renamed
}

// rename gives the device another name, and all that announces it.
func (a *appliance) rename(ctx context.Context) func(name string) {
	return func(name string) {
		a.ways.Rename(name)
		if err := a.device.Rename(ctx, name); err != nil {
			a.Log.Debug("the device ends, and has its new name from the next start on", "err", err)
		}
	}
}
