package store

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// errCut is what every call returns after the power is cut.
var errCut = errors.New("the power is cut")

// memory is a file system that knows what a power cut would leave: content that
// was synced, and names that were synced with their directory. What was not may
// be there or not.
type memory struct {
	mu      sync.Mutex // the store writes, the test looks
	names   map[string]*content
	durable map[string]*content
	pending []naming // not in durable
	calls   int      // left until the power is cut; negative = no cut
}

type content struct{ data, synced []byte }

// naming is a change of names in a directory.
type naming struct {
	dir   string
	apply func(map[string]*content)
}

func newMemory() *memory {
	return &memory{names: map[string]*content{}, durable: map[string]*content{}, calls: -1}
}

func (m *memory) call() error {
	if m.calls == 0 {
		return errCut
	}
	m.calls--
	return nil
}

func (m *memory) change(dir string, apply func(map[string]*content)) {
	apply(m.names)
	m.pending = append(m.pending, naming{dir, apply})
}

func (m *memory) Mkdir(name string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.call(); err != nil || m.names[name+"/"] != nil {
		return false, err
	}
	m.names[name+"/"], m.durable[name+"/"] = &content{}, &content{}
	return true, nil
}

func (m *memory) List(name string) (names []string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for n := range m.names {
		if path.Dir(n) == name {
			names = append(names, path.Base(n))
		}
	}
	return names, m.call()
}

func (m *memory) Read(name string, _ int64) ([]byte, error) {
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

func (m *memory) Create(name string) (File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.call(); err != nil {
		return nil, err
	}
	c := &content{}
	m.change(path.Dir(name), func(names map[string]*content) { names[name] = c })
	return &memoryFile{m, c}, nil
}

func (m *memory) Rename(from, to string) error {
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

func (m *memory) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	name = path.Clean(name)
	if err := m.call(); err != nil {
		return err
	}
	m.change(path.Dir(name), func(names map[string]*content) { delete(names, name) })
	return nil
}

func (m *memory) Sync(dir string) error {
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
	m *memory
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

// clone returns what a reader would find now, without a limit of calls.
func (m *memory) clone() *memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := newMemory()
	for name, f := range m.names {
		c.names[name] = &content{slices.Clone(f.data), slices.Clone(f.synced)}
	}
	return c
}

// afterCut is what may be there when the power comes back: the first done of the
// pending changes of names, and of what was not synced the first share.
func (m *memory) afterCut(done int, share float64) *memory {
	after := newMemory()
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

// versions are what is saved in turn, each different in every file.
func versions(t testing.TB, v device.Saved) (all []device.Saved) {
	for i := range 4 {
		n := v
		n.Settings.Volume, n.Reserved = 10+i, v.Reserved+uint64(100*i)
		n.Ended = []device.SavedEnd{{ID: fmt.Sprint(100 + i), Outcome: note.OutcomeShown}}
		n.Apps = map[string]device.SavedApp{"a": {Version: i, Keep: []byte(`{}`)}}
		text := []note.Fragment{{Text: "x"}}
		n.Waiting = []device.SavedEntry{{ID: fmt.Sprint(200 + i), Notification: note.Notification{
			Frames: []note.Frame{{Icon: picture(t, 3000, string(rune('a'+i))), Text: text}},
		}}}
		all = append(all, n)
	}
	return all
}

// TestPowerCut cuts the power after every call of a start and of four saves, and
// looks at everything that the file system may have kept: what Run took for
// written is there, or something newer; nothing is broken; the identity stays.
func TestPowerCut(t *testing.T) {
	base := newMemory()
	_, first := open(t, base)
	calls, cuts := 1, 0
	for cut := 0; cut < calls; cut++ {
		m := base.afterCut(len(base.pending), 1)
		m.calls = cut
		s, v := open(t, m)
		all, sure := versions(t, v), -1
		for i, n := range all {
			if s.put(n) {
				sure = i
			}
		}
		if m.calls > 0 { // it was not cut
			break
		}
		calls = cut + 2
		for done := range len(m.pending) + 1 {
			for _, share := range []float64{0, 0.5, 1} {
				cuts++
				checkCut(t, fmt.Sprintf("cut after %d calls, %d of %d names, share %v", cut, done, len(m.pending), share),
					m.afterCut(done, share), first, all, sure)
			}
		}
	}
	if t.Logf("%d calls, %d ways to lose the power", calls, cuts); calls < 60 {
		t.Errorf("only %d calls", calls)
	}
}

func checkCut(t *testing.T, why string, m *memory, first device.Saved, all []device.Saved, sure int) {
	t.Helper()
	s, got := open(t, m)
	if got.Identity != first.Identity {
		t.Errorf("%s: another identity", why)
	}
	if err := s.Fault(); err != nil {
		t.Errorf("%s: %v", why, err)
	}
	for name := range m.names {
		if path.Ext(name) == bad {
			t.Errorf("%s: %s is broken", why, name)
		}
	}
	volume, waiting := got.Settings.Volume-10, -1
	if len(got.Waiting) == 1 {
		_, _ = fmt.Sscan(got.Waiting[0].ID, &waiting)
		waiting -= 200
		if got.Waiting[0].Notification.Frames[0].Icon == lost {
			t.Errorf("%s: the picture is lost", why)
		}
	}
	if sure >= 0 && (volume < sure || waiting < sure || got.Reserved < all[sure].Reserved || got.Apps["a"].Version < sure || len(got.Ended) == 0) {
		t.Errorf("%s: %d was written, and there are settings %d, queue %d, ids from %d", why, sure, volume, waiting, got.Reserved)
	}
	if waiting >= 0 && got.Reserved < all[waiting].Reserved {
		t.Errorf("%s: ids from %d, and one of %d may be in use", why, got.Reserved, all[waiting].Reserved)
	}
}
