// SPDX-License-Identifier: Apache-2.0

// Package install is the root side of updates: it installs what the signed
// manifest of a channel names, watches the new version for a minute, and goes
// back to the version before if that is not healthy. It runs as root, in
// "ledpost updater …", which the units in deploy/systemd start.
//
// The version that worked does all of it; the one on trial only has to run. Before an
// update, [Helper.Keep] copies the installed program, with what belongs to it, into a
// folder of root's, and it is this copy that judges and restores. A mark on the disk
// says how far the update is. It is written when all copies are on the disk, and
// removed when all is over; every step can be repeated, so that [Helper.Boot] goes on
// wherever a power cut has ended the last one.
//
// The steps, each a file: verify the manifest, download the package or let apt do it,
// keep the version before, install by dpkg or into a slot, try the new version, judge
// it, and in the end accept it or roll back, where the data is restored before the
// program. A disk is what they all change, and the mark says which of them a power cut
// has interrupted.
//
// Between versions these must not change: the folder's layout as far as
// "previous/ledpost updater begin|judge|boot|rollback" in units and maintainer
// scripts is concerned, and the name of the mark (docs/adr/0021).
package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// Install does what the request in the daemon's directory asks for, and removes
// it when that is done or has failed: after a power cut before the installation
// it begins again. It returns when the trial has begun.
func (h *Helper) Install(ctx context.Context) error {
	unlock, err := h.lock()
	if err != nil {
		return err
	}
	defer unlock()
	d := h.disk()
	defer d.removeRequest()
	if asked, err := h.prove(); asked {
		return err
	}
	wish, err := update.ReadRequest(d.path(h.Data))
	if err == nil && wish.Action == update.Back {
		d.removeRequest()
		unlock() // the version before takes the lock
		return h.backByRequest(ctx)
	}
	if m, found := d.readMark(); found {
		return h.unfinished(ctx, m)
	}
	h.dpkg().mend(ctx)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	d.removeLeftovers()
	if err == nil {
		err = h.fulfil(ctx, wish)
	}
	if err == nil {
		return nil
	}
	// Whatever has set a mark or gone back has told the state already.
	if _, found := d.readMark(); !found && d.readState().Phase != update.PhaseRolledBack {
		d.removeDownload()
		err = errors.Join(err, d.changeState(func(s *update.State) {
			s.Phase, s.Target, s.Error = update.PhaseFailed, wish.Version, update.Plain(err)
		}))
	}
	return err
}

