// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/ledpost/ledpost/internal/durable"
)

// put writes the file of key with the extension ext. Whenever it is broken off, the
// file that counts has the old content or the new one.
func (f *folder) put(key, ext string, data []byte) error {
	if f.dir == "" {
		return ErrNoFolder
	}
	f.scanning.Lock()
	defer f.scanning.Unlock()
	defer f.rescan()
	old, name := f.named(key), key+"."+ext
	if len(old) == 0 {
		if len(userFiles(f.dir)) >= MaxUser {
			return ErrFull
		}
		old = []string{name}
	}
	// The file that counts gets the new content under its old name, since a new file
	// beside it could be hidden by it, or hide it too early. Bytes count, not names.
	err := durable.WriteIn(f.fs, old[0], data)
	if err == nil {
		err = f.rename(old, name)
	}
	if err != nil {
		return fmt.Errorf("icons: %w", err)
	}
	return nil
}

// rename gives the first of the files of a key its name, and removes the others.
func (f *folder) rename(files []string, name string) error {
	if len(files) == 1 && files[0] == name {
		return nil
	}
	if err := f.remove(files[1:]); err != nil {
		return err
	}
	if files[0] != name {
		if err := f.fs.Rename(files[0], name); err != nil {
			return err
		}
	}
	return f.sync()
}

// delete removes the files of key.
func (f *folder) delete(key string) error {
	if f.dir == "" {
		return ErrNotFound
	}
	f.scanning.Lock()
	defer f.scanning.Unlock()
	defer f.rescan()
	files := f.named(key)
	err := f.remove(files)
	if err == nil && (len(files) > 0 || f.owes) { // a file that is gone could come back
		err = f.sync()
	}
	if err != nil {
		return fmt.Errorf("icons: %w", err)
	}
	if len(files) == 0 {
		return ErrNotFound
	}
	return nil
}

// named returns the names of the files of key, the one that counts first.
func (f *folder) named(key string) (names []string) {
	files, _ := os.ReadDir(f.dir) // sorted, as for userFiles
	for _, e := range files {
		k, ok := userKey(e.Name())
		if !ok || k != key {
			continue
		}
		if _, ok := regular(f.dir, e.Name()); ok {
			names = append(names, e.Name())
		}
	}
	return names
}

// remove removes files of a key, the one that counts last: until then it hides the
// others. The caller owes sync.
func (f *folder) remove(names []string) error {
	for _, name := range slices.Backward(names) {
		f.owes = true
		if err := f.fs.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// sync makes changes of names survive a power cut.
func (f *folder) sync() error {
	err := f.fs.Sync(".")
	f.owes = err != nil
	return err
}
