// SPDX-License-Identifier: Apache-2.0

package gallery

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"
)

// Limits of the installed apps.
const (
	MaxInstalled = 50
	maxAll       = 2000     // files of all of them
	maxBytes     = 32 << 20 // of these
	maxList      = 2 << 20  // bytes of the list of installed apps
)

// Installed is an app that is installed.
type Installed struct {
	App
	Commit string `json:"commit"`
	Base   string `json:"base"` // as in [Head]
	Terms  string `json:"terms"`
}

// Installed returns the apps that are installed, by id.
func (s *Store) Installed() map[string]Installed {
	_, _, have := s.All()
	all := map[string]Installed{}
	for _, a := range have {
		all[a.ID] = a
	}
	return all
}

// others returns the installed apps except the app of that id.
func (s *Store) others(id string) []Installed {
	_, _, have := s.All()
	return slices.DeleteFunc(slices.Clone(have), func(a Installed) bool { return a.ID == id })
}

// Install installs the catalogue's version of an app, in place of an older version. If loads returns an error, the
// older version stays.
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
	next := append(s.others(id), Installed{a, head.Commit, head.Base, cmp.Or(a.License, head.License)})
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
	if _, ok := s.Installed()[id]; !ok {
		return ErrNoApp
	}
	err := s.keep(s.others(id))
	s.sweep(App{})
	return err
}

// keep makes next the installed apps: from here on they survive a power cut.
func (s *Store) keep(next []Installed) error {
	text, err := encoded(next)
	if err != nil {
		return err
	}
	if err := s.write(installed, text); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.have = next
	s.turn++
	return nil
}

// encoded returns the list as a file. Errors: ErrFull.
func encoded(all []Installed) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	for _, a := range all {
		if err := e.Encode(a); err != nil {
			return nil, err
		}
	}
	if text.Len() > maxList || len(listed(text.Bytes())) < len(all) { // a restart would lose it
		return nil, ErrFull
	}
	return text.Bytes(), nil
}

// listed reads the list of installed apps, and leaves out the apps that nobody may install.
func listed(text []byte) (all []Installed) {
	_ = eachLine(bytes.NewReader(text), func(line []byte) error { // anything but a list is an empty list
		var a Installed
		if json.Unmarshal(line, &a) == nil && a.Check() == nil && !full(append(all, a)) {
			all = append(all, a)
		}
		return nil
	})
	return all
}

// full reports whether there is no room for so many apps.
func full(apps []Installed) bool {
	size, count := 0, 0
	for _, a := range apps {
		size, count = size+a.Bytes(), count+len(a.Files)
	}
	return len(apps) > MaxInstalled || count > maxAll || size > maxBytes
}

// Program returns an installed app with its files. Errors: ErrNoApp, ErrHash, and of the network: what the disk has
// lost, or a backup did not bring, is fetched again.
func (s *Store) Program(ctx context.Context, id string) (Installed, map[string][]byte, error) {
	a, ok := s.Installed()[id]
	if !ok {
		return a, nil, ErrNoApp
	}
	if all := s.kept(a.App); len(all) == len(a.Files) {
		return a, all, nil
	}
	return s.again(ctx, a)
}

// patience is how long a program is fetched again, and waited for.
const patience = 40 * time.Second

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