// removeRequest removes the daemon's request.
func (d disk) removeRequest() {
	if d.cutPoint("request") != nil {
		return
	}
	if err := os.Remove(filepath.Join(d.path(d.data), update.RequestFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.log.Error("the request cannot be removed", "err", err)
	}
}

// unfinished goes on with an installation whose helper, or somebody's dpkg, was killed.
func (h *Helper) unfinished(ctx context.Context, m mark) error {
	switch {
	case m.Stage == installing && (m.Package != "" || !h.dpkg().busy()):
		return h.completeInstallation(ctx, m)
	case m.Stage == trying:
		h.dpkg().mend(ctx)
	}
	return fmt.Errorf("install: an update to %s has not ended", m.To)
}

// fulfil does the steps of an installation: verify, fetch, keep, install, try. If
// nothing was changed when it fails, there is no mark.
func (h *Helper) fulfil(ctx context.Context, wish update.Request) error {
	d := h.disk()
	before := h.Watcher.Look(ctx)
	if err := d.changeState(func(s *update.State) {
		s.Phase, s.Target, s.Error, s.Installed = update.PhaseDownloading, wish.Version, "", h.Version
	}); err != nil {
		return err
	}
	m, err := h.verify(ctx, wish)
	if err != nil {
		return err
	}
	// The counter is remembered before anything is fetched: from here on no older
	// manifest is taken, however this update ends.
	if err := d.changeState(func(s *update.State) { s.Counter = max(s.Counter, m.Counter) }); err != nil {
		return err
	}
	if m.Version == h.Version {
		return d.changeState(func(s *update.State) { s.Phase = update.PhaseDone })
	}
	file, way, err := h.way(ctx, m, wish)
	if err != nil {
		return err
	}
	if err := way.fetch(ctx, file); err != nil {
		return err
	}
	// The download was long enough to see whether frames advance, and how late they are.
	now := h.Watcher.Look(ctx).Lasting(before)
	now.Pictures = trial.Pictures(ctx, h.Watcher)
	moving := now.Frames > before.Frames && before.Frames >= 0
	if err := d.changeState(func(s *update.State) { s.Phase = update.PhaseInstalling }); err != nil {
		return err
	}
	if err := h.keeper().keep(
		mark{To: m.Version, Package: file.Name, Before: now, Moving: moving, Proof: h.hasUpdater(ctx)}); err != nil {
		return err
	}
	if err := way.install(ctx, file); err != nil {
		return h.failed(ctx, err)
	}
	if err := h.Begin(ctx); err != nil { // does nothing if the package has
		return err
	}
	if d.readState().Phase != update.PhaseInstalling {
		return nil
	}
	// The package's preinst has taken the mark away: it could not keep anything, and nobody judges.
	return d.changeState(func(s *update.State) { s.Phase, s.Installed, s.Previous = update.PhaseDone, m.Version, "" })
}

// failed goes back from an installation that did not succeed. A version whose
// files were never there is not to blame.
func (h *Helper) failed(ctx context.Context, cause error) error {
	d := h.disk()
	m, found := d.readMark()
	if !found {
		return cause // the package's own scripts have undone it
	}
	if m.Stage != installing {
		return cause // Judge decides
	}
	if h.dpkg().status(ctx) == halfInstalled { // it was killed: what fails by itself, it undoes
		if err := h.unpackAgain(ctx, m); err == nil {
			return nil
		}
	}
	d.removeDownload()
	if k, err := d.readKept(); err == nil && k.Slot != "" {
		return errors.Join(cause, d.pointTo(k.Slot), h.abandon(ctx, m, update.Plain(cause)))
	} else if err == nil && d.untouched(k) {
		return errors.Join(cause, h.abandon(ctx, m, update.Plain(cause)))
	}
	return errors.Join(cause, h.refuse(ctx, m, "it could not be installed: "+update.Plain(cause)))
}

// removeDownload removes the package of an installation that has failed: on a full
// disk, the report of the failure needs its room.
func (d disk) removeDownload() {
	if d.cutPoint("download") == nil {
		_ = os.RemoveAll(d.home(downloadDir))
	}
}

// abandon ends an update that has changed nothing, but perhaps what dpkg remembers.
func (h *Helper) abandon(ctx context.Context, m mark, why string) error {
	d := h.disk()
	if err := d.changeState(func(s *update.State) {
		s.Phase, s.Target, s.Error = update.PhaseFailed, m.To, why
	}); err != nil {
		return err
	}
	if p := h.dpkg(); !p.whole(ctx) {
		if err := p.askForMend(); err != nil {
			return err
		}
	}
	return d.clearMark()
}

// A way is how a version gets onto this machine.
type way interface {
	// fetch puts the file into downloadDir, and returns nil only if it is the one that
	// the manifest names.
	fetch(context.Context, update.File) error
	// install puts the fetched file's content where the program is started from.
	install(context.Context, update.File) error
}

// way returns the way of this machine, and the file of m, which wish asks for, that it needs.
func (h *Helper) way(ctx context.Context, m update.Manifest, wish update.Request) (update.File, way, error) {
	d := h.disk()
	get := download{d, h.Source.For(wish)}
	if _, err := os.Readlink(d.path(slotLink)); err == nil {
		f, err := m.File("", ".tar.gz")
		return f, slots{get}, err
	}
	arch, err := h.System.Run(ctx, "dpkg", "--print-architecture")
	if err != nil {
		return update.File{}, nil, err
	}
	f, err := m.File(strings.TrimSpace(arch), ".deb")
	return f, &aptPackage{download: get, dpkg: h.dpkg(), version: debianVersion(m.Version)}, err
}
