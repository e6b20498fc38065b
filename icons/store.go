// SPDX-License-Identifier: Apache-2.0

// Package icons turns references into pictures: gallery numbers, names and
// data URIs. It decodes PNG, GIF, JPEG and WebP as browsers show them, draws the built-in
// icons, and keeps the user's folder and the cache of the gallery.
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package icons

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/spell"
)

// DefaultGallery is where icons of unknown numbers are fetched from.
const DefaultGallery = "https://developer.lametric.com/content/apps/icon_thumbs/{id}"

// Config says where icons come from.
type Config struct {
	Gallery string  `toml:"gallery"` // URL with {id}; "" = numbers are never fetched
	Dir     string  `toml:"-"`       // data directory: icons/ (the user's), icon-cache/; "" = neither
	Size    int     `toml:"-"`       // side of the box that icons are fitted to, pixels; 0 = 8
	Enlarge Enlarge `toml:"enlarge"` // how small icons grow into the box
}

// Validate returns the faults of the address of the gallery.
func (c Config) Validate() error {
	if c.Gallery == "" {
		return nil
	}
	u, err := url.Parse(c.Gallery)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || !strings.Contains(c.Gallery, "{id}") {
		return errors.New("icons: gallery: want an http or https URL with {id} in it, or nothing")
	}
	return nil
}

func (c Config) room() room { return room{cmp.Or(c.Size, box), c.Enlarge == Blocks} }

// Store finds icons: in the user's folder, among the built-in ones, in the
// cache of the gallery, in the gallery. It stores only decoded icons and which
// icons are awaited. Make one with New; its methods may be called from any
// goroutine, also before Run.
type Store struct {
	// Immutable.
	cfg     Config
	log     *slog.Logger
	folder  *folder
	builtin *builtins
	kept    *diskCache
	gallery *gallery
	blank   *Icon
	changed chan struct{}
	decoder *decoder
	load    chan slot // what the loader is to decode
	fetch   chan slot // pictures to fetch for it

	mu      sync.Mutex // guards the rest; never held over I/O or decoding
	ready   cache
	pending map[slot]bool
	missing negative
}

// slot is one icon that is not built in: where it comes from and its name there.
type slot struct {
	source source
	name   string // the data URI, or the key of the reference
}

type source byte

const (
	fromData source = iota
	fromUser
	fromGallery
)

// New returns a store that has the built-in icons and small data URIs at once,
// and everything else while Run runs.
func New(cfg Config, log *slog.Logger) *Store {
	cfg.Size = cmp.Or(cfg.Size, box)
	if err := cfg.Validate(); err != nil {
		log.Warn("icons are not fetched from the gallery", "err", err)
		cfg.Gallery = ""
	}
	s := &Store{
		cfg:     cfg,
		log:     log,
		builtin: newBuiltins(cfg.room()),
		kept:    newDiskCache(within(cfg.Dir, "icon-cache"), log),
		blank:   &Icon{Frames: []Frame{{Image: blank(cfg.Size)}}},
		changed: make(chan struct{}, 1),
		load:    make(chan slot, 32),
		fetch:   make(chan slot, 256),
		pending: map[slot]bool{},
	}
	s.folder = newFolder(within(cfg.Dir, "icons"), s.tell)
	s.decoder = &decoder{room: cfg.room()}
	s.gallery = newGallery(cfg.Gallery, s.decoder, s.kept)
	s.folder.scan()
	return s
}

// within returns the folder name inside dir, "" if dir is empty.
func within(dir, name string) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, name)
}

// Bound lets pictures take their memory from m while they are fetched and decoded. To be
// called before Run and the first icon.
func (s *Store) Bound(m *budget.Budget) { s.decoder.memory = m }

// Run watches the user's folder, decodes what Icon did not decode itself, and
// fetches from the gallery, until ctx ends. It always returns nil.
func (s *Store) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	s.folder.tidy()
	s.kept.tidy()
	wg.Go(func() { s.folder.watch(ctx) })
	for range fetchers {
		wg.Go(func() { s.fetchLoop(ctx) })
	}
	s.loadLoop(ctx)
	wg.Wait()
	s.gallery.transport.CloseIdleConnections()
	return nil
}

// Changed receives a signal after an icon that was requested from Icon has
// arrived or changed, so that the caller can ask again. It holds one signal for
// any number of changes.
func (s *Store) Changed() <-chan struct{} { return s.changed }

func (s *Store) tell() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// Icon returns the icon of r, fitted to the box: the same *Icon as long as it has not
// changed. It never returns nil and never blocks: until the icon is available, or
// without one, it returns a placeholder. The icon of the zero Ref is clear.
//
// A call is also the way to request an icon ahead of time: while Run runs, the
// icon is then read or fetched, and Changed signals its arrival. For an icon
// that is not decoded yet, the call sends a message to the loader, or decodes a
// small data URI, which takes about a millisecond.
//
// Of a number with the prefix i, which stands for a static icon, it returns the first
// frame alone.
func (s *Store) Icon(r Ref) *Icon {
	ic := s.find(r)
	if r.static() && ic.first != nil && ic != s.builtin.waiting() { // the dots move
		return ic.first
	}
	return ic
}

// find returns the icon of r with all its frames, or a placeholder.
func (s *Store) find(r Ref) *Icon {
	switch {
	case r.IsZero():
		return s.blank
	case r.key == dataKey:
		return s.data(r)
	}
	if ic := s.users(r); ic != nil {
		return ic
	}
	if ic := s.builtin.icon(r); ic != nil {
		return ic
	}
	if isNumber(r.key) {
		return s.number(r)
	}
	return s.builtin.unknown()
}

