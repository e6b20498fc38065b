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
	"path"
	"path/filepath"
	"regexp"
	"strings"
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
