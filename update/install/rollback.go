package install

import (
	"context"
	"errors"
	"os"

	"github.com/ledpost/ledpost/update"
)

// Rollback returns to the version before by hand, also after a trial that went
// well. It returns an error if no version is kept.
func (h *Helper) Rollback(ctx context.Context) error {
	unlock, err := h.lock()
	if err != nil {
		return err
	}
	defer unlock()
	k, err := h.readKept()
	if err != nil {
		return err
	}
	m, found := h.readMark()
	if !found {
		m = mark{From: k.Version, To: h.told().Installed, Snapshot: h.newestSnapshot(), Before: Sight{Active: true}}
	}
	return h.refuse(ctx, m, "by hand")
}

// sync waits until the configuration, the data and the program are on their disks.
func (h *Helper) sync() error {
	return errors.Join(syncAll(h.path(configDir)), syncAll(h.path(h.Data)), syncAll(h.path("/")))
}

// newestSnapshot returns which copy of the daemon's data is the last one.
func (h *Helper) newestSnapshot() string {
	if _, err := os.Stat(h.home(previousDir, snapshotAtStop)); err == nil {
		return snapshotAtStop
	}
	return snapshotKept
}

// restore goes back: the service is stopped; then the configuration and the
// daemon's data, which the new version could have read as they were, and the
// program last, so that no version ever starts with what only a later one
// understands, wherever the power fails. Every step may be repeated.
func (h *Helper) restore(ctx context.Context, m mark) error {
	k, err := h.readKept()
	if err != nil {
		return err
	}
	_ = h.tell(func(s *update.State) { condemn(s, m.To) }) // on a full disk it fails here, but not below
	booting := os.Getenv(Booting) != ""
	if !booting {
		_, _ = h.System.Run(ctx, "systemctl", "stop", service) // one that does not stop is killed
	}
	_ = os.RemoveAll(h.home(downloadDir)) // a disk that the new version has filled
	err = errors.Join(h.restoreConfig(), h.restoreData(m.Snapshot), h.sync(), h.restoreProgram(k), h.sync())
	_, _ = h.System.Run(ctx, "systemctl", "daemon-reload")
	if m.Before.Active && !booting {
		_, startErr := h.System.Run(ctx, "systemctl", "start", "--no-block", service)
		err = errors.Join(err, startErr)
	}
	if err != nil {
		return err // the mark stays: again at the next start of the judge or the machine
	}
	h.removeRequest() // it may have outlived a power cut: it was for what has just been refused
	err = h.tell(func(s *update.State) {
		condemn(s, m.To)
		s.Phase, s.Installed, s.Target, s.Error = update.PhaseRolledBack, k.Version, m.To, m.Reason
	})
	if err != nil {
		h.Log.Error("the daemon cannot be informed", "err", err)
	}
	return h.clearMark()
}
