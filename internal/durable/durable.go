// SPDX-License-Identifier: Apache-2.0

// Package durable writes files so that a power cut or a full disk leaves the old
// content or the new one, whole. Every file of the data directory is written by it:
// what an interrupted write leaves has one suffix, by which the next start finds and
// removes it.
package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
)

// Half is the suffix of a file that is being written.
const Half = ".tmp"

// Write replaces the file name: when it returns nil, the new content survives a power
// cut. After an error the file has the old content or the new one. Only one goroutine
// at a time may write a file.
func Write(fs FS, name string, data []byte) error {
	if err := Put(fs, name, data); err != nil {
		return err
	}
	return fs.Sync(path.Dir(name))
}

// Put is Write without the sync of the directory, which the caller owes: until then a
// power cut may bring the old content back.
func Put(fs FS, name string, data []byte) error {
	half, err := Fill(fs, name, data)
	if err != nil {
		return err
	}
	if err := fs.Rename(half, name); err != nil {
		_ = fs.Remove(half)
		return err
	}
	return nil
}

// WriteFile is WriteIn for a file named by its path.
func WriteFile(file string, data []byte) error {
	return WriteIn(Dir(filepath.Dir(file)), filepath.Base(file), data)
}

// WriteIn is Write for a file in the directory dir itself, which it makes if it is
// missing. Errors name the file.
func WriteIn(dir FS, name string, data []byte) error {
	_, err := dir.Mkdir(".")
	if err == nil {
		err = Write(dir, name, data)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// Fill writes the content for the file name beside it and syncs it, for callers that
// rename it themselves. After an error nothing is left.
func Fill(fs FS, name string, data []byte) (half string, err error) {
	half = name + Half
	if err := fill(fs, half, data); err != nil {
		_ = fs.Remove(half) // it uses space on a disk that may be full
		return "", err
	}
	return half, nil
}

func fill(fs FS, name string, data []byte) error {
	file, err := fs.Create(name)
	if err != nil {
		return err
	}
	n, err := file.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// earlier matches what an interrupted write of an earlier version of the program has
// left: a dot, the name, and digits.
var earlier = regexp.MustCompile(`^\.(key|[0-9]+|.+\.(json|pem|toml|png|gif))[0-9]+$`)

// Tidy removes what interrupted writes have left in the directory dir, which nobody
// may write to meanwhile. It is only a cleanup: errors are ignored.
func Tidy(fs FS, dir string) {
	names, _ := fs.List(dir)
	for _, name := range names {
		if strings.HasSuffix(name, Half) || earlier.MatchString(name) {
			_ = fs.Remove(path.Join(dir, name))
		}
	}
}

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
func (d Dir) Sync(name string) error { return SyncDir(d.path(name)) }
