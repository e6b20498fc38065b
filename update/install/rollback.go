// SPDX-License-Identifier: Apache-2.0

package install

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// errBack is returned where the kept version is the installed version: going back to it
// would condemn the version that runs.
var errBack = errors.New("install: the kept version is the installed version, and no older version is there")

// Rollback returns to the version before by hand, also after a trial that went
// well. It returns an error, and changes nothing, if no version is kept or that one runs
// already.
func (h *Helper) Rollback(ctx context.Context) error {
	unlock, err := h.lock()
	if err != nil {
		return err
	}
	defer unlock()
	d := h.disk()
	k, err := d.readKept()
	if err != nil {
		return err
	}
	m, found := d.readMark()
	if !found && d.installed(k) {
		return fmt.Errorf("%w (%s)", errBack, k.Version)
	}
	if !found {
		m = mark{From: k.Version, To: h.otherThan(ctx, k.Version), Snapshot: d.newestSnapshot(),
			Before: trial.Observation{Active: true}}
	}
	return h.refuse(ctx, m, update.ByHand)
}

// installed reports whether the kept version is the installed version. The files decide,
// not the state: somebody may have installed another version without it.
func (d disk) installed(k kept) bool {
	if k.Slot != "" {
		now, err := os.Readlink(d.path(slotLink))
		return err == nil && now == k.Slot
	}
	return d.untouched(k)
}

// otherThan returns which version is installed in place of the one that is kept, "" if
// nobody knows: dpkg and the state may both speak of an earlier one.
func (h *Helper) otherThan(ctx context.Context, kept string) string {
	d := h.disk()
	for _, version := range []string{d.readState().Installed, h.dpkg().installed(ctx)} {
		if version != kept && debianVersion(version) != debianVersion(kept) {
			return version
		}
	}
	return ""
}

// Previous is the program of the version before, which alone knows what it can read: it
// does each way back ("updater rollback").
const Previous = update.StateDir + "/" + previousDir + "/" + keptProgram

// backByRequest lets the version before come back, because somebody has asked the daemon.
func (h *Helper) backByRequest(ctx context.Context) error {
	_, err := h.System.Run(ctx, Previous, "updater", "rollback")
	return err
}

// newestSnapshot returns which copy of the daemon's data is the last one.
func (d disk) newestSnapshot() string {
	if _, err := os.Stat(d.home(previousDir, snapshotAtStop)); err == nil {
		return snapshotAtStop
	}
	return snapshotKept
}

// refuse rolls back a version, for good. The mark comes first: from then on every start
// of the machine goes on with the way back.
func (h *Helper) refuse(ctx context.Context, m mark, reason string) error {
	h.Log.Error("the new version is rolled back", "version", m.To, "to", m.From, "reason", reason)
	m.Stage, m.Reason, m.Starts = rollingBack, reason, 0
	if err := h.disk().writeMark(m); err != nil {
		return err
	}
	return h.rollBack(ctx, m)
}

// rollBack does the way back: the service is stopped; then the configuration and the
// daemon's data, which the new version could have read as they were, and the
// program last, so that no version ever starts with what only a later one
// understands, wherever the power fails. Every step may be repeated.
func (h *Helper) rollBack(ctx context.Context, m mark) error {
	d := h.disk()
	k, err := d.readKept()
	if err != nil {
		return err
	}
	whole := h.dpkg().whole(ctx)
	_ = d.changeState(func(s *update.State) { condemn(s, m.To) }) // on a full disk it fails here, but not below
	booting := os.Getenv(Booting) != ""
	if !booting {
		h.systemctl(ctx, "stop", service) // one that does not stop is killed
	}
	d.removeDownload() // the new version may have filled the disk
	err = h.restorer().restoreAll(m.Snapshot, k)
	h.systemctl(ctx, "daemon-reload")
	if m.Before.Active && !booting {
		_, startErr := h.System.Run(ctx, "systemctl", "start", "--no-block", service)
		err = errors.Join(err, startErr)
	}
	if err != nil {
		return err // the mark stays: again at the next start of the judge or the machine
	}
	d.removeRequest() // it may have outlived a power cut: it was for what has just been refused
	err = d.changeState(func(s *update.State) {
		condemn(s, m.To)
		s.Phase, s.Installed, s.Previous, s.Target, s.Error = update.PhaseRolledBack, k.Version, "", m.To, m.Reason
	})
	if err != nil {
		h.Log.Error("the device cannot be informed", "err", err)
	}
	if err := d.watchBack(m); err != nil {
		h.Log.Error("the return of the network cannot be watched", "err", err)
	}
	if !whole {
		if err := h.dpkg().askForMend(); err != nil {
			h.Log.Error("dpkg cannot complete by itself what it has begun", "err", err)
		}
	}
	return d.clearMark()
}

// watchBack ends the probation of the version that was taken back; if the network was the
// reason, the one of the version before begins.
func (d disk) watchBack(m mark) error {
	if !m.Network {
		return d.endProbation()
	}
	if err := d.cutPoint("probation"); err != nil {
		return err
	}
	return trial.Record{Version: m.To, From: m.From, Back: true, Before: m.Before}.Keep(d.home())
}

// condemn remembers that the version is not to be installed again.
func condemn(s *update.State, version string) {
	if version != "" && !slices.Contains(s.Bad, version) {
		s.Bad = append(s.Bad, version)
	}
}
