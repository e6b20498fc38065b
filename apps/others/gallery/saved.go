// SPDX-License-Identifier: Apache-2.0

package gallery

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// Save returns the list of what is installed for a backup, nil = nothing is, and the files of it by their hash: those
// of each app that has room in so many bytes, whole. A device fetches the others again when it draws them.
func (s *Store) Save(room int) (list []byte, content map[string][]byte, err error) {
	_, _, have := s.All()
	if len(have) == 0 {
		return nil, nil, nil
	}
	content = map[string][]byte{}
	for _, a := range have {
		all := s.kept(a.App)
		if len(all) < len(a.Files) || a.Bytes() > room {
			continue
		}
		room -= a.Bytes()
		for _, f := range a.Files {
			content[f.Hash.String()] = all[f.Path]
		}
	}
	list, err = encoded(have)
	return list, content, err
}

// Restored is what a backup makes of a gallery.
type Restored struct {
	Changes []durable.Change // in the data directory
	Apps    map[string]App   // of the backup, by id
	Turned  []string         // ids of those that have another program here, or are not here
}

// Restore returns what a list and its files, as Save returns them, make of the gallery: its other apps stay. It
// changes nothing. Errors are for people; they include ErrFull and ErrNoFolder.
func (s *Store) Restore(list []byte, content map[string][]byte) (out Restored, err error) {
	add, err := readList(list)
	if err != nil {
		return out, err
	}
	if len(add)+len(content) > 0 && s.cfg.FS == nil {
		return out, ErrNoFolder
	}
	out.Apps = map[string]App{}
	next, wanted, here := []Installed{}, map[string]File{}, s.Installed()
	for _, a := range add {
		out.Apps[a.ID] = a.App
		if old, had := here[a.ID]; !had || !old.Same(a.App) {
			out.Turned = append(out.Turned, a.ID)
		}
		delete(here, a.ID)
		for _, f := range a.Files {
			wanted[f.Hash.String()] = f
		}
	}
	for _, id := range slices.Sorted(maps.Keys(here)) {
		next = append(next, here[id])
	}
	next = append(next, add...)
	if full(next) {
		return out, ErrFull
	}
	for _, name := range slices.Sorted(maps.Keys(content)) {
		if f, ok := wanted[name]; !ok || !f.is(content[name]) {
			return out, fmt.Errorf("%.80q: %w", name, ErrHash)
		}
		out.Changes = append(out.Changes, s.turns(path.Join(files, name), content[name])...)
	}
	text, err := encoded(next)
	if err == nil && len(add) > 0 {
		out.Changes = append(out.Changes, s.turns(installed, text)...)
	}
	return out, err
}

// turns returns the change that gives a file of the folder its content; nil = it has that.
func (s *Store) turns(name string, data []byte) []durable.Change {
	old, err := s.cfg.FS.Read(name, max(maxList, int64(len(data))))
	switch {
	case err != nil:
		old = nil // the file is missing, or the disk cannot read it
	case bytes.Equal(old, data):
		return nil
	}
	return []durable.Change{{Name: path.Join(Folder, name), New: data, Old: old}}
}

// readList reads a list of installed apps that a stranger may have written, or says what is wrong with it.
func readList(text []byte) (all []Installed, err error) {
	if len(text) > maxList {
		return nil, bounded.ErrTooLarge
	}
	all = listed(text)
	if bytes.Count(text, []byte{'\n'}) != len(all) || len(all) == 0 && len(text) > 0 {
		return nil, errors.New("it is no list of apps")
	}
	seen := map[string]bool{}
	for _, a := range all {
		if seen[a.ID] {
			return nil, fmt.Errorf("the app %s is there twice", a.ID)
		}
		seen[a.ID] = true
		if !commit.MatchString(a.Commit) || len(a.Terms) > maxName*4 {
			return nil, fmt.Errorf("%s: no commit, or too long a licence", a.ID)
		}
	}
	return all, nil
}
