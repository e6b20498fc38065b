package api

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/durable"
)

// keyEvery is how often the key files are checked. A key that was replaced
// remains valid for that long.
const keyEvery = time.Second

// ownKey is the device's own key as its file should hold it.
type ownKey struct {
	sync.Mutex // one change at a time
	key        Key
	dir        durable.FS // has the file
	debt       debt       // the file lacks it
}

// followKey loads the key from its file whenever the file has changed, until
// ctx ends. If the file is missing or has no valid key, the last key stays in
// force.
func (s *Server) followKey(ctx context.Context) { follow(ctx, s.cfg.KeyFile, s.changeKey) }

// follow calls changed whenever the file at path is replaced or changed, until
// ctx ends.
func follow(ctx context.Context, path string, changed func()) {
	tick := time.NewTicker(keyEvery)
	defer tick.Stop()
	var last fs.FileInfo // not of the file as it is now, which may have changed since it was read
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now, err := os.Stat(path)
		if err != nil || unchanged(last, now) {
			continue
		}
		last = now
		changed()
	}
}

// unchanged reports whether two entries describe the same, unchanged file.
func unchanged(a, b fs.FileInfo) bool {
	return a != nil && os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size()
}

// changeKey puts the key in the file in force, and ends the connections that the
// old key has opened.
func (s *Server) changeKey() {
	s.own.Lock()
	defer s.own.Unlock()
	text, err := os.ReadFile(s.cfg.KeyFile)
	var key Key
	if err == nil && s.lock.opens(strings.TrimSpace(string(text))) {
		s.keyRefused.Store(false)
		return // as it was, also where it is one that would no longer be taken
	}
	if err == nil {
		key, err = newKey(strings.TrimSpace(string(text)))
	}
	if err != nil {
		s.keyRefused.Store(true)
		s.log.Warn("the new key is not taken, the old one still holds", "err", err)
		return
	}
	s.keyRefused.Store(false)
	was := s.lock.now.Load()
	if s.lock.change(key) {
		s.keyring.forget(was)
		s.own.key = key
		s.log.Info("a new key is in force")
	}
}

// keepOwn writes the file of the device's own key if it is missing, or if that is
// owed. A file with another key is left to followKey.
func (s *Server) keepOwn() error {
	if s.cfg.KeyFile == "" {
		return nil
	}
	s.own.Lock()
	defer s.own.Unlock()
	text, err := os.ReadFile(s.cfg.KeyFile)
	lost := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !lost:
		return s.own.debt.set(fmt.Errorf("api: %w", err)) // after a restart nobody knows which key holds
	case !lost && (s.own.debt.fault() == nil || !s.lock.opens(strings.TrimSpace(string(text)))):
		return s.own.debt.set(nil)
	case lost:
		s.log.Warn("the data directory lacks the key; it is kept there again", "file", s.cfg.KeyFile)
	}
	return s.own.debt.set(keepKey(s.own.dir, s.own.key))
}

// keyHealth returns what should be changed about the keys, if anything.
func (s *Server) keyHealth() (parts []Component) {
	if s.keyring.refused.Load() {
		parts = append(parts, Component{Name: "keys", Status: Warning, Detail: fmt.Sprintf("%s is not taken; the named keys are those that were in it before", s.keyring.file)})
	}
	switch {
	case s.keyRefused.Load():
		parts = append(parts, Component{Name: "key", Status: Warning, Detail: fmt.Sprintf("the key in %s is not taken, the old one still holds: want %d to %d of a-z A-Z 0-9 - . _ ~", s.cfg.KeyFile, minKey, maxKey)})
	case s.lock.short():
		parts = append(parts, Component{Name: "key", Status: Warning, Detail: fmt.Sprintf("a key of less than %d characters can be guessed; 'ledpost key --new' makes one", minKey)})
	}
	return parts
}

// Unsaved returns why the keys in force are not on the disk, or nil if they are. It
// never waits for the disk; any goroutine may call it.
func (s *Server) Unsaved() error {
	var faults []error
	if err := s.own.debt.fault(); err != nil {
		faults = append(faults, fmt.Errorf("the key cannot be saved: %w", err))
	}
	if err := s.keyring.debt.fault(); err != nil {
		faults = append(faults, fmt.Errorf("the named keys cannot be saved: %w", err))
	}
	return errors.Join(faults...)
}

// NamedKeys returns what the file of the named keys should hold, for a backup; nil
// if there are none and never were. It may be called from any goroutine.
func (s *Server) NamedKeys() ([]byte, error) {
	keys := *s.lock.named.Load()
	if len(keys) == 0 && !s.keyring.had() {
		return nil, nil
	}
	return encodeKeys(nil, keys, nil)
}

// KeepKeys writes the files of the keys again if they are missing, or if writing
// them has failed. It may be called from any goroutine.
func (s *Server) KeepKeys() error { return errors.Join(s.keepOwn(), s.keyring.keepAgain()) }
