// SPDX-License-Identifier: Apache-2.0

package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
)

// A Draft is a file that is going to replace another, for files outside of the data directory
// and those that others may read. Make one with [Begin]. One goroutine at a time uses it.
type Draft struct {
	*os.File
	name string
	over bool
}

// Begin begins a draft of the file name beside it, with perm before the umask. A symbolic
// link of that name is replaced, not its target.
func Begin(name string, perm fs.FileMode) (*Draft, error) {
	for range 100 {
		half := fmt.Sprintf("%s.%08x%s", name, rand.Uint32(), Half)
		f, err := os.OpenFile(half, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return &Draft{File: f, name: name}, nil
	}
	return nil, &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
}

// Replace puts the draft in the file's place. When it returns nil, the new content survives a
// power cut; after an error the file is as it was.
func (d *Draft) Replace() error {
	d.over = true
	err := errors.Join(d.Sync(), d.Close())
	if err == nil {
		err = os.Rename(d.File.Name(), d.name)
	}
	if err != nil {
		_ = os.Remove(d.File.Name())
		return err
	}
	return SyncDir(filepath.Dir(d.name))
}

// Cleanup removes the draft, unless Replace was called.
func (d *Draft) Cleanup() {
	if !d.over {
		d.over = true
		_ = d.Close()
		_ = os.Remove(d.File.Name())
	}
}

// Replace replaces the file name by one with that content, and perm before the umask. When it
// returns nil, the new content survives a power cut; after an error the file is as it was.
func Replace(name string, data []byte, perm fs.FileMode) error {
	d, err := Begin(name, perm)
	if err != nil {
		return err
	}
	defer d.Cleanup()
	if _, err := d.Write(data); err != nil {
		return err
	}
	return d.Replace()
}

// SyncDir waits until the names in a directory are on the disk: without it a power cut may take
// back a rename or the removal of a file.
func SyncDir(path string) error { return Settle(os.Open(path)) }

// Settle is SyncDir for a directory that its argument has just opened, and closes it. Windows has
// no such call, and needs none.
func Settle(dir *os.File, err error) error {
	if err != nil {
		return err
	}
	if runtime.GOOS != "windows" {
		err = dir.Sync()
	}
	return errors.Join(err, dir.Close())
}
