package install

import (
	"context"
	"errors"
	"os"
)

// maxStarts is how often the machine may start in one stage of an update. More
// than that, and the stage itself is what ends it.
const maxStarts = 2

// Boot goes on with an update that a power cut has interrupted. It runs before
// the service is started, and returns soon: the trial itself is Judge's.
func (h *Helper) Boot(ctx context.Context) error {
	m, found := h.readMark()
	if !found {
		return nil
	}
	if err := os.Setenv(Booting, "1"); err != nil {
		return err
	}
	m.Starts++
	if m.Stage == rollingBack {
		return h.restore(ctx, m)
	}
	if err := h.writeMark(m); err != nil { // before whatever may end the machine
		return err
	}
	if m.Starts > maxStarts {
		return h.refuse(ctx, m, "the machine was started again and again")
	}
	if m.Stage == installing {
		return h.goOn(ctx, m)
	}
	return nil
}

// goOn completes an interrupted installation. dpkg can do that any number of
// times, and needs no network for it.
func (h *Helper) goOn(ctx context.Context, m mark) error {
	k, err := h.readKept()
	if err != nil {
		return err
	}
	if k.Slot != "" { // the other slot may be half full
		return errors.Join(h.pointTo(k.Slot), h.abandon(m, "the power failed"))
	}
	if m.Package == "" && h.untouched(k) {
		return h.abandon(m, "the power failed")
	}
	args := []string{"--install", h.home(downloadDir, m.Package)}
	if m.Package == "" {
		args = []string{"--configure", "ledpost"}
	}
	if _, err := h.dpkg(ctx, args...); err != nil {
		h.Log.Error("the installation cannot be completed", "err", err)
		return h.refuse(ctx, m, "it could not be installed")
	}
	h.configureAll(ctx) // what apt was about to bring with it
	if now, found := h.readMark(); !found || now.Stage != installing {
		return nil // the package's postinst has begun the trial
	}
	return h.Begin(ctx)
}

// clean removes what earlier updates have left.
func (h *Helper) clean() {
	if _, found := h.readMark(); !found {
		_ = os.RemoveAll(h.home(downloadDir))
		_ = os.RemoveAll(h.home(refusedDir))
	}
}
