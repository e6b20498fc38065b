// SPDX-License-Identifier: Apache-2.0

package gallery

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/durable"
)

// Folder is where everything is, in the data directory.
const Folder = "gallery"

const (
	catalogue = "catalogue"      // the one that was fetched last, behind a line with its address
	installed = "installed.json" // a line for each app
	files     = "files"          // by their hash
)

// Errors of a store.
var (
	ErrNoCatalogue = errors.New("there is no catalogue of apps yet")
	ErrNoApp       = errors.New("the gallery has no such app")
	ErrNoFolder    = errors.New("there is no data directory to keep apps in")
	ErrFull        = fmt.Errorf("there is room for %d apps of the gallery with %d MiB in all", MaxInstalled, maxBytes>>20)
	ErrHash        = errors.New("a file of the app has another content than the catalogue says")
	ErrNoSource    = errors.New("the server does not give the apps of the gallery")
	ErrUnsigned    = errors.New("the catalogue is not signed by a key that this device trusts")
	ErrOlder       = errors.New("the server has an older catalogue than this device")
)

// Config says where a store has its apps from.
type Config struct {
	FS  durable.FS // of the folder; nil = nothing is kept
	URL string     // of the newest catalogue

	// Plausible reports whether the wall clock can be trusted at a time; nil = never.
	Plausible func(time.Time) bool
	// Get returns the content of an address, at most most bytes, which are taken from the budget of ctx. Its errors are
	// for people.
	Get func(ctx context.Context, url string, most int64) ([]byte, error)
	// Signed returns why signatures, in minisign's form, are not of data, or of nobody whom the device trusts: an error
	// for people, such as ErrUnsigned. nil = the catalogue needs none, as where the owner has chosen its server.
	Signed func(data, signatures []byte) error
	// Shipped returns the catalogue that came with the program that draws; nil = none did.
	Shipped func() []byte
}

// Store is a gallery: a catalogue, and the apps of it that are installed. Make one with [New]; any
// goroutine may use it.
type Store struct {
	cfg Config

	change chan struct{} // has room for who changes files, also while they are fetched

	mu   sync.Mutex // guards the rest; never held over the network
	read bool
	now  *Catalogue  // nil = not fetched yet
	have []Installed // is replaced as a whole
	turn int         // how often one of the two has changed
}

// New returns a gallery. It removes what interrupted writes have left, so nobody may be writing there.
func New(cfg Config) *Store {
	s := &Store{cfg: cfg, change: make(chan struct{}, 1)}
	if cfg.FS != nil {
		durable.Tidy(cfg.FS, ".")
		durable.Tidy(cfg.FS, files)
	}
	return s
}

// lock waits until nobody else changes files, or returns why ctx has ended.
func (s *Store) lock(ctx context.Context) error {
	select {
	case s.change <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (s *Store) unlock() { <-s.change }

// load reads what is kept, once. A fault of the disk is an empty gallery.
func (s *Store) load() {
	if s.read {
		return
	}
	s.read, s.turn = true, 1
	if s.cfg.FS != nil {
		data, _ := s.cfg.FS.Read(catalogue, MaxPacked+int64(len(s.cfg.URL))+1)
		if packed, ok := bytes.CutPrefix(data, []byte(s.cfg.URL+"\n")); ok {
			s.now, _ = s.parse(context.Background(), packed) // one of an earlier version is fetched again
		}
		if text, err := s.cfg.FS.Read(installed, maxList); err == nil {
			s.have = listed(text)
		}
	}
	if s.cfg.Shipped == nil {
		return
	}
	if c, err := Read(context.Background(), s.cfg.Shipped()); err == nil && (s.now == nil || c.Date.After(s.now.Date)) {
		s.now = c
	}
}

// All returns the catalogue, nil before it was fetched, and the apps that are installed. Nobody may change them. As long
// as turn is the same, so are they; it is never 0.
func (s *Store) All() (turn int, c *Catalogue, have []Installed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	return s.turn, s.now, s.have
}

// write replaces a file of the folder, which it makes.
func (s *Store) write(name string, data []byte) error {
	if _, err := s.cfg.FS.Mkdir(path.Dir(name)); err != nil {
		return err
	}
	return durable.Write(s.cfg.FS, name, data)
}
