// SPDX-License-Identifier: Apache-2.0

package durabletest

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/must"
)

// Owner is a test of code that writes through a file system and reads by path.
type Owner struct {
	Files map[string]string // there before, by name in the directory

	// Act is the call under test. It writes through fs, which is the directory dir, and
	// returns nil if it acknowledges the change.
	Act func(fs durable.FS, dir string) error

	// Look checks dir, which has gone through the next start's Tidy. done = Act has
	// acknowledged.
	Look func(why, dir string, done bool)
}

// Cuts runs Act with the power cut after every call, and Look on everything that may be
// left.
func (o Owner) Cuts(t *testing.T) {
	t.Helper()
	for calls, done := 0, false; !done; calls++ {
		m := NewMemory()
		for name, text := range o.Files {
			m.Set(name, []byte(text))
		}
		dir := laid(t, m)
		m.Calls = calls
		done = o.Act(&Mirror{m, durable.Dir(dir)}, dir) == nil
		if done && m.Calls < 0 {
			t.Fatal("the calls were not counted")
		}
		m.Cuts(func(why string, after *Memory) {
			o.look(fmt.Sprintf("cut after %d calls, %s", calls, why), laid(t, after), done)
		})
		os.RemoveAll(dir)
		if calls > 1000 {
			t.Fatal("it never ends")
		}
	}
}

// Faults runs Act with every call failing in turn in every way, alone or with all that
// follow, and Look after it. The faults hit writing: Act reads by path.
func (o Owner) Faults(t *testing.T) {
	t.Helper()
	for way, fault := range map[string]error{"no space": syscall.ENOSPC, "input or output": syscall.EIO,
		"read-only": syscall.EROFS, "half a write": nil} {
		for _, last := range []int{0, math.MaxInt} {
			for at := 1; ; at++ {
				m := NewMemory()
				for name, text := range o.Files {
					m.Set(name, []byte(text))
				}
				dir := laid(t, m)
				f := &Faulty{FS: &Mirror{m, durable.Dir(dir)}, First: at, Last: max(at, last), Err: fault}
				done := o.Act(f, dir) == nil
				o.look(fmt.Sprintf("%s at call %d to %d", way, at, f.Last), dir, done)
				if f.Calls < at {
					break
				}
			}
		}
	}
}

func (o Owner) look(why, dir string, done bool) {
	durable.Tidy(durable.Dir(dir), ".")
	o.Look(why, dir, done)
	os.RemoveAll(dir) // there are hundreds
}

// laid lays the files out in a new directory.
func laid(t *testing.T, m *Memory) string {
	t.Helper()
	dir := must.Get(os.MkdirTemp(t.TempDir(), ""))(t)
	for name, text := range m.Contents() {
		if name == "./" {
			continue
		}
		must.Do(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	return dir
}

// Survives is Cuts and Faults. After each, want says whether all is well, and no file but
// those named is there.
func (o Owner) Survives(t *testing.T, names []string, want func(dir string, done bool) bool) {
	t.Helper()
	o.Look = func(why, dir string, done bool) {
		t.Helper()
		left, _ := durable.Dir(dir).List(".")
		strange := func(name string) bool { return !slices.Contains(names, name) }
		if !want(dir, done) || slices.ContainsFunc(left, strange) {
			t.Errorf("%s, acknowledged %v: there are %v", why, done, left)
		}
	}
	o.Cuts(t)
	o.Faults(t)
}

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
