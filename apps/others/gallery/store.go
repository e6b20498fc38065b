// SPDX-License-Identifier: Apache-2.0

package gallery

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// Limits of what is installed.
const (
	MaxInstalled = 50
	maxAll       = 2000     // files of all of them
	maxBytes     = 32 << 20 // of these
	maxList      = 2 << 20  // bytes of the list of what is installed
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
	now  *Catalogue  // nil = there is none
	have []Installed // is replaced as a whole
	turn int         // how often one of the two has changed
}

// Installed is an app that is installed.
type Installed struct {
	App
	Commit string `json:"commit"`
	Base   string `json:"base"` // as in [Head]
	Terms  string `json:"terms"`
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

// ahead is how far a date may be in the future: clocks differ.
const ahead = 24 * time.Hour

// parse reads a catalogue that the address of the store has given. One of the future would count as the newest for ever.
func (s *Store) parse(ctx context.Context, packed []byte) (*Catalogue, error) {
	c, err := Read(ctx, packed)
	if err == nil {
		err = checkBase(c.Base, s.cfg.URL)
	}
	if err != nil {
		return nil, err
	}
	now := time.Now()
	if s.cfg.Plausible != nil && s.cfg.Plausible(now) && c.Date.After(now.Add(ahead)) {
		return nil, fmt.Errorf("the catalogue is of the future: %s", c.Date.Format(time.DateOnly))
	}
	return c, nil
}

// listed reads the list of what is installed, without what nobody may install.
func listed(text []byte) (all []Installed) {
	_ = eachLine(bytes.NewReader(text), func(line []byte) error { // what is no list is an empty one
		var a Installed
		if json.Unmarshal(line, &a) == nil && a.Check() == nil && !full(append(all, a)) {
			all = append(all, a)
		}
		return nil
	})
	return all
}

// Catalogue returns the newest catalogue. Error: ErrNoCatalogue.
func (s *Store) Catalogue() (*Catalogue, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.load(); s.now == nil {
		return nil, ErrNoCatalogue
	}
	return s.now, nil
}

// Find returns an app of the catalogue. Errors: ErrNoCatalogue, ErrNoApp.
func (s *Store) Find(id string) (App, Head, error) {
	c, err := s.Catalogue()
	if err != nil {
		return App{}, Head{}, err
	}
	at := slices.IndexFunc(c.Apps, func(a App) bool { return a.ID == id })
	if at < 0 {
		return App{}, Head{}, ErrNoApp
	}
	return c.Apps[at], c.Head, nil
}

// Installed returns the apps that are installed, by id.
func (s *Store) Installed() map[string]Installed {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	all := map[string]Installed{}
	for _, a := range s.have {
		all[a.ID] = a
	}
	return all
}

// All returns the catalogue, nil = there is none, and the apps that are installed. Nobody may change them. As long as
// turn is the same, so are they; it is never 0.
func (s *Store) All() (turn int, c *Catalogue, have []Installed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	return s.turn, s.now, s.have
}

// Renew fetches the newest catalogue. After an error the old one stays.
func (s *Store) Renew(ctx context.Context) error {
	if err := s.lock(ctx); err != nil {
		return err
	}
	defer s.unlock()
	packed, err := s.get(ctx, s.cfg.URL, MaxPacked)
	if err != nil {
		return err
	}
	c, err := s.parse(ctx, packed)
	if err != nil {
		return err
	}
	if s.cfg.FS != nil {
		if err := s.write(catalogue, append([]byte(s.cfg.URL+"\n"), packed...)); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	s.now = c
	s.turn++
	return nil
}

func (s *Store) get(ctx context.Context, url string, most int64) ([]byte, error) {
	if s.cfg.Get == nil || url == "" {
		return nil, ErrNoSource
	}
	return s.cfg.Get(ctx, url, most)
}

// write replaces a file of the folder, which it makes.
func (s *Store) write(name string, data []byte) error {
	if _, err := s.cfg.FS.Mkdir(path.Dir(name)); err != nil {
		return err
	}
	return durable.Write(s.cfg.FS, name, data)
}

// files returns the files of an app: those that are kept, and the others from the network. With a fault of the disk it
// returns them all the same. The caller holds the lock.
func (s *Store) files(ctx context.Context, a App, base string) (all map[string][]byte, fault error) {
	all = map[string][]byte{}
	for _, f := range a.Files {
		data, ok := s.kept(f)
		if !ok {
			var err error
			if data, err = s.fetched(ctx, f, base); err != nil {
				return nil, err
			}
			if s.cfg.FS != nil && fault == nil {
				fault = s.write(path.Join(files, f.Hash.String()), data)
			}
		}
		all[f.Path] = data
	}
	return all, fault
}

// kept returns a file that is on the disk.
func (s *Store) kept(f File) ([]byte, bool) {
	if s.cfg.FS == nil {
		return nil, false
	}
	data, err := s.cfg.FS.Read(path.Join(files, f.Hash.String()), int64(f.Size))
	return data, err == nil && f.is(data)
}

// fetched returns a file from the network.
func (s *Store) fetched(ctx context.Context, f File, base string) ([]byte, error) {
	if err := checkBase(base, s.cfg.URL); err != nil {
		return nil, err
	}
	data, err := s.get(ctx, base+f.From, int64(f.Size))
	if err == nil && !f.is(data) || errors.Is(err, bounded.ErrTooLarge) {
		err = ErrHash
	}
	return data, err
}

// is reports whether data is the content of the file.
func (f File) is(data []byte) bool { return len(data) == f.Size && sha256.Sum256(data) == f.Hash }

// Picture returns the picture of an app; it is not kept. Errors: ErrNoApp, ErrHash, and of the network.
func (s *Store) Picture(ctx context.Context, id string) ([]byte, error) {
	a, head, err := s.Find(id)
	if err != nil {
		return nil, err
	}
	if a.Picture == nil {
		return nil, ErrNoApp
	}
	return s.fetched(ctx, *a.Picture, head.Base)
}

// Fetch returns the files of an app of the catalogue. They are kept until another app is fetched, so that a fetch that
// was cut goes on where it ended. Errors: ErrNoCatalogue, ErrNoApp, ErrHash, of the network and of the disk.
func (s *Store) Fetch(ctx context.Context, id string) (App, map[string][]byte, error) {
	if err := s.lock(ctx); err != nil {
		return App{}, nil, err
	}
	defer s.unlock()
	a, head, err := s.Find(id)
	if err != nil {
		return a, nil, err
	}
	s.sweep(a)
	content, err := s.files(ctx, a, head.Base)
	return a, content, err
}

// Install installs the version of an app that the catalogue has, in place of another one. What
// loads returns an error for is not installed: the older version stays.
// Errors: those of Fetch, ErrNoFolder, ErrFull, and of loads.
func (s *Store) Install(ctx context.Context, id string, loads func(App, map[string][]byte) error) error {
	if s.cfg.FS == nil {
		return ErrNoFolder
	}
	if err := s.lock(ctx); err != nil {
		return err
	}
	defer s.unlock()
	a, head, err := s.Find(id)
	if err != nil {
		return err
	}
	next := slices.DeleteFunc(s.list(), func(b Installed) bool { return b.ID == id })
	next = append(next, Installed{a, head.Commit, head.Base, cmp.Or(a.License, head.License)})
	if full(next) {
		return ErrFull
	}
	s.sweep(a)
	content, err := s.files(ctx, a, head.Base)
	if err == nil {
		err = loads(a, content)
	}
	if err != nil {
		return err
	}
	if err := s.keep(next); err != nil {
		return err
	}
	s.sweep(App{})
	return nil
}

// Remove removes an app. Errors: ErrNoApp, and of the disk.
func (s *Store) Remove(ctx context.Context, id string) error {
	if err := s.lock(ctx); err != nil {
		return err
	}
	defer s.unlock()
	before := s.list()
	next := slices.DeleteFunc(slices.Clone(before), func(a Installed) bool { return a.ID == id })
	if len(next) == len(before) {
		return ErrNoApp
	}
	err := s.keep(next)
	s.sweep(App{})
	return err
}

// list returns a copy of what is installed.
func (s *Store) list() []Installed {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	return slices.Clone(s.have)
}

// keep makes next what is installed: from here on a power cut leaves it so.
func (s *Store) keep(next []Installed) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	for _, a := range next {
		if err := e.Encode(a); err != nil {
			return err
		}
	}
	if text.Len() > maxList || len(listed(text.Bytes())) < len(next) { // a restart would lose it
		return ErrFull
	}
	if err := s.write(installed, text.Bytes()); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.have = next
	s.turn++
	return nil
}

// sweep removes the files that neither an installed app nor a has.
func (s *Store) sweep(a App) {
	if s.cfg.FS == nil {
		return
	}
	wanted := map[string]bool{}
	for _, one := range append(s.list(), Installed{App: a}) {
		for _, f := range one.Files {
			wanted[f.Hash.String()] = true
		}
	}
	names, err := s.cfg.FS.List(files)
	if err != nil {
		return
	}
	for _, name := range names {
		if !wanted[name] {
			_ = s.cfg.FS.Remove(path.Join(files, name)) // the next change tries again
		}
	}
}

// full reports whether there is no room for so many apps.
func full(apps []Installed) bool {
	size, count := 0, 0
	for _, a := range apps {
		size, count = size+a.Bytes(), count+len(a.Files)
	}
	return len(apps) > MaxInstalled || count > maxAll || size > maxBytes
}

// patience is how long a program is fetched again, and waited for.
const patience = 40 * time.Second

// Program returns an installed app with its files. Errors: ErrNoApp, ErrHash, and of the network: what the disk has
// lost, or a backup did not bring, is fetched again.
func (s *Store) Program(ctx context.Context, id string) (Installed, map[string][]byte, error) {
	a, ok := s.Installed()[id]
	if !ok {
		return a, nil, ErrNoApp
	}
	all := map[string][]byte{}
	for _, f := range a.Files {
		data, ok := s.kept(f)
		if !ok {
			return s.again(ctx, a)
		}
		all[f.Path] = data
	}
	return a, all, nil
}

// again is Program for an app of which the disk has lost something.
func (s *Store) again(ctx context.Context, a Installed) (Installed, map[string][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := s.lock(ctx); err != nil {
		return a, nil, err
	}
	defer s.unlock()
	all, err := s.files(ctx, a.App, a.Base)
	if all != nil {
		err = nil // the program is there, although the disk does not keep it
	}
	return a, all, err
}
