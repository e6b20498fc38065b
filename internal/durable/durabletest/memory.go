// SPDX-License-Identifier: Apache-2.0

// Package durabletest has file systems of package durable that lose their power or
// fail at any call.
package durabletest

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"

	"github.com/ledpost/ledpost/internal/durable"
)

// ErrCut is returned by every call after the power is cut.
var ErrCut = errors.New("the power is cut")

// Memory is a file system that knows what a power cut would leave: content that was
// synced, and names that were synced with their directory. Unsynced content may be
// there or not.
type Memory struct {
	Calls int // left until the power is cut; negative = no cut. Only the test sets it, before it hands the file system out

	mu      sync.Mutex // the writer writes, the test looks
	names   map[string]*content
	durable map[string]*content
	pending []naming // not in durable
}

type content struct{ data, synced []byte }

// naming is a change of names in a directory.
type naming struct {
	dir   string
	apply func(map[string]*content)
}

// NewMemory returns an empty file system without a cut.
func NewMemory() *Memory {
	return &Memory{names: map[string]*content{}, durable: map[string]*content{}, Calls: -1}
}

func (m *Memory) call() error {
	if m.Calls == 0 {
		return ErrCut
	}
	m.Calls--
	return nil
}

func (m *Memory) change(dir string, apply func(map[string]*content)) {
	apply(m.names)
	m.pending = append(m.pending, naming{dir, apply})
}

// Mkdir implements durable.FS.
func (m *Memory) Mkdir(name string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.call(); err != nil || m.names[name+"/"] != nil {
		return false, err
	}
	m.names[name+"/"], m.durable[name+"/"] = &content{}, &content{}
	return true, nil
}

// List implements durable.FS.
func (m *Memory) List(name string) (names []string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for n := range m.names {
		if n = path.Clean(n); n != name && path.Dir(n) == name {
			names = append(names, path.Base(n))
		}
	}
	return names, m.call()
}

// Read implements durable.FS.
func (m *Memory) Read(name string, _ int64) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.call(); err != nil {
		return nil, err
	}
	c := m.names[path.Clean(name)]
	if c == nil {
		return nil, fs.ErrNotExist
	}
	return c.data, nil
}

// Create implements durable.FS.
func (m *Memory) Create(name string) (durable.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.call(); err != nil {
		return nil, err
	}
	c := &content{}
	m.change(path.Dir(name), func(names map[string]*content) { names[name] = c })
	return &memoryFile{m, c}, nil
}

// Rename implements durable.FS.
func (m *Memory) Rename(from, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.call(); err != nil {
		return err
	}
	c := m.names[from]
	if c == nil {
		return fs.ErrNotExist
	}
	m.change(path.Dir(from), func(names map[string]*content) {
		delete(names, from)
		names[to] = c
	})
	return nil
}

// Remove implements durable.FS.
func (m *Memory) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	name = path.Clean(name)
	if err := m.call(); err != nil {
		return err
	}
	m.change(path.Dir(name), func(names map[string]*content) { delete(names, name) })
	return nil
}

// Sync implements durable.FS.
func (m *Memory) Sync(dir string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.call(); err != nil {
		return err
	}
	m.pending = slices.DeleteFunc(m.pending, func(n naming) bool {
		if n.dir == dir {
			n.apply(m.durable)
		}
		return n.dir == dir
	})
	return nil
}

type memoryFile struct {
	m *Memory
	c *content
}

func (f *memoryFile) Write(p []byte) (int, error) {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	if err := f.m.call(); err != nil {
		return 0, err
	}
	f.c.data = append(f.c.data, p...)
	return len(p), nil
}

func (f *memoryFile) Sync() error {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	if err := f.m.call(); err != nil {
		return err
	}
	f.c.synced = slices.Clone(f.c.data)
	return nil
}

func (f *memoryFile) Close() error {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	return f.m.call()
}

// Contents returns every file by its name, as a reader would find it now. Names of
// directories end in a slash and have no content.
func (m *Memory) Contents() map[string][]byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := map[string][]byte{}
	for name, c := range m.names {
		all[name] = slices.Clone(c.data)
	}
	return all
}

// Set puts a file there that survives a power cut, without counting as a call.
func (m *Memory) Set(name string, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := &content{data, data}
	m.names[name], m.durable[name] = c, c
}

// Clone returns what a reader would find now, without a limit of calls.
func (m *Memory) Clone() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := NewMemory()
	for name, f := range m.names {
		c.names[name] = &content{slices.Clone(f.data), slices.Clone(f.synced)}
	}
	return c
}

// Settled returns a file system on which everything has reached the disk.
func (m *Memory) Settled() *Memory { return m.afterCut(len(m.pending), 1) }

// Cuts calls f with everything that may be there when the power comes back: any number
// of the changes of names that were not synced, in their order, and of content that
// was not synced nothing, half, and all. The word says which.
func (m *Memory) Cuts(f func(why string, after *Memory)) {
	for done := range len(m.pending) + 1 {
		for _, share := range []float64{0, 0.5, 1} {
			f(fmt.Sprintf("%d of %d names, share %v", done, len(m.pending), share), m.afterCut(done, share))
		}
	}
}

// afterCut is a possible disk when the power comes back: with the first done of the
// pending changes of names, and the first share of the data not synced.
func (m *Memory) afterCut(done int, share float64) *Memory {
	after := NewMemory()
	maps.Copy(after.durable, m.durable)
	for _, n := range m.pending[:done] {
		n.apply(after.durable)
	}
	for name, c := range after.durable {
		left := c.synced
		if len(c.data) > len(c.synced) {
			left = c.data[:len(c.synced)+int(share*float64(len(c.data)-len(c.synced)))]
		}
		fresh := &content{left, left}
		after.names[name], after.durable[name] = fresh, fresh
	}
	return after
}
