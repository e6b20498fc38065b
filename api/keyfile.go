package api

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
)

// keyEvery is how often the key files are checked. A key that was replaced
// remains valid for that long.
const keyEvery = time.Second

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

// changeKey reads the file and ends the WebSockets that the old key has opened.
func (s *Server) changeKey() {
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
	if s.lock.change(key) {
		s.log.Info("a new key is in force")
	}
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

// Opens reports whether key is the device's own key in force, which may differ
// from the one that the server began with. It may be called from any goroutine.
func (s *Server) Opens(key Key) bool { return s.lock.opens(string(key)) }

// Unsaved returns why the keys in force are not on the disk, or nil if they are. It
// never waits for the disk; any goroutine may call it.
func (s *Server) Unsaved() error {
	if err := s.keyring.unsaved.Load(); err != nil && *err != nil {
		return fmt.Errorf("the named keys cannot be saved: %w", *err)
	}
	return nil
}

// KeepKeys writes the file of the named keys again if it has been removed. It
// may be called from any goroutine.
func (s *Server) KeepKeys() error { return s.keyring.keepAgain() }
