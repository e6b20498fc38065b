// SPDX-License-Identifier: Apache-2.0

package install

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/update/trial"
)

// MarkFile is the name of the mark in the helper's directory. Units and
// maintainer scripts ask whether it is there, and nothing else of it.
const MarkFile = "mark.json"

const maxMark = 64 << 10 // bytes

// stage is how far an update has come.
type stage string

// Stages in which a power cut leaves work to do.
const (
	installing  stage = "installing"   // files of the old and the new version may be mixed
	trying      stage = "trial"        // the new version runs
	rollingBack stage = "rolling back" // files are being restored
)

// mark is what has to be known at the next start. While it exists, the folder
// of the previous version is complete.
type mark struct {
	Stage stage  `json:"stage"`
	From  string `json:"from"`         // version that is kept
	To    string `json:"to,omitempty"` // version on trial; "" = not known yet, somebody else runs apt
	// name of the verified file in downloadDir; "" = somebody else has it
	Package  string            `json:"package,omitempty"`
	Snapshot string            `json:"snapshot"`          // folder with the daemon's data in previousDir
	Starts   int               `json:"starts"`            // of the machine in this stage
	Reason   string            `json:"reason,omitempty"`  // for rolling back
	Before   trial.Observation `json:"before"`            // how the daemon was
	Network  bool              `json:"network,omitempty"` // the reason is the network, see trial.Verdict
	Moving   bool              `json:"moving"`            // whether its frames advanced
	Proof    bool              `json:"proof,omitempty"`   // whether the new version has to prove its updater
}

// readMark returns the mark, and whether there is one. One that cannot be read
// counts as one for rolling back: nothing else is safe.
func (d disk) readMark() (m mark, found bool) {
	text, err := bounded.ReadFile(d.home(MarkFile), maxMark)
	if errors.Is(err, fs.ErrNotExist) {
		return mark{}, false
	}
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		d.log.Error("the mark of an update cannot be read", "err", err)
		return mark{Stage: rollingBack, Snapshot: snapshotKept, Reason: "its mark cannot be read",
			Before: trial.Observation{Active: true}}, true
	}
	return m, true
}

// writeMark replaces the mark and waits until it is on the disk.
func (d disk) writeMark(m mark) error {
	if err := d.cutPoint("mark " + string(m.Stage)); err != nil {
		return err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("install: %w", err)
	}
	if err := durable.Replace(d.home(MarkFile), append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	return nil
}

// clearMark removes the mark: the update is over.
func (d disk) clearMark() error {
	if err := d.cutPoint("no mark"); err != nil {
		return err
	}
	if err := os.Remove(d.home(MarkFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("install: %w", err)
	}
	return syncDir(d.home()) // else a power cut brings the mark back, and a version that stays is judged again
}

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
