// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/budget"
)

// loadLoop decodes, one icon at a time, until ctx ends.
func (s *Store) loadLoop(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case at := <-s.load:
			s.loadOne(ctx, at)
		}
	}
}

func (s *Store) loadOne(ctx context.Context, at slot) {
	switch at.source {
	case fromData:
		_ = s.loadData(ctx, at)
	case fromUser:
		_ = s.loadUser(ctx, at)
	case fromGallery:
		if s.loadKept(ctx, at) != nil && ctx.Err() == nil {
			s.order(at)
		}
	}
}

// Load makes the icon of r ready, so that Icon returns it from then on: it reads,
// fetches from the gallery if there is one, and decodes before it returns. It does not
// need Run. An error says why Icon returns a placeholder instead, or is the error of
// ctx.
func (s *Store) Load(ctx context.Context, r Ref) error {
	switch {
	case r.IsZero():
		return nil
	case r.key == dataKey:
		return s.loadData(ctx, slot{fromData, r.text})
	}
	err := s.loadUser(ctx, slot{fromUser, r.key})
	if err == nil || ctx.Err() != nil || s.builtin.icon(r) != nil {
		return ctx.Err()
	}
	if isNumber(r.key) {
		return s.loadNumber(ctx, slot{fromGallery, r.key})
	}
	if errors.Is(err, ErrNotFound) {
		return fmt.Errorf("icons: there is no icon %q", r)
	}
	return err
}

func (s *Store) loadData(ctx context.Context, at slot) error {
	data, _ := Data(at.name) // Parse has checked it
	ic, err := s.decoder.sent(ctx, data)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.keep(at, item{icon: ic})
	return err
}

// loadUser loads a file of the user's folder; ErrNotFound when it has none.
func (s *Store) loadUser(ctx context.Context, at slot) error {
	file, ok := s.folder.find(at.name)
	if !ok { // removed since Icon looked
		s.mu.Lock()
		delete(s.pending, at)
		s.mu.Unlock()
		return ErrNotFound
	}
	data, err := bounded.ReadFile(file.path, MaxBytes)
	if errors.Is(err, fs.ErrNotExist) { // the next scan will see that
		s.keep(at, item{nil, file})
		return ErrNotFound
	}
	err = cmp.Or(err, s.finish(ctx, at, data, file))
	if err != nil && ctx.Err() == nil {
		s.log.Warn("a file in the icons folder is no icon and is left out", "file", file.path, "err", err)
	}
	return err
}

// loadKept loads an icon of the gallery from the disk, if it is there and whole.
func (s *Store) loadKept(ctx context.Context, at slot) error {
	data := s.kept.get(at.name)
	if data == nil {
		return ErrNotFound
	}
	ic, err := s.decoder.decode(ctx, data)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		s.kept.forget(at.name)
		return err
	}
	s.keep(at, item{icon: ic})
	return nil
}

// loadNumber loads an icon of the gallery from the disk or from the gallery.
func (s *Store) loadNumber(ctx context.Context, at slot) error {
	if err := s.loadKept(ctx, at); err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	ic, _, err := s.gallery.fetchNow(ctx, at.name)
	if err == nil {
		s.keep(at, item{icon: ic})
	} else if ctx.Err() == nil {
		s.giveUp(at, waitAfter(err), err)
	}
	return err
}

// order has at fetched, if there is a gallery.
func (s *Store) order(at slot) {
	if s.cfg.Gallery == "" {
		s.giveUp(at, longMissing, errGone)
		return
	}
	select {
	case s.fetch <- at:
	default:
		s.giveUp(at, shortMissing, errFull)
	}
}

// giveUp ends the wait for at because of why, and does not try again before d is over.
func (s *Store) giveUp(at slot, d time.Duration, why error) {
	s.mu.Lock()
	delete(s.pending, at)
	s.missing.add(at.name, d, told(why))
	s.mu.Unlock()
	s.tell()
}

// finish decodes data for at, keeps the outcome and announces it.
func (s *Store) finish(ctx context.Context, at slot, data []byte, file userFile) error {
	ic, err := s.decoder.decode(ctx, data)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.keep(at, item{ic, file})
	return err
}

// keep stores the outcome for at, unless there is one already, and announces
// it.
func (s *Store) keep(at slot, it item) {
	s.mu.Lock()
	delete(s.pending, at)
	news := true
	if old, ok := s.ready.get(at); !ok || old.icon == nil || old.file != it.file {
		news = s.ready.put(at, it)
	}
	s.mu.Unlock()
	if news {
		s.tell()
	}
}

// decoder decodes pictures for the box.
type decoder struct {
	room   room
	memory *budget.Budget // nil = no bounds
}

// decode is decodeFit, once there is memory for it.
func (d *decoder) decode(ctx context.Context, data []byte) (*Icon, error) {
	return d.first(ctx, data, func(facts) int { return 0 })
}

// sent is decode for a data URI: it ends after MaxSent pixels.
func (d *decoder) sent(ctx context.Context, data []byte) (*Icon, error) {
	return d.first(ctx, data, func(f facts) int { return f.first })
}

// first is decode for so many frames as n returns; 0 = all.
func (d *decoder) first(ctx context.Context, data []byte, n func(facts) int) (*Icon, error) {
	share := d.memory.Hold()
	defer share.Release()
	f, err := inspect(data)
	if err != nil {
		return nil, fmt.Errorf("icons: %w", err)
	}
	if err := share.Wait(ctx, int64(len(data))+f.bytes()); err != nil {
		return nil, err
	}
	return decodeFirst(ctx, data, d.room, n(f))
}

// decodeFit is Decode and Fit in one, without the memory of all frames.
func decodeFit(ctx context.Context, data []byte, to room) (*Icon, error) {
	return decodeFirst(ctx, data, to, 0)
}

// decodeFirst is decodeFit for n frames; 0 = all.
func decodeFirst(ctx context.Context, data []byte, to room, n int) (*Icon, error) {
	film := Film{Most: Most{Frames: n}}
	return film.decode(ctx, data, blank(to.side), func(src image.Point) fitter { return newFitter(src, to) })
}
