// SPDX-License-Identifier: Apache-2.0

package install

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/ledpost/ledpost/update"
)

// Names in the helper's directory, [update.StateDir].
const (
	previousDir = "previous" // the version before, see Keep
	downloadDir = "download" // the package that is being installed
	refusedDir  = "refused"  // files of the version that was rolled back, in place of which older ones came
)

// A disk is what an update changes: the files of the machine below root, and among them
// the helper's own directory with the state and the mark. All steps share it.
type disk struct {
	root string // "/", except in tests
	data string // directory of the daemon, which may be hostile
	log  *slog.Logger
	now  func() time.Time
	cut  func(what string) error // see cutPoint; nil = the power stays
	left func(path string) int64 // see free; nil = freeBytes
}

// path returns where a file of the machine is.
func (d disk) path(p string) string { return filepath.Join(d.root, p) }

// home returns the path of a file in the helper's directory.
func (d disk) home(elem ...string) string {
	return filepath.Join(append([]string{d.root, update.StateDir}, elem...)...)
}

// cutPoint stands before each change of the disk: a test ends the power there, and what
// has happened until then is what the next start finds. On a device it is always nil.
func (d disk) cutPoint(what string) error {
	if d.cut == nil {
		return nil
	}
	return d.cut(what)
}

// readState reads the state. One that cannot be read is as none: its counter is lost
// with it, and an update that is due must not depend on it.
func (d disk) readState() update.State {
	s, err := update.ReadState(d.home())
	if err != nil {
		d.log.Error("the state of updates cannot be read", "err", err)
	}
	return s
}

// changeState changes the state that the daemon reads.
func (d disk) changeState(change func(*update.State)) error {
	s := d.readState()
	was := s.Phase
	change(&s)
	if s.Phase != was {
		s.Since, s.Progress = d.now().UTC(), 0
	}
	if s.Phase == update.PhaseDone {
		s.Progress = 100
	}
	if err := d.cutPoint("state"); err != nil {
		return err
	}
	return update.WriteState(d.home(), s)
}

// sync waits until the configuration, the data and the program are on their disks.
func (d disk) sync() error {
	return errors.Join(syncAll(d.path(ConfigDir)), syncAll(d.path(d.data)), syncAll(d.path("/")))
}

// removeLeftovers removes what earlier updates have left, if none is going on.
func (d disk) removeLeftovers() {
	if _, found := d.readMark(); !found {
		_ = os.RemoveAll(d.home(downloadDir))
		_ = os.RemoveAll(d.home(refusedDir))
		_ = os.RemoveAll(d.home(proofDir))
	}
}
