// Package store keeps on the disk what must outlive the process: every kind of
// it in a file of its own, in words, replaced whole. It starts and runs with
// what it can read and write, says what it cannot, and saves again by itself
// when that is over.
package store

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/latest"
)

// Window is how long a change may wait for its write: at most one write begins
// in this time, for the sake of SD cards (docs/decisions.md 4, restart).
const Window = 2 * time.Second

// A write that fails is tried again after retry, then less and less often.
const retry, maxRetry = 2 * time.Second, 10 * time.Second

// Options are how a Store works.
type Options struct {
	Window time.Duration // at most one write begins in it; 0 = Window
	Again  func()        // called when all is written again, after a fault or into a directory made anew: what others keep there may be gone; nil = nothing
	Log    *slog.Logger
}

// Store keeps a device.Saved in a directory. It is the directory's only writer.
type Store struct {
	// Immutable.
	fs     FS
	opts   Options
	box    latest.Box[device.Saved]
	urgent chan struct{}

	// Owned by Open, then by Run.
	disk   disk
	enc    encoder
	began  time.Time // of the last write
	last   device.Saved
	remade bool // the directory, or a write has failed, since Again was called

	mu      sync.Mutex // guards what other goroutines read
	fault   error
	pending time.Time // since when something is not written; zero = all is
}

// Open reads what is kept in fs, or makes a new identity. It always returns
// something to run with: Fault reports what does not work. The ids that the device
// may give out next are reserved, and an unclean end is counted, on disk before
// it returns.
func Open(fs FS, opts Options) (*Store, device.Saved) {
	if opts.Window == 0 {
		opts.Window = Window
	}
	s := &Store{
		fs: fs, opts: opts, box: latest.New[device.Saved](), urgent: make(chan struct{}, 1),
		disk: newDisk(fs, opts.Log), enc: newEncoder(),
	}
	saved := s.begin(s.load())
	return s, saved
}

// begin writes what has to be known before anything is shown.
func (s *Store) begin(saved device.Saved, found bool) device.Saved {
	if found && !saved.Clean {
		s.say(saved.Blame())
	}
	saved.Clean = false
	ahead := saved
	ahead.Reserved = max(saved.Reserved, 1) + device.Reserve // as the device does
	if s.put(ahead); !found {
		delete(s.disk.written, identityName)
		s.put(ahead) // of what cannot be made again there are two from the first day on
	}
	if s.Fault() == nil {
		return saved
	}
	// Nothing can be counted or reserved: better bare than dead, and better a
	// leap of the ids, which the time keeps rising, than one of them twice.
	if found {
		s.say(saved.Suspect())
	}
	saved.Reserved = leap(saved.Reserved)
	s.last.Reserved = saved.Reserved + device.Reserve
	return saved
}

// leap returns a number above all ids that were given out, if at most one a
// second was: it is the time, or reserved if that is more.
func leap(reserved uint64) uint64 { return max(reserved, uint64(max(time.Now().Unix(), 0))) }

// Leave is for a program that ends in an orderly way before Run: what Open has
// counted as begun did not begin.
func (s *Store) Leave() {
	s.last.Clean = true
	s.put(s.last)
}

func (s *Store) say(what string) {
	if what != "" {
		s.opts.Log.Warn("safe mode: " + what)
	}
}

// Save hands v to Run. It never blocks; one goroutine may call it.
func (s *Store) Save(v device.Saved) {
	s.mu.Lock()
	if s.pending.IsZero() {
		s.pending = time.Now()
	}
	s.box.Put(v) // while Run cannot say that all is written
	s.mu.Unlock()
	if v.Urgent {
		select {
		case s.urgent <- struct{}{}:
		default:
		}
	}
}

// Run writes what is saved until ctx ends; then it writes what is left. A write
// begins at once if none has begun within the window, or if it is urgent; else
// when the window ends. One that fails is said once, and tried again.
func (s *Store) Run(ctx context.Context) error {
	var again <-chan time.Time // s.last is not written
	wait := retry
	if s.Fault() != nil {
		again = time.After(wait)
	}
	for ctx.Err() == nil {
		select {
		case s.last = <-s.box:
			if again != nil {
				continue // it cannot be written now
			}
			s.hold(ctx)
		case <-again:
		case <-ctx.Done():
			continue
		}
		if s.put(s.newest()) {
			again, wait = nil, retry
		} else {
			again, wait = time.After(wait), min(2*wait, maxRetry)
		}
	}
	if len(s.box) == 0 && again == nil {
		return nil
	}
	if !s.put(s.newest()) {
		s.opts.Log.Error("the last changes are lost: the state cannot be saved", "err", s.Fault())
	}
	return nil
}

// hold waits for the end of the window, or for something urgent.
func (s *Store) hold(ctx context.Context) {
	end := time.NewTimer(time.Until(s.began.Add(s.opts.Window)))
	defer end.Stop()
	select {
	case <-s.urgent:
	case <-end.C:
	case <-ctx.Done():
	}
}

// newest is what is to be written now.
func (s *Store) newest() device.Saved {
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

// put writes v, takes note of how that went, and reports whether all is written.
func (s *Store) put(v device.Saved) bool {
	s.last, s.began = v, time.Now()
	remade, err := s.write(v)
	s.remade = s.remade || remade || err != nil
	s.note(err)
	if err == nil && s.remade && s.opts.Again != nil {
		s.opts.Again()
	}
	s.remade = s.remade && err != nil
	return err == nil
}

// note says err if it is news.
func (s *Store) note(err error) {
	s.mu.Lock()
	was := s.fault
	s.fault = err
	if err == nil && len(s.box) == 0 {
		s.pending = time.Time{}
	} else if err == nil {
		s.pending = s.began // something newer came while this was written
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
		s.opts.Log.Debug("the state is saved")
	}
}

// Fault returns why the last write has failed, nil if it has not. It may be
// called from any goroutine.
func (s *Store) Fault() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault
}

// Unsaved returns how long the oldest change that is not written has waited, 0
// if there is none. It may be called from any goroutine.
func (s *Store) Unsaved() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pending.IsZero() {
		return 0
	}
	return time.Since(s.pending)
}
