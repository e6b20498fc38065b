// SPDX-License-Identifier: Apache-2.0

package gallery

import (
	"context"
	"crypto/sha256"
	"errors"
	"path"

	"github.com/ledpost/ledpost/internal/bounded"
)

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

// files returns the files of an app: those that are kept, and the others from the network. With a fault of the disk it
// returns them all the same. The caller holds the lock.
func (s *Store) files(ctx context.Context, a App, base string) (all map[string][]byte, fault error) {
	all = s.kept(a)
	for _, f := range a.Files {
		if _, ok := all[f.Path]; ok {
			continue
		}
		data, err := s.fetched(ctx, f, base)
		if err != nil {
			return nil, err
		}
		if s.cfg.FS != nil && fault == nil {
			fault = s.write(path.Join(files, f.Hash.String()), data)
		}
		all[f.Path] = data
	}
	return all, fault
}

// kept returns the files of an app that are on the disk, whole.
func (s *Store) kept(a App) map[string][]byte {
	all := map[string][]byte{}
	if s.cfg.FS == nil {
		return all
	}
	for _, f := range a.Files {
		data, err := s.cfg.FS.Read(path.Join(files, f.Hash.String()), int64(f.Size))
		if err == nil && f.is(data) {
			all[f.Path] = data
		}
	}
	return all
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

func (s *Store) get(ctx context.Context, url string, most int64) ([]byte, error) {
	if s.cfg.Get == nil || url == "" {
		return nil, ErrNoSource
	}
	return s.cfg.Get(ctx, url, most)
}

// is reports whether data is the content of the file.
func (f File) is(data []byte) bool { return len(data) == f.Size && sha256.Sum256(data) == f.Hash }

// sweep removes the files that neither an installed app nor a has.
func (s *Store) sweep(a App) {
	if s.cfg.FS == nil {
		return
	}
	wanted := map[string]bool{}
	want := func(a App) {
		for _, f := range a.Files {
			wanted[f.Hash.String()] = true
		}
	}
	want(a)
	for _, a := range s.Installed() {
		want(a.App)
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
