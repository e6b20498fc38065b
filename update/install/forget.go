// SPDX-License-Identifier: Apache-2.0

package install

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/ledpost/ledpost/internal/forget"
	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/update"
)

// forgetTime is how long Forget waits for another step to end.
const forgetTime = 20 * time.Second

// errUnended is returned by Forget where the files of two versions may be mixed.
var errUnended = errors.New("install: an update has not ended; what it needs is forgotten afterwards")

// Forget is the part of a factory reset that concerns updates: the version before goes, with
// all that was kept of the daemon's data and of the administrator's folder, and so do the
// trial, the probation and the refused versions. Nobody can go back to anything. The version that
// runs stays, and so does the counter. It may be repeated.
func (h *Helper) Forget(ctx context.Context) error {
	d := h.disk()
	if _, err := os.Stat(d.home()); errors.Is(err, os.ErrNotExist) {
		return nil // there was no update
	}
	if d.mixed() {
		return errUnended
	}
	if _, found := d.readMark(); !found && d.readState().Phase == update.PhaseDownloading {
		h.systemctl(ctx, "stop", updateUnit) // nothing is installed yet
	}
	h.systemctl(ctx, "stop", judgeUnit)
	unlock, err := h.tryLock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if d.mixed() { // the judge had begun to go back, or apt to install
		h.systemctl(ctx, "start", "--no-block", judgeUnit)
		return errUnended
	}
	// The right to go back ends first.
	if err := errors.Join(d.endProbation(), d.clearMark()); err != nil {
		return err
	}
	keep := map[string]forget.Rule{update.StateFile: update.Stays, lockFile: nil}
	return forget.Tree{Dir: d.home(), Keep: keep, Cut: d.cut}.Forget()
}

// mixed reports whether a start of the machine has an installation to complete or to take
// back.
func (d disk) mixed() bool {
	m, found := d.readMark()
	return found && m.Stage != trying
}

// tryLock is lock, for a while.
func (h *Helper) tryLock(ctx context.Context) (unlock func(), err error) {
	f, err := os.OpenFile(h.disk().home(lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("install: %w", err)
	}
	for began := time.Now(); ; {
		if err = flock(f, false); err == nil {
			return func() { f.Close() }, nil
		}
		if time.Since(began) > forgetTime {
			f.Close()
			return nil, errUnended
		}
		if !pause.For(ctx, 100*time.Millisecond) {
			f.Close()
			return nil, ctx.Err()
		}
	}
}
