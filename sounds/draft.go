// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"

	"github.com/ledpost/ledpost/sounds/wav"
)

// A draft is a WAV file that replaces another once it is complete, so that a
// file may be read and written at the same time, and nothing changes if that
// fails.
type draft struct {
	*wav.File
	pending *renameio.PendingFile // nil where out is no regular file, and written to as it is
}

// newDraft begins a draft of out beside it.
func newDraft(out string, format wav.Format) (*draft, error) {
	if name, err := filepath.EvalSymlinks(out); err == nil {
		out = name // the target of a link is replaced, not the link
	}
	switch info, err := os.Stat(out); {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("sounds: %s is a directory", out)
	case err == nil && !info.Mode().IsRegular():
		f, err := wav.Create(out, format)
		return &draft{File: f}, err
	}
	// Beside out: the library would try whether a rename from elsewhere works.
	// The umask applies, as for any new file.
	p, err := renameio.NewPendingFile(out, renameio.WithTempDir(filepath.Dir(out)), renameio.WithPermissions(0o666))
	if err != nil {
		return nil, fmt.Errorf("sounds: %w", err)
	}
	f, err := wav.Begin(p.File, format)
	if err != nil {
		p.Cleanup()
	}
	return &draft{f, p}, err
}

// finish puts the draft in place, or removes it if err says that it is not
// complete, and returns what went wrong.
func (d *draft) finish(err error) error {
	if d.pending == nil {
		return errors.Join(err, d.Close())
	}
	defer d.pending.Cleanup() // does nothing once the file is in place
	if err := errors.Join(err, d.Flush()); err != nil {
		return err
	}
	if err := d.pending.CloseAtomicallyReplace(); err != nil {
		return fmt.Errorf("sounds: %w", err)
	}
	return nil
}
