// SPDX-License-Identifier: Apache-2.0

// Package store keeps on disk what must survive the process: each kind of data in its
// own readable file, replaced as a whole. It starts and runs with whatever it can read
// and write, reports errors, and resumes saving by itself when they are over.
package store

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/latest"
	number "github.com/ledpost/ledpost/internal/version"
)

// Window is how long a change may wait to be written: at most one write begins
// in this time, to spare SD cards (docs/decisions.md 4, restart).
const Window = 2 * time.Second

// A failed write is retried after retry, then less and less often.
const retry, maxRetry = 2 * time.Second, 10 * time.Second

// Options configure a Store.
type Options struct {
	Window time.Duration // at most one write begins in it; 0 = Window
	Boot   string        // of the machine: unclean ends in others do not count; "" = unknown
	Log    *slog.Logger

	// Again is called when all is written again, after an error or into a recreated directory, and after
	// Retry: other data there may be gone; nil = nothing.
	Again func()
}

// Store keeps a device.Saved in a directory. It is the directory's only writer.
type Store struct {
	// Immutable.
	fs     durable.FS
	opts   Options
	box    latest.Box[device.Saved]
	urgent chan struct{}
	owed   chan struct{}

	// Owned by Open, then by Run.
	disk   disk
	enc    encoder
	began  time.Time // of the last write
	ended  time.Time // of the last write
	taken  time.Time // since when its value is out of the box
	last   device.Saved
	remade bool // the directory was recreated, or a write failed, since Again was called
	touch  touch

	called atomic.Bool // a call has changed the state to write

	mu      sync.Mutex // guards what other goroutines read
	fault   error
	wrong   []string  // files in apartDir that have another content
	pending time.Time // since when something has not been written; zero = all is written
}

// Open reads the state stored in fs, or makes a new identity. It always returns a
// usable state; Fault reports errors. Before it returns, the ids that the device may
// use next are reserved on disk, and an unclean end in this boot of the machine is
// counted there.
func Open(fs durable.FS, opts Options) (*Store, device.Saved) {
	opts.Window = cmp.Or(opts.Window, Window)
	s := &Store{
		fs: fs, opts: opts, box: latest.New[device.Saved](), urgent: make(chan struct{}, 1), owed: make(chan struct{}, 1),
		disk: newDisk(fs, opts.Log),
	}
	s.enc = newEncoder(s.disk.apart)
	saved, found := s.load()
	s.touch = newTouch(saved)
	saved.Since, saved.Touched = "", nil
	return s, s.begin(saved, found)
}

// begin writes what must be recorded before anything is shown.
func (s *Store) begin(saved device.Saved, found bool) device.Saved {
	if saved.Boot != s.opts.Boot {
		saved.Rebooted()
	} else if found && !saved.Clean {
		s.say(saved.Blame())
	}
	saved.Clean = false
	ahead := saved
	ahead.Reserved = max(saved.Reserved, 1) + device.Reserve // as the device does
	if s.put(ahead); !found {
		delete(s.disk.written, identityName)
		s.put(ahead) // irreplaceable data has two copies from the first day on
	}
	if s.Fault() == nil {
		return saved
	}
	// Nothing can be counted or reserved: better without pictures than crashing, and
	// better a jump of the ids, which grow with the time, than using one twice.
	if found {
		s.say(saved.Suspect())
	}
	saved.Reserved = leap(saved.Reserved)
	s.last.Reserved = saved.Reserved + device.Reserve
	return saved
}

// leap returns a number above all ids used so far, if at most one a second was used:
// the time, or reserved if that is larger.
func leap(reserved uint64) uint64 { return max(reserved, uint64(max(time.Now().Unix(), 0))) }

// Leave is for a program that ends normally before Run: it undoes the start that Open
// has counted.
func (s *Store) Leave() {
	s.last.Clean = true
	s.put(s.last)
}

func (s *Store) say(what string) {
	if what != "" {
		s.opts.Log.Warn("safe mode: " + what)
	}
}

// Save passes v to Run. It never blocks; only one goroutine may call it.
func (s *Store) Save(v device.Saved) {
	s.mu.Lock()
	if s.pending.IsZero() {
		s.pending = time.Now()
	}
	if v.Called {
		s.called.Store(true) // also if a later value takes the place of v before it is written
	}
	s.box.Put(v) // until Run can say that all is written
	s.mu.Unlock()
	if v.Urgent {
		select {
		case s.urgent <- struct{}{}:
		default:
		}
	}
}

