// SPDX-License-Identifier: Apache-2.0

package update

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// StateDir is the directory of the root helper: only root writes there, and
// everybody may read the state.
const StateDir = "/var/lib/ledpost-update"

// StateFile is the name of the state's file in it.
const StateFile = "state.json"

// After a way back, one of these files in the daemon's directory has the settings that are
// not in force, in the form of package device/store.
const (
	SettingsLeft = "settings-left.json" // of the version that was left; in force are those from before the update
	// from before the update; in force are the settings of the version that was left
	SettingsBefore = "settings-before.json"
)

// ChosenSettings returns which settings are in force by these files: "before", "left", or ""
// where there is no choice.
func ChosenSettings(dir string) string {
	for name, chosen := range map[string]string{SettingsLeft: "before", SettingsBefore: "left"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return chosen
		}
	}
	return ""
}

// maxState bounds the file of the state, in bytes.
const maxState = 64 << 10

// maxBad is how many refused versions are remembered: the newest.
const maxBad = 32

// ByHand is the reason of a way back that somebody has asked for: then nothing has failed,
// and the device's page says so.
const ByHand = "by hand"

// Phases of an update, in their order. An update ends as done, rolled back or failed,
// and stays so until the next one begins; a stuck one ends at a later try.
const (
	PhaseIdle        = "idle"        // there was no update yet
	PhaseDownloading = "downloading" // Progress counts the bytes
	PhaseInstalling  = "installing"  //
	PhaseTrial       = "trial"       // the new version runs and is judged
	PhaseDone        = "done"        // the new version stays
	PhaseRolledBack  = "rolled back" // the version before runs again: the trial failed, or [ByHand]
	PhaseFailed      = "failed"      // nothing was changed
	PhaseStuck       = "stuck"       // going back fails, by a card that cannot be written; Error says more
)

// A State is what the root helper knows about updates of this device. The zero State
// is the state of a device without updates.
type State struct {
	Installed string    `json:"installed"`          // version that is installed now; "" = not known
	Previous  string    `json:"previous,omitempty"` // version that a rollback returns to; "" = none is kept
	Target    string    `json:"target,omitempty"`   // version of the update that runs, or of the last one
	Phase     string    `json:"phase"`              // one of the phases
	Progress  int       `json:"progress"`           // 0 to 100, within the phase
	Error     string    `json:"error,omitempty"`    // why it was rolled back or failed
	Counter   int64     `json:"counter"`            // of the newest manifest that was accepted; never goes back
	Bad       []string  `json:"bad,omitempty"`      // versions that were rolled back, the newest last
	Since     time.Time `json:"since"`              // when Phase began
}

// Refuses reports whether version was tried and rolled back, so that this
// device does not take it again.
func (s State) Refuses(version string) bool { return slices.Contains(s.Bad, version) }

// Busy reports whether an update has begun and not ended.
func (s State) Busy() bool {
	return s.Phase == PhaseDownloading || s.Phase == PhaseInstalling || s.Phase == PhaseTrial || s.Phase == PhaseStuck
}

// ReadState reads the state in dir. Without the file it returns the state of a
// device on which there was no update.
func ReadState(dir string) (State, error) {
	text, err := bounded.ReadFile(filepath.Join(dir, StateFile), maxState)
	if errors.Is(err, fs.ErrNotExist) {
		return State{Phase: PhaseIdle}, nil
	}
	if err != nil {
		return State{}, fmt.Errorf("update: state: %w", err)
	}
	s := State{Phase: PhaseIdle}
	if err := json.Unmarshal(text, &s); err != nil {
		return State{}, fmt.Errorf("update: state: %w", err)
	}
	s.Progress = min(max(s.Progress, 0), 100)
	return s, nil
}

// Stays is the part of a state that a factory reset leaves, in the form of its file: the version, and
// the counter, without which an older release could be installed. nil = nothing.
func Stays(text []byte) []byte {
	var s State
	if json.Unmarshal(text, &s) != nil {
		return nil
	}
	is, _ := json.Marshal(struct {
		Installed string `json:"installed"`
		Counter   int64  `json:"counter"`
	}{s.Installed, s.Counter}) // cannot fail
	return is
}

// WriteState replaces the state in dir, for root alone. Readers find the old
// state or the new one, also after a power cut. It returns [ErrRollback], and
// changes nothing, if s has a lower counter than the state that is there. Of
// Bad, only the newest few are kept.
func WriteState(dir string, s State) error {
	if old, err := ReadState(dir); err == nil && s.Counter < old.Counter {
		return fmt.Errorf("%w (%d, seen %d)", ErrRollback, s.Counter, old.Counter)
	}
	if len(s.Bad) > maxBad {
		s.Bad = s.Bad[len(s.Bad)-maxBad:]
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("update: %w", err)
	}
	return replace(dir, StateFile, text)
}

// replace writes the file name in dir, readable by all, whole or not at all,
// and waits until it is on the disk.
func replace(dir, name string, text []byte) error {
	d, err := durable.Begin(filepath.Join(dir, name), 0o644)
	if err != nil {
		return fmt.Errorf("update: %w", err)
	}
	defer d.Cleanup()
	_, err = d.Write(append(text, '\n'))
	if err = errors.Join(err, d.Chmod(0o644)); err == nil { // by any umask
		err = d.Replace()
	}
	if err != nil {
		return fmt.Errorf("update: %w", err)
	}
	return nil
}
