// SPDX-License-Identifier: Apache-2.0

package store

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

// slow is a file system whose files and directories take a time to sync, and that may
// fail.
type slow struct {
	durable.FS
	mu   sync.Mutex // the store reads, the test writes
	sync time.Duration
	err  error
}

func (s *slow) set(sync time.Duration, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sync, s.err = sync, err
}

func (s *slow) now() (time.Duration, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sync, s.err
}

func (s *slow) Create(name string) (durable.File, error) {
	if _, err := s.now(); err != nil {
		return nil, err
	}
	f, err := s.FS.Create(name)
	return slowFile{f, s}, err
}

func (s *slow) Sync(name string) error {
	wait, _ := s.now()
	time.Sleep(wait)
	return s.FS.Sync(name)
}

type slowFile struct {
	durable.File
	s *slow
}

func (f slowFile) Sync() error {
	wait, _ := f.s.now()
	time.Sleep(wait)
	return f.File.Sync()
}

// running is a store that runs in a bubble of fake time.
type running struct {
	*Store
	t   *testing.T
	fs  *slow
	v   device.Saved
	mu  sync.Mutex // the store logs, the test reads
	log bytes.Buffer
}

func (r *running) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.log.Write(p)
}

// said counts the lines of the log that have this in them.
func (r *running) said(what string) int {
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Count(r.log.String(), what)
}

func bubble(t *testing.T, f func(r *running)) {
	synctest.Test(t, func(t *testing.T) {
		r := &running{t: t, fs: &slow{FS: durabletest.NewMemory()}}
		log := slog.New(slog.NewTextHandler(r, &slog.HandlerOptions{Level: slog.LevelDebug}))
		r.Store, r.v = Open(r.fs, Options{Log: log})
		stop := must.Run(t, r.Run)
		time.Sleep(time.Minute) // a pause
		f(r)
		stop()
	})
}

func (r *running) save(volume int, urgent bool) {
	r.v.Settings.Volume, r.v.Urgent = volume, urgent
	r.Save(r.v)
}

// is fails unless a start would find this volume.
func (r *running) is(why string, volume int) {
	r.t.Helper()
	synctest.Wait()
	_, found := Open(r.fs.FS.(*durabletest.Memory).Clone(), Options{Log: slog.New(slog.DiscardHandler)})
	if found.Settings.Volume != volume {
		r.t.Errorf("%s: volume %d is written, want %d", why, found.Settings.Volume, volume)
	}
}

// TestWindow: the first change after a pause is written at once, those after it
// 2 s later, urgent ones at once; nothing is written without a change.
func TestWindow(t *testing.T) {
	bubble(t, func(r *running) {
		const saved = "the state is saved"
		start := r.said(saved)
		r.save(1, false)
		r.is("the first after a pause", 1)
		time.Sleep(time.Second)
		r.save(2, false)
		r.is("within the window", 1)
		time.Sleep(Window/2 - 1)
		r.is("until its end", 1)
		time.Sleep(time.Nanosecond)
		r.is("at its end", 2)
		before := r.said(saved)
		for v := range 40 { // 6 s, as a hand on a slider
			r.save(v, false)
			time.Sleep(150 * time.Millisecond)
		}
		if n := r.said(saved) - before; n > 4 {
			t.Errorf("%d writes in 6 s", n)
		}
		time.Sleep(Window)
		r.is("the last of them", 39)
		before = r.said(saved)
		time.Sleep(time.Hour)
		if n := r.said(saved) - before; n != 0 {
			t.Errorf("%d writes without a change", n)
		}
		r.save(7, false)
		r.save(8, true)
		r.is("urgent, within the window", 8)
		r.save(9, false)
		r.is("not urgent", 8)
		if start == 0 {
			t.Error("the start wrote nothing")
		}
	})
}

// TestUnsavedIsNotTooYoung: a change that comes when the value of a write is already taken,
// and before the write begins, is as old as it is.
func TestUnsavedIsNotTooYoung(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, v := open(t, durabletest.NewMemory())
		s.Save(v)
		taken := s.newest()
		time.Sleep(time.Second)
		s.Save(v)
		time.Sleep(time.Second) // on a busy machine
		s.put(taken)
		if age := s.Unsaved(); age < time.Second {
			t.Errorf("the oldest unsaved change is %v old, not 1 s", age)
		}
		if s.put(s.newest()); s.Unsaved() != 0 {
			t.Errorf("%v, though all is written", s.Unsaved())
		}
	})
}

