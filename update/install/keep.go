// SPDX-License-Identifier: Apache-2.0

package install

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// restoreTime is how long a rollback may take that works.
const restoreTime = time.Minute

// Keep copies the installed version, the configuration and the daemon's data into the
// folder of the previous version, and then sets the mark: from now on a start of the
// machine goes on with the update, or back. The package's prerm and preinst call it too, for
// whoever runs apt by hand. While there is a mark it copies nothing: the installed
// version is not the proven one then. A version that is installed over a trial gets its own
// mark; a version over a rollback waits for its end.
func (h *Helper) Keep(ctx context.Context) error {
	m, found, err := h.settled(ctx)
	if err != nil {
		return err
	}
	if found && m.Stage != trying {
		return nil // it is kept already
	}
	now := h.Watcher.Look(ctx)
	now.Pictures = trial.Pictures(ctx, h.Watcher)
	if !found {
		if err := h.disk().keepManifest(nil, nil); err != nil { // an earlier update's is not this one's
			return err
		}
		return h.keeper().keep(mark{Before: now, Proof: h.hasUpdater(ctx)})
	}
	m.Stage, m.Starts, m.To, m.Package = installing, 0, "", ""
	m.Before.Active = now.Active
	return h.disk().writeMark(m)
}

// settled returns the mark when no rollback has it. Another process rolls back, and holds
// no lock while apt waits for this process: so it looks every second.
func (h *Helper) settled(ctx context.Context) (m mark, found bool, err error) {
	for range restoreTime / time.Second {
		if m, found = h.disk().readMark(); !found || m.Stage != rollingBack {
			return m, found, nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return m, found, ctx.Err()
		}
	}
	return m, found, fmt.Errorf("install: the return to %s has not ended", m.From)
}

// A keeper copies the installed version into the folder of the previous one.
type keeper struct {
	disk
	version string // that is installed
}

// keep copies everything and then sets the mark, which says that the copies are whole:
// not before they are on the disk.
func (k keeper) keep(m mark) error {
	if err := k.cutPoint("keep"); err != nil {
		return err
	}
	// Before the copies go: nobody may want to go back to them from now on.
	if err := errors.Join(k.endProbation(), os.RemoveAll(k.home(previousDir))); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	if k.readState().Previous != "" {
		_ = k.changeState(func(s *update.State) { s.Previous = "" }) // a kindness: the way back says so itself
	}
	if err := os.MkdirAll(k.home(previousDir), 0o700); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	list := kept{Version: k.version, Files: map[string]string{}}
	err := errors.Join(k.keepProgram(&list), k.copyTree(ConfigDir, keptConfig), k.copyTree(k.data, snapshotKept))
	if err == nil {
		err = k.writeKept(list)
	}
	k.copyCache()
	if err == nil {
		err = syncAll(k.home())
	}
	if err != nil {
		return fmt.Errorf("install: the installed version cannot be kept: %w", err)
	}
	m.Stage, m.From, m.Snapshot = installing, k.version, snapshotKept
	if err := k.writeMark(m); err != nil {
		return err
	}
	_ = os.Remove(k.home(MendFile)) // dpkg is at work again, and the mark is what a start goes on with
	return nil
}

// keepProgram copies the installed files, and the program once more where units
// find it whatever kind the installation is.
func (k keeper) keepProgram(list *kept) error {
	paths, program, err := k.installed(list)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(k.path("/"))
	if err != nil {
		return err
	}
	defer root.Close()
	to, err := os.OpenRoot(k.home(previousDir))
	if err != nil {
		return err
	}
	defer to.Close()
	for _, path := range paths {
		name := strings.TrimPrefix(path, "/")
		if err := to.MkdirAll(filepath.Join(keptFiles, filepath.Dir(name)), 0o700); err != nil {
			return err
		}
		if err := copyPlain(to, filepath.Join(keptFiles, name), root, name); err != nil {
			return err
		}
		if list.Files[path], err = sum(to, filepath.Join(keptFiles, name)); err != nil {
			return err
		}
	}
	return copyPlain(to, keptProgram, root, strings.TrimPrefix(program, "/"))
}

// installed returns the files that make up the installed version, and the path
// of its program.
func (k keeper) installed(list *kept) (paths []string, program string, err error) {
	if slot, err := os.Readlink(k.path(slotLink)); err == nil {
		list.Slot = slot
		return nil, filepath.Join(slotsDir, slot, "ledpost"), nil
	}
	paths, err = k.packaged()
	return paths, "/usr/bin/ledpost", err
}
