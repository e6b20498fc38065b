// SPDX-License-Identifier: Apache-2.0

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
	m, found := h.disk().readMark()
	if !found {
		return nil
	}
	if err := os.Setenv(Booting, "1"); err != nil {
		return err
	}
	m.Starts++
	if m.Stage == rollingBack {
		return h.rollBack(ctx, m)
	}
	if err := h.disk().writeMark(m); err != nil { // before whatever may end the machine
		return err
	}
	if m.Starts > maxStarts {
		return h.refuse(ctx, m, "the machine restarted again and again")
	}
	if m.Stage == installing {
		return h.completeInstallation(ctx, m)
	}
	if p := h.dpkg(); !p.whole(ctx) {
		p.configureAll(ctx) // the power failed when the trial had just begun
	}
	return nil
}

// has reports whether the package that was fetched is still there: it goes when its
// installation fails.
func (d disk) has(name string) bool {
	_, err := os.Stat(d.home(downloadDir, name))
	return err == nil
}

// completeInstallation completes an interrupted installation. dpkg can do that any
// number of times, and needs no network for it.
func (h *Helper) completeInstallation(ctx context.Context, m mark) error {
	d := h.disk()
	k, err := d.readKept()
	if err != nil {
		return err
	}
	if k.Slot != "" { // the other slot may be half full
		return errors.Join(d.pointTo(k.Slot), h.abandon(ctx, m, "the power failed"))
	}
	if d.untouched(k) && (m.Package == "" || !d.has(m.Package)) {
		return h.abandon(ctx, m, "the power failed")
	}
	if err := h.unpackAgain(ctx, m); err != nil {
		h.Log.Error("the installation cannot be completed", "err", err)
		return h.refuse(ctx, m, "it could not be installed")
	}
	return nil
}

// unpackAgain lets dpkg do its work from the package that was fetched, or complete what somebody else's apt has
// unpacked, and sees that the trial begins.
func (h *Helper) unpackAgain(ctx context.Context, m mark) error {
	args := []string{"--install", h.disk().home(downloadDir, m.Package)}
	if m.Package == "" {
		args = []string{"--configure", "ledpost"}
	}
	p := h.dpkg()
	if p.whole(ctx) && m.Package == "" {
		return h.Begin(ctx) // it was killed after dpkg's last word, and dpkg takes a second one for a fault
	}
	if _, err := p.run(ctx, args...); err != nil {
		return err
	}
	p.configureAll(ctx) // what apt was about to bring with it
	if now, found := h.disk().readMark(); !found || now.Stage != installing {
		return nil // the package's postinst has begun the trial
	}
	return h.Begin(ctx)
}
