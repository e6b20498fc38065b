// SPDX-License-Identifier: Apache-2.0

package install

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/google/renameio/v2"

	"github.com/ledpost/ledpost/internal/bounded"
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
	Stage    stage             `json:"stage"`
	From     string            `json:"from"`              // version that is kept
	To       string            `json:"to,omitempty"`      // version on trial; "" = not known yet, somebody else runs apt
	Package  string            `json:"package,omitempty"` // name of the verified file in downloadDir; "" = somebody else has it
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
		return mark{Stage: rollingBack, Snapshot: snapshotKept, Reason: "its mark cannot be read", Before: trial.Observation{Active: true}}, true
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
	if err := renameio.WriteFile(d.home(MarkFile), append(text, '\n'), 0o600, renameio.WithTempDir(d.home())); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	return syncDir(d.home())
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
