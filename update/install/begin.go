package install

import (
	"context"
	"errors"
	"os"
	"strings"

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
	m, found := h.readMark()
	if !found || m.Stage != installing {
		return nil
	}
	booting := os.Getenv(Booting) != ""
	if !booting {
		_, _ = h.System.Run(ctx, "systemctl", "stop", service) // one that does not stop is killed
	}
	if err := h.may("snapshot"); err != nil {
		return err
	}
	if err := os.RemoveAll(h.home(previousDir, snapshotAtStop)); err != nil {
		return err
	}
	if err := h.copyTree(h.Data, snapshotAtStop); err != nil {
		h.Log.Warn("the copy of the state is the one from before the installation", "err", err)
	} else if err := syncAll(h.home()); err != nil {
		return err
	} else {
		m.Snapshot = snapshotAtStop
	}
	if m.To == "" {
		m.To = h.packageVersion(ctx)
	}
	return h.try(ctx, m, booting)
}

// try starts the new version, and who judges it.
func (h *Helper) try(ctx context.Context, m mark, booting bool) error {
	m.Stage, m.Starts = trying, 0
	if !m.Before.Active {
		return h.accept(m) // it was switched off: there is nothing to judge
	}
	if err := h.writeMark(m); err != nil {
		return err
	}
	if err := h.tell(func(s *update.State) { s.Phase, s.Target, s.Error = update.PhaseTrial, m.To, "" }); err != nil {
		h.Log.Error("the daemon cannot be informed", "err", err)
	}
	if booting {
		return nil // both are started with the machine
	}
	_, err := h.System.Run(ctx, "systemctl", "start", "--no-block", service)
	_, judgeErr := h.System.Run(ctx, "systemctl", "restart", "--no-block", judgeUnit)
	return errors.Join(err, judgeErr)
}

// packageVersion returns the version that dpkg says is installed.
func (h *Helper) packageVersion(ctx context.Context) string {
	out, err := h.System.Run(ctx, "dpkg-query", "--show", "--showformat=${Version}", "ledpost")
	if err != nil {
		h.Log.Warn("dpkg does not say which version is installed", "err", err)
	}
	return strings.TrimSpace(out)
}