// Coming reports whether Icon returns the placeholder of an icon that is being read or
// fetched. Like Icon it orders a missing icon.
func (s *Store) Coming(r Ref) bool {
	if r.IsZero() {
		return false
	}
	_, own := s.folder.find(r.key)
	return (own || s.builtin.find(r) == nil) && s.Icon(r) == s.builtin.waiting()
}

// Fault returns why the sign for an unknown icon stands in place of r, in words; "" while it does
// not, or it is not known yet. It orders and decodes nothing.
func (s *Store) Fault(r Ref) string {
	switch {
	case r.IsZero():
		return ""
	case r.key == brokenKey:
		return strings.TrimPrefix(r.fault().Error(), "icons: ")
	case r.key == dataKey:
		s.mu.Lock()
		defer s.mu.Unlock()
		if it, ok := s.ready.get(slot{fromData, r.text}); ok && it.icon == nil {
			return "data URI: its pixels cannot be decoded"
		}
		return ""
	}
	file, own := s.folder.find(r.key)
	s.mu.Lock()
	defer s.mu.Unlock()
	it, ok := s.ready.get(slot{fromUser, r.key})
	broken := own && ok && it.file == file && it.icon == nil
	if own && !broken || s.builtin.find(r) != nil {
		return ""
	}
	if isNumber(r.key) {
		_, ok := s.ready.get(slot{fromGallery, r.key})
		why := s.missing.why[r.key]
		switch {
		case ok, s.pending[slot{fromGallery, r.key}], why == "" && s.cfg.Gallery+s.cfg.Dir != "":
			return ""
		case why != "" && why != gone:
			return fmt.Sprintf(why, r)
		}
	}
	if broken {
		return fmt.Sprintf("the file of the icon %q is no picture", r)
	}
	return fmt.Sprintf(gone, r) + s.meant(r.key)
}

// meant says which icon a name that there is not stands for; "" = none is as near.
func (s *Store) meant(key string) string {
	if isNumber(key) {
		return ""
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(s.folder.all())), maps.Keys(s.builtin.index()))
	slices.Sort(names)
	one := spell.Meant(key, slices.Values(slices.Compact(names)))
	if one == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", one)
}

const gone = "there is no icon %q"

// told says in words why an icon did not come; %q stands for it.
func told(why error) string {
	switch {
	case errors.Is(why, errGone):
		return gone
	case errors.Is(why, errCut):
		return "the icon gallery sent no whole picture for %q"
	case errors.Is(why, errAway):
		return "the icon gallery redirects elsewhere for %q"
	case errors.Is(why, errFull):
		return "the icon %q waits for others"
	}
	return "the icon gallery cannot be reached for %q"
}

// data returns the icon of a data URI. One that takes about a millisecond or
// less is decoded here, so that a notification's first frame has its icon.
func (s *Store) data(r Ref) *Icon {
	at := slot{fromData, r.text}
	if ic, ok := s.get(at); ok {
		return ic
	}
	data, _ := Data(r.text)
	f, _ := inspect(data)
	share := s.decoder.memory.Hold()
	defer share.Release()
	if f.work > smallWork || share.Take(f.bytes()) != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		if ic, ok := s.readyLocked(at); ok {
			return ic
		}
		return s.want(at)
	}
	ic, _ := decodeFit(context.Background(), data, s.cfg.room())
	return s.orUnknown(s.put(at, ic))
}

// orUnknown returns ic, or the sign for an unknown icon when ic is nil.
func (s *Store) orUnknown(ic *Icon) *Icon {
	if ic == nil {
		return s.builtin.unknown()
	}
	return ic
}

// smallWork is how much Icon decodes itself, as facts.work counts.
const smallWork = 64 << 10

// users returns the user's icon of r, nil if there is none.
func (s *Store) users(r Ref) *Icon {
	file, ok := s.folder.find(r.key)
	if !ok {
		return nil
	}
	at := slot{fromUser, r.key}
	s.mu.Lock()
	defer s.mu.Unlock()
	it, ok := s.ready.get(at)
	if ok && it.file == file {
		return it.icon // nil when the file is broken
	}
	waiting := s.want(at)
	if ok && it.icon != nil {
		return it.icon // the version before
	}
	return waiting
}

// number returns a gallery icon.
func (s *Store) number(r Ref) *Icon {
	at := slot{fromGallery, r.key}
	s.mu.Lock()
	defer s.mu.Unlock()
	if ic, ok := s.readyLocked(at); ok {
		return ic
	}
	if s.missing.has(r.key) || s.cfg.Gallery == "" && s.cfg.Dir == "" {
		return s.builtin.unknown()
	}
	return s.want(at)
}

// get returns a decoded icon, or the sign for unknown ones if it cannot be
// decoded.
func (s *Store) get(at slot) (*Icon, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.readyLocked(at)
}

// readyLocked is get for callers that hold mu.
func (s *Store) readyLocked(at slot) (*Icon, bool) {
	it, ok := s.ready.get(at)
	if !ok {
		return nil, false
	}
	return s.orUnknown(it.icon), true
}

// want has the loader decode at and returns the icon to show meanwhile. If the
// queue is full nothing happens: the icon will be requested again. The caller has held mu since it looked:
// otherwise the loader may have finished in between, and the icon would be loaded twice.
func (s *Store) want(at slot) *Icon {
	if !s.pending[at] {
		select {
		case s.load <- at:
			s.pending[at] = true
		default:
		}
	}
	return s.builtin.waiting()
}

// put stores a decoded icon, or nil if it cannot be decoded, unless another
// goroutine was quicker. It returns the one that is stored.
func (s *Store) put(at slot, ic *Icon) *Icon {
	s.mu.Lock()
	defer s.mu.Unlock()
	if it, ok := s.ready.get(at); ok {
		return it.icon
	}
	s.ready.put(at, item{icon: ic})
	return ic
}
