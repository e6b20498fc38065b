// SPDX-License-Identifier: Apache-2.0

package gallery

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Find returns an app of the newest catalogue. Errors: ErrNoCatalogue, ErrNoApp.
func (s *Store) Find(id string) (App, Head, error) {
	_, c, _ := s.All()
	if c == nil {
		return App{}, Head{}, ErrNoCatalogue
	}
	at := slices.IndexFunc(c.Apps, func(a App) bool { return a.ID == id })
	if at < 0 {
		return App{}, Head{}, ErrNoApp
	}
	return c.Apps[at], c.Head, nil
}

// Renew fetches the newest catalogue, which has to be signed if the store wants that. After an error the old one stays.
// Errors: ErrUnsigned, ErrOlder, of Read, of the network and of the disk.
func (s *Store) Renew(ctx context.Context) error {
	if err := s.lock(ctx); err != nil {
		return err
	}
	defer s.unlock()
	packed, err := s.get(ctx, s.cfg.URL, MaxPacked)
	if err == nil && s.cfg.Signed != nil {
		err = s.checkSigned(ctx, packed)
	}
	if err != nil {
		return err
	}
	c, err := s.parse(ctx, packed)
	if err != nil {
		return err
	}
	if _, now, _ := s.All(); s.cfg.Signed != nil && now != nil && c.Date.Before(now.Date) {
		return ErrOlder // it was signed once, and offers what has been mended since
	}
	if s.cfg.FS != nil {
		if err := s.write(catalogue, append([]byte(s.cfg.URL+"\n"), packed...)); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = c
	s.turn++
	return nil
}

// Signature is behind the address of a catalogue in that of its signatures.
const Signature = ".minisig"

// maxSignature is how many bytes those have.
const maxSignature = 8 << 10

// checkSigned returns why a catalogue that has come must not be read; nil = it may.
func (s *Store) checkSigned(ctx context.Context, packed []byte) error {
	signatures, err := s.get(ctx, s.cfg.URL+Signature, maxSignature)
	if err != nil {
		return err
	}
	return s.cfg.Signed(packed, signatures)
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
