// SPDX-License-Identifier: Apache-2.0

package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

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