// TestSlowCard: the window begins with the write, not with its end, so that a change
// waits for 2 s, or for the write that is under way. A write syncs each file that has
// changed, and all their names at once.
func TestSlowCard(t *testing.T) {
	for _, row := range []struct {
		took  time.Duration
		all   bool // four files change
		syncs int  // of a write
	}{
		{300 * time.Millisecond, false, 2},
		{1500 * time.Millisecond, false, 2},
		{300 * time.Millisecond, true, 5},
		{1500 * time.Millisecond, true, 5},
	} {
		bubble(t, func(r *running) {
			r.save(100, false) // with what a first write has beside it
			time.Sleep(time.Minute)
			r.fs.set(row.took, nil)
			write := time.Duration(row.syncs) * row.took
			for v := range 200 { // a change each 100 ms
				if row.all {
					r.v.Ended = []device.SavedEnd{{ID: fmt.Sprint(v), Outcome: note.OutcomeShown}}
					r.v.Apps = map[string]device.SavedApp{"a": {Version: v, Keep: []byte(`{}`)}}
					r.v.Waiting = []device.SavedEntry{{ID: fmt.Sprint(v)}}
				}
				r.save(v%99+1, false)
				time.Sleep(100 * time.Millisecond)
				if r.Unsaved() > max(Window, write)+write { // until the write begins, and until its end
					t.Fatalf("%d syncs of %v: a change has waited for %v", row.syncs, row.took, r.Unsaved())
				}
			}
			time.Sleep(20 * time.Second)
			r.is("all of them", 199%99+1)
			if r.Unsaved() != 0 {
				t.Errorf("%v unsaved", r.Unsaved())
			}
			if writes := r.said("the state is saved"); writes < 5 || r.said("late=0s") != writes {
				t.Errorf("%d of %d writes have begun in time", r.said("late=0s"), writes)
			}
		})
	}
}

// TestFaultIsSaid: once when it comes, once when it changes, once when it goes;
// what is not saved is saved again by itself.
func TestFaultIsSaid(t *testing.T) {
	bubble(t, func(r *running) {
		r.fs.set(0, syscall.ENOSPC)
		r.save(1, false)
		time.Sleep(time.Minute)
		for v := range 20 {
			r.save(v, false)
			time.Sleep(time.Second)
		}
		if n := r.said("level=ERROR"); n != 1 || !errors.Is(r.Fault(), syscall.ENOSPC) {
			t.Errorf("said %d times: %v", n, r.Fault())
		}
		if u := r.Unsaved(); u < 70*time.Second {
			t.Errorf("unsaved for %v", u)
		}
		r.fs.set(0, syscall.EROFS)
		time.Sleep(time.Minute)
		if n := r.said("level=ERROR"); n != 2 || !errors.Is(r.Fault(), syscall.EROFS) {
			t.Errorf("another fault: said %d times: %v", n, r.Fault())
		}
		r.fs.set(0, nil)
		time.Sleep(maxRetry)
		r.is("when it can be written again", 19)
		if n := r.said("saved again"); n != 1 || r.Fault() != nil || r.Unsaved() != 0 {
			t.Errorf("said %d times: %v, %v unsaved", n, r.Fault(), r.Unsaved())
		}
	})
}

// TestStartWritesOnce: what a start has to write, it writes at once.
func TestStartWritesOnce(t *testing.T) {
	bubble(t, func(r *running) {
		if n := r.said("the state is saved"); n != 2 { // the identity twice
			t.Errorf("%d writes", n)
		}
	})
}

// TestDirectoryGone: it is made again, with everything, and who keeps more there
// is told.
func TestDirectoryGone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	remade := 0
	s, v := Open(durable.Dir(dir), Options{Log: quiet, Again: func() { remade++ }})
	if remade != 1 {
		t.Errorf("the first time: told %d times", remade)
	}
	v = full(t, v)
	s.put(v)
	must.Do(t, os.RemoveAll(filepath.Dir(dir)))
	v.Settings.Volume = 8
	if s.put(v); s.Fault() != nil || remade != 2 {
		t.Errorf("%v, told %d times", s.Fault(), remade)
	}
	_, got := open(t, durable.Dir(dir))
	if got.Identity != v.Identity || got.Settings.Volume != 8 || got.Waiting[1].Notification.Frames[0].Icon == lost {
		t.Errorf("%+v", got)
	}
}

// TestRetry: who keeps more in the directory and could not write it is called
// again, ever less often, until it no longer asks; the state is saved in time
// meanwhile.
func TestRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s *Store
		var mu sync.Mutex // the store calls, the test reads
		var calls []time.Duration
		begun, bad := time.Now(), true
		s, v := Open(durabletest.NewMemory(), Options{Log: quiet, Again: func() {
			mu.Lock()
			defer mu.Unlock()
			if s == nil {
				return
			}
			if calls = append(calls, time.Since(begun)); bad {
				s.Retry()
			}
		}})
		stop := must.Run(t, s.Run)
		synctest.Wait()
		s.Retry()
		s.Retry()
		time.Sleep(29 * time.Second)
		mu.Lock()
		want := []time.Duration{2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second, 26 * time.Second}
		if !slices.Equal(calls, want) {
			t.Errorf("called at %v, want %v", calls, want)
		}
		mu.Unlock()
		v.Settings.Volume = 7
		s.Save(v)
		time.Sleep(Window)
		if s.Fault() != nil || s.Unsaved() != 0 {
			t.Errorf("the state waits: %v %v", s.Fault(), s.Unsaved())
		}
		mu.Lock()
		bad = false
		mu.Unlock()
		time.Sleep(maxRetry)
		mu.Lock()
		calls = nil
		mu.Unlock()
		time.Sleep(time.Hour)
		mu.Lock()
		if len(calls) != 0 {
			t.Errorf("called at %v", calls)
		}
		mu.Unlock()
		s.Retry()
		synctest.Wait()
		if stop(); len(calls) != 1 {
			t.Errorf("called %d times at the end", len(calls))
		}
	})
}
