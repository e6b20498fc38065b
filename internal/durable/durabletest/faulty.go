// SPDX-License-Identifier: Apache-2.0

package durabletest

import (
	"os"

	"github.com/ledpost/ledpost/internal/durable"
)

// Calls are the kinds of calls that Faulty tells apart.
var Calls = []string{"mkdir", "list", "read", "create", "write", "sync", "close", "rename", "remove", "sync directory"}

// Faulty is a file system of which calls fail. Only one goroutine may use it.
type Faulty struct {
	durable.FS
	Calls int             // so far
	First int             // the call that fails, from 1
	Last  int             // and all others up to this one
	Err   error           // nil = a write that takes half and says nothing
	Seen  map[string]bool // gets the kinds of calls that have failed; nil = nothing is noted
}

func (f *Faulty) call(what string) error {
	f.Calls++
	if f.Calls < f.First || f.Calls > f.Last || f.Err == nil {
		return nil
	}
	if f.Seen != nil {
		f.Seen[what] = true
	}
	return &os.PathError{Op: what, Err: f.Err}
}

// Mkdir implements durable.FS.
func (f *Faulty) Mkdir(name string) (bool, error) {
	if err := f.call("mkdir"); err != nil {
		return false, err
	}
	return f.FS.Mkdir(name)
}

// List implements durable.FS.
func (f *Faulty) List(name string) ([]string, error) {
	if err := f.call("list"); err != nil {
		return nil, err
	}
	return f.FS.List(name)
}

// Read implements durable.FS.
func (f *Faulty) Read(name string, most int64) ([]byte, error) {
	if err := f.call("read"); err != nil {
		return nil, err
	}
	return f.FS.Read(name, most)
}

// Create implements durable.FS.
func (f *Faulty) Create(name string) (durable.File, error) {
	if err := f.call("create"); err != nil {
		return nil, err
	}
	file, err := f.FS.Create(name)
	return &faultyFile{file, f}, err
}

// Rename implements durable.FS.
func (f *Faulty) Rename(from, to string) error {
	if err := f.call("rename"); err != nil {
		return err
	}
	return f.FS.Rename(from, to)
}

// Remove implements durable.FS.
func (f *Faulty) Remove(name string) error {
	if err := f.call("remove"); err != nil {
		return err
	}
	return f.FS.Remove(name)
}

// Sync implements durable.FS.
func (f *Faulty) Sync(name string) error {
	if err := f.call("sync directory"); err != nil {
		return err
	}
	return f.FS.Sync(name)
}

type faultyFile struct {
	durable.File
	fs *Faulty
}

func (f *faultyFile) Write(p []byte) (int, error) {
	err := f.fs.call("write")
	if in := f.fs.Calls >= f.fs.First && f.fs.Calls <= f.fs.Last; in && f.fs.Err == nil || err != nil {
		n, _ := f.File.Write(p[:len(p)/2]) // what fits is there
		return n, err
	}
	return f.File.Write(p)
}

func (f *faultyFile) Sync() error {
	if err := f.fs.call("sync"); err != nil {
		return err
	}
	return f.File.Sync()
}

func (f *faultyFile) Close() error {
	if err := f.fs.call("close"); err != nil {
		_ = f.File.Close()
		return err
	}
	return f.File.Close()
}
