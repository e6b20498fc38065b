// SPDX-License-Identifier: Apache-2.0

package install

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// restoreProgram puts the installed files back, and removes those that the
// refused version has brought.
func (r restorer) restoreProgram(k kept) error {
	if k.Slot != "" {
		return r.pointTo(k.Slot)
	}
	root, err := os.OpenRoot(r.path("/"))
	if err != nil {
		return err
	}
	defer root.Close()
	from, err := os.OpenRoot(r.home(previousDir, keptFiles))
	if err != nil {
		return err
	}
	defer from.Close()
	var all error
	for path, hash := range k.Files {
		all = errors.Join(all, r.installed(root, from, strings.TrimPrefix(path, "/"), hash))
	}
	return errors.Join(all, r.removeNew(root, k))
}

func (r restorer) installed(root, from *os.Root, name, hash string) error {
	if is, err := sum(root, name); err == nil && is == hash {
		return nil
	}
	if is, err := sum(from, name); err != nil || is != hash {
		return fmt.Errorf("install: the copy of %s is damaged: %w", name, errors.Join(err, io.ErrUnexpectedEOF))
	}
	if err := r.cutPoint("restore /" + name); err != nil {
		return err
	}
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return copyPlain(root, name, from, name)
}

// removeNew removes installed files that the kept version did not have: a unit
// or a drop-in of the new one would hold for the old one too.
func (r restorer) removeNew(root *os.Root, k kept) error {
	paths, err := r.packaged()
	if err != nil {
		return err
	}
	for _, path := range paths {
		if _, ours := k.Files[path]; ours {
			continue
		}
		if err := r.cutPoint("remove " + path); err != nil {
			return err
		}
		if err := root.Remove(strings.TrimPrefix(path, "/")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		r.log.Info("removed, since the version before did not have it", "file", path)
	}
	return nil
}
