// SPDX-License-Identifier: Apache-2.0

package install

import (
	"context"
	"errors"
	"os"

	"github.com/ledpost/ledpost/update"
)

// Booting is the variable of the environment by which a maintainer script's
// "updater begin" knows that it runs in the course of Boot, where the service
// is about to be started anyway and must not be stopped.
const Booting = "LEDPOST_UPDATER_BOOT"

// Begin begins the trial of the version that was just installed. Between the
// last moment of the old version and the first of the new one it takes a copy of
// the daemon's data: all that the old version has saved, and nothing that it
// could not read. The package's postinst calls it. Without a mark it does
// nothing.
func (h *Helper) Begin(ctx context.Context) error {
	d := h.disk()
	m, found := d.readMark()
	if !found || m.Stage != installing {
		return nil
	}
	booting := os.Getenv(Booting) != ""
	if !booting {
		h.systemctl(ctx, "stop", service) // one that does not stop is killed
	}
	if err := d.cutPoint("snapshot"); err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(d.home(previousDir, snapshotAtStop)), d.keepBegun()); err != nil {
		return err
	}
	if err := d.copyTree(h.Data, snapshotAtStop); err != nil {
		h.Log.Warn("the copy of the state dates from before the installation", "err", err)
	} else if err := syncAll(d.home()); err != nil {
		return err
	} else {
		m.Snapshot = snapshotAtStop
	}
	if m.To == "" {
		m.To = h.dpkg().installed(ctx)
	}
	return h.try(ctx, m, booting)
}

// keepBegun copies the administrator's folder as the installation has left it: what differs
// from it later was edited. A copy that is not whole would tell edits where there are none.
func (d disk) keepBegun() error {
	err := os.RemoveAll(d.home(previousDir, configBegun))
	if err != nil {
		return err
	}
	if err := d.copyTree(ConfigDir, configBegun); err != nil {
		d.log.Warn("the configuration as installed cannot be copied", "err", err)
		return os.RemoveAll(d.home(previousDir, configBegun))
	}
	return nil
}

// try starts the new version, and who judges it.
func (h *Helper) try(ctx context.Context, m mark, booting bool) error {
	m.Stage, m.Starts = trying, 0
	if !m.Before.Active {
		return h.accept(m) // it was switched off: there is nothing to judge
	}
	if err := h.disk().writeMark(m); err != nil {
		return err
	}
	if err := h.disk().changeState(func(s *update.State) {
		s.Phase, s.Target, s.Error = update.PhaseTrial, m.To, ""
	}); err != nil {
		h.Log.Error("the device cannot be informed", "err", err)
	}
	if booting {
		return nil // both are started with the machine
	}
	_, err := h.System.Run(ctx, "systemctl", "start", "--no-block", service)
	_, judgeErr := h.System.Run(ctx, "systemctl", "restart", "--no-block", judgeUnit)
	return errors.Join(err, judgeErr)
}
