// SPDX-License-Identifier: Apache-2.0

package durabletest

import (
	"errors"

	"github.com/ledpost/ledpost/internal/durable"
)

// Mirror is a Memory whose names and contents are in a directory on disk as well, for
// owners that read by path. Only one goroutine may use it.
type Mirror struct {
	*Memory
	Dir durable.Dir
}

// Mkdir implements durable.FS.
func (m *Mirror) Mkdir(name string) (bool, error) {
	if _, err := m.Memory.Mkdir(name); err != nil {
		return false, err
	}
	return m.Dir.Mkdir(name)
}

// Create implements durable.FS.
func (m *Mirror) Create(name string) (durable.File, error) {
	file, err := m.Memory.Create(name)
	if err != nil {
		return nil, err
	}
	disk, err := m.Dir.Create(name)
	return &mirrorFile{file, disk}, err
}

// Rename implements durable.FS.
func (m *Mirror) Rename(from, to string) error {
	if err := m.Memory.Rename(from, to); err != nil {
		return err
	}
	return m.Dir.Rename(from, to)
}

// Remove implements durable.FS.
func (m *Mirror) Remove(name string) error {
	if err := m.Memory.Remove(name); err != nil {
		return err
	}
	return m.Dir.Remove(name)
}

// mirrorFile syncs the memory alone: the disk's power is not cut.
type mirrorFile struct {
	durable.File
	disk durable.File
}

func (f *mirrorFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	if err != nil {
		return n, err
	}
	return f.disk.Write(p)
}

func (f *mirrorFile) Close() error { return errors.Join(f.File.Close(), f.disk.Close()) }
