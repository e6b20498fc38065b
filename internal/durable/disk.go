// SPDX-License-Identifier: Apache-2.0

package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ledpost/ledpost/internal/bounded"
)

// FS is a directory with all below it, as its writers need it; names are relative to
// it, and it is ".". It is minimal, so that a test can make every call fail in turn.
type FS interface {
	Mkdir(name string) (made bool, err error)     // with its parents; made: it did not exist
	List(name string) ([]string, error)           // names of the entries, without the directory itself
	Read(name string, most int64) ([]byte, error) // the whole file; bounded.ErrTooLarge if it is longer than most
	Create(name string) (File, error)             // empty, accessible to its owner only
	Rename(from, to string) error                 // replaces to
	Remove(name string) error                     //
	Sync(name string) error                       // of a directory: renames in it become permanent
}

// File is a file being written.
type File interface {
	io.Writer
	Sync() error
	Close() error
}

// Dir is the directory on disk with this path.
type Dir string

func (d Dir) path(name string) string { return filepath.Join(string(d), name) }

// Mkdir makes the directory name, accessible only to its owner.
func (d Dir) Mkdir(name string) (made bool, err error) {
	err = os.Mkdir(d.path(name), 0o700)
	if errors.Is(err, fs.ErrNotExist) {
		err = os.MkdirAll(d.path(name), 0o700)
	}
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err == nil {
		_ = Dir(filepath.Dir(d.path(name))).Sync(".") // of a parent that may not be ours to open
	}
	return err == nil, err
}

// List returns the names in the directory name.
func (d Dir) List(name string) (names []string, err error) {
	dir, err := os.Open(d.path(name))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return dir.Readdirnames(-1)
}

// Read returns the content of the file name.
func (d Dir) Read(name string, most int64) ([]byte, error) {
	return bounded.ReadFile(d.path(name), most)
}

// Create makes the file name, or truncates it.
func (d Dir) Create(name string) (File, error) {
	return os.OpenFile(d.path(name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
}

// Rename renames from to to.
func (d Dir) Rename(from, to string) error { return os.Rename(d.path(from), d.path(to)) }

// Remove removes the file name.
func (d Dir) Remove(name string) error { return os.Remove(d.path(name)) }

// Sync flushes the directory name to the disk.
func (d Dir) Sync(name string) error {
	dir, err := os.Open(d.path(name))
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}
