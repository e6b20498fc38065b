// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/google/renameio/v2"
	"github.com/ledpost/ledpost/internal/bounded"
)

// RecordFile is the name of the file of a [Record] in the helper's directory. Units ask
// whether it is there, and nothing else of it.
const RecordFile = "probation.json"

const maxRecord = 64 << 10 // bytes

// A Record is what of a probation outlives a power cut.
type Record struct {
	Version string        `json:"version"` // on probation, or taken back
	From    string        `json:"from"`    // what it can be taken back to: a version, or the image's root partition
	Ran     time.Duration `json:"ran"`     // running time so far
	Back    bool          `json:"back"`    // it was taken back for the network, see [Verdict]
	Before  Observation   `json:"before"`  // how the version before was seen
}

// ReadRecord returns the record in dir, and whether there is one. An unreadable record
// counts as missing: the probation ends.
func ReadRecord(dir string) (r Record, found bool) {
	text, err := bounded.ReadFile(filepath.Join(dir, RecordFile), maxRecord)
	if err != nil || json.Unmarshal(text, &r) != nil {
		return Record{}, false
	}
	return r, true
}

// Keep replaces the record in dir, and waits until it is on the disk.
func (r Record) Keep(dir string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	if err := renameio.WriteFile(filepath.Join(dir, RecordFile), append(text, '\n'), 0o600, renameio.WithTempDir(dir)); err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	return settle(dir)
}

// Forget removes the record in dir: the probation is over.
func Forget(dir string) error {
	if err := os.Remove(filepath.Join(dir, RecordFile)); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	return settle(dir)
}

// settle waits until the disk has the files made and removed in dir.
func settle(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	// A file whose name is not on the disk is gone after a power cut, and its trial would begin again.
	return errors.Join(d.Sync(), d.Close())
}

// maxPlain bounds a file of the daemon's directory, in bytes.
const maxPlain = 1 << 20

// readPlain reads a small regular file below dir as root. The directory may belong to an
// unprivileged user: no link leads out of it, no link to the file is followed, no device is
// opened, and no pipe waited for.
func readPlain(dir, name string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if info, err := root.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, os.ErrInvalid)
	}
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, os.ErrInvalid)
	}
	return bounded.Read(f, maxPlain)
}
