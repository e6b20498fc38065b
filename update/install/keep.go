// SPDX-License-Identifier: Apache-2.0

package install

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/pause"
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
		if !pause.For(ctx, time.Second) {
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

// Snapshot copies the daemon's data in place of the copy that was there. It and
// Restore are for an installation that is replaced as a whole by a separate
// helper (package update/gokrazy), which stops the daemon before either. If it returns
// an error, there is no copy.
func (h *Helper) Snapshot(context.Context) error {
	d := h.disk()
	if err := d.cutPoint("snapshot"); err != nil {
		return err
	}
	err := errors.Join(os.RemoveAll(d.home(previousDir)), os.RemoveAll(d.home(refusedDir)))
	if err == nil {
		err = d.copyTree(h.Data, snapshotKept)
	}
	d.copyCache()
	if err == nil {
		err = syncAll(d.home())
	}
	if err != nil {
		_ = os.RemoveAll(d.home(previousDir)) // on a full disk, the room is the daemon's
		return fmt.Errorf("install: the data cannot be copied: %w", err)
	}
	return nil
}

// Restore makes the daemon's data what this version, the version of the copy, can
// read: see [Helper.Judge] for what a rollback keeps. Without a copy it does nothing.
// It may be repeated.
func (h *Helper) Restore(context.Context) error {
	d := h.disk()
	if _, err := os.Stat(d.home(previousDir, snapshotKept)); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("install: the copy of the data cannot be read: %w", err)
	}
	return errors.Join(h.restorer().restoreData(snapshotKept), syncAll(d.path(h.Data)))
}

// Folders in the folder of the previous version.
const (
	keptProgram    = "ledpost"      // a copy of the program, which judges and restores
	keptFiles      = "files"        // of the package, by their paths
	keptConfig     = "config"       // of the administrator
	configBegun    = "config-begun" // the same, when the new version had just been installed
	cacheKept      = "cache"        // the gallery's icons
	snapshotKept   = "state"        // the daemon's data when the copy was made
	snapshotAtStop = "state-at-stop"
	keptList       = "kept.json"
)

// KeptConfig is the copy of the administrator's configuration file, from the version
// before.
const KeptConfig = update.StateDir + "/" + previousDir + "/" + keptConfig + "/config.toml"

// kept lists the kept parts of the version before.
type kept struct {
	Version string            `json:"version"`
	Files   map[string]string `json:"files"`          // SHA-256 of the installed files, by path
	Slot    string            `json:"slot,omitempty"` // where the link to the current slot led; "" = a package
}

// writeKept writes the list; it is on the disk after a sync.
func (d disk) writeKept(k kept) error {
	text, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(d.home(previousDir, keptList), text, 0o600)
}

// readKept returns the list of kept parts.
func (d disk) readKept() (k kept, err error) {
	text, err := os.ReadFile(d.home(previousDir, keptList))
	if err == nil {
		err = json.Unmarshal(text, &k)
	}
	if err != nil {
		return kept{}, fmt.Errorf("install: no version before this one is kept: %w", err)
	}
	return k, nil
}

// untouched reports whether all installed files are those that were kept.
func (d disk) untouched(k kept) bool {
	root, err := os.OpenRoot(d.path("/"))
	if err != nil {
		return false
	}
	defer root.Close()
	for path, hash := range k.Files {
		if is, err := sum(root, strings.TrimPrefix(path, "/")); err != nil || is != hash {
			return false
		}
	}
	return true
}