// Retry says that other data in the directory could not be written. Run calls
// Options.Again when it has tried to write again, and at its end. Retry never
// blocks; any goroutine may call it, also Options.Again itself.
func (s *Store) Retry() {
	select {
	case s.owed <- struct{}{}:
	default:
	}
}

// owes reports whether Retry was called.
func (s *Store) owes() bool {
	select {
	case <-s.owed:
		s.remade = true
	default:
	}
	return s.remade
}

// Run writes saved changes until ctx ends, and then whatever is left. A write begins
// at once if none has begun within the window, or if it is urgent; else when the
// window ends. A failed write is reported once, and retried.
func (s *Store) Run(ctx context.Context) error {
	var again <-chan time.Time // s.last is not written, or Retry was called
	wait := retry
	if s.Fault() != nil {
		again = time.After(wait)
	}
	for ctx.Err() == nil {
		select {
		case s.last = <-s.box:
			if s.Fault() != nil {
				continue // it cannot be written now; again is set
			}
			s.hold(ctx)
		case <-s.owed:
			if s.remade = true; again == nil {
				again = time.After(wait)
			}
			continue
		case <-again:
		case <-ctx.Done():
			continue
		}
		if s.put(s.newest()) && !s.owes() {
			again, wait = nil, retry
		} else {
			again, wait = time.After(wait), min(2*wait, maxRetry)
		}
	}
	if len(s.box) == 0 && again == nil && !s.owes() {
		return nil
	}
	if !s.put(s.newest()) {
		s.opts.Log.Error("the last changes are lost, because the state cannot be saved", "err", s.Fault())
	}
	return nil
}

// hold waits for the end of the window, or for an urgent value.
func (s *Store) hold(ctx context.Context) {
	// What changes within the window is written once: cards wear out by writes.
	end := time.NewTimer(time.Until(s.began.Add(s.opts.Window)))
	defer end.Stop()
	select {
	case <-s.urgent:
	case <-end.C:
	case <-ctx.Done():
	}
}

// newest returns the value to be written now.
func (s *Store) newest() device.Saved {
	s.taken = time.Now() // before it is: Unsaved must not call what follows younger than it is
	select {
	case s.last = <-s.box:
	default:
	}
	select {
	case <-s.urgent: // it is in it
	default:
	}
	return s.last
}

// put writes v, records the result, and reports whether all is written.
func (s *Store) put(v device.Saved) bool {
	v.Boot = s.opts.Boot
	v.Since, v.Touched = number.Number, s.touch.see(v.Settings, s.called.Swap(false))
	s.last, s.began = v, time.Now()
	late := s.late()
	remade, err := s.write(v)
	s.ended = time.Now()
	s.remade = s.remade || remade || err != nil
	s.note(err, late)
	if err == nil && s.remade && s.opts.Again != nil {
		s.opts.Again()
	}
	s.remade = s.remade && err != nil
	return err == nil
}

// late returns how much later than promised the write has begun: a change waits for the
// window, or for the write before if that takes longer.
func (s *Store) late() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pending.IsZero() {
		return 0
	}
	due := s.pending.Add(s.opts.Window)
	if s.ended.After(due) {
		due = s.ended
	}
	return max(0, s.began.Sub(due))
}

// note logs err if it is new, and how late a good write has begun.
func (s *Store) note(err error, late time.Duration) {
	s.mu.Lock()
	was := s.fault
	s.fault = err
	if err == nil && len(s.box) == 0 {
		s.pending = time.Time{}
	} else if err == nil {
		s.pending = s.taken // something newer has arrived since
	} else if s.pending.IsZero() {
		s.pending = s.began
	}
	s.mu.Unlock()
	switch {
	case err != nil && (was == nil || was.Error() != err.Error()):
		s.opts.Log.Error("the state cannot be saved; trying again", "err", err)
	case err == nil && was != nil:
		s.opts.Log.Info("the state is saved again")
	case err == nil:
		s.opts.Log.Debug("the state is saved", "late", late)
	}
}

// Fault returns the error of the last write, or nil. It may be called from any
// goroutine.
func (s *Store) Fault() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault
}

// Unsaved returns how long the oldest unwritten change has waited, or 0 without
// one. It may be called from any goroutine.
func (s *Store) Unsaved() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pending.IsZero() {
		return 0
	}
	return time.Since(s.pending)
}
