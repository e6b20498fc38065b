// SPDX-License-Identifier: Apache-2.0

package others

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/durable"
)

// Saved is the apps by others in a backup. The zero Saved has no apps.
type Saved struct {
	Own       map[string][]byte // by the names of their files
	Installed []byte            // those of the gallery, as [gallery.Store.Save] lists them; nil = none
	Files     map[string][]byte // of these, by their hash; those that are missing are fetched again
	Said      []byte            // what the owner has said about all of them; nil = nothing
}

// maxSaved is how many bytes of the files of the gallery a backup has at most.
const maxSaved = 8 << 20

// Save returns the apps for a backup that has room for so many bytes of the files of the gallery.
func (s *Studio) Save(room int) (out Saved, err error) {
	out.Own = s.Shelf.Files()
	if out.Installed, out.Files, err = s.Gallery.Save(min(max(room, 0), maxSaved)); err != nil {
		return out, err
	}
	out.Said, err = s.Consents.save()
	return out, err
}

// save returns what the owner has said for another device, nil = nothing. Places in their own network stay here: at
// another place another device has the address.
func (c *Consents) save() ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := map[string]Answers{}
	for app, said := range c.kept {
		if said = said.away(); len(said.Allowed)+len(said.Refused) > 0 {
			out[app] = said
		}
	}
	if len(out) == 0 {
		return nil, nil
	}
	return json.Marshal(out)
}

// away returns a without the places in the owner's network.
func (a Answers) away() Answers {
	near := func(p applet.Place) bool { return p.Address.IsValid() }
	return Answers{slices.DeleteFunc(slices.Clone(a.Allowed), near), slices.DeleteFunc(slices.Clone(a.Refused), near)}
}

// Restored is what a backup makes of the apps by others.
type Restored struct {
	Changes []durable.Change    // in the data directory
	Hosts   map[string][]string // which hosts each app whose program is new here may ask
}

// Restore returns what a backup makes of the apps here; those that it lacks stay. It changes nothing. used has the
// names of the apps that widgets of this device show.
//
// The backup's word about an app counts only where this device knows nothing of the app, neither a program of its name
// nor a widget: else a program that somebody has put into the backup could send the settings of this widget away. What
// this device knows stays, until the app gets another program: then its owner is asked again.
// Errors are for people.
func (s *Studio) Restore(b Saved, used []string) (out Restored, err error) {
	own, turned, err := s.Shelf.changes(b.Own)
	if err != nil {
		return out, fmt.Errorf("%s: %w", Folder, err)
	}
	shop, err := s.Gallery.Restore(b.Installed, b.Files)
	if err != nil {
		return out, fmt.Errorf("%s: %w", gallery.Folder, err)
	}
	for _, id := range shop.Turned {
		turned = append(turned, Community+id)
	}
	said, err := readConsents(b.Said)
	if b.Said == nil {
		said, err = nil, nil
	}
	if err != nil {
		return out, fmt.Errorf("%s: %w", ConsentFile, err)
	}
	there := slices.Concat(s.Shelf.Names(), used)
	for id := range s.Gallery.Installed() {
		there = append(there, Community+id)
	}
	maps.DeleteFunc(said, func(app string, _ Answers) bool {
		return slices.Contains(there, app) || !slices.Contains(turned, app)
	})
	out.Hosts = map[string][]string{}
	for _, app := range turned {
		out.Hosts[app] = []string{}
		for _, p := range said[app].away().Allowed {
			out.Hosts[app] = append(out.Hosts[app], p.Host)
		}
	}
	word, err := s.Shelf.said(turned, said)
	out.Changes = slices.Concat(own, shop.Changes, word)
	return out, err
}

// said returns the change of what the owner has said that forgets the apps that get another program, and takes over
// what add says about some of them; nil = nothing changes. Errors: ErrPlaces.
func (s *Shelf) said(turned []string, add map[string]Answers) ([]durable.Change, error) {
	if s.dir == "" || len(turned) == 0 {
		return nil, nil
	}
	old, err := s.dir.Read(ConsentFile, maxConsents)
	if err != nil {
		old = nil // a file that is missing or cannot be read allows nothing
	}
	kept, _ := readConsents(old)
	next := maps.Clone(kept)
	for _, app := range turned {
		delete(next, app)
		if a := add[app].away(); len(a.Allowed)+len(a.Refused) > 0 {
			next[app] = a
		}
	}
	text, err := json.Marshal(next)
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxConsents:
		return nil, ErrPlaces
	case maps.EqualFunc(kept, next, func(a, b Answers) bool {
		return slices.Equal(a.Allowed, b.Allowed) && slices.Equal(a.Refused, b.Refused)
	}):
		return nil, nil
	}
	return []durable.Change{{Name: Folder + "/" + ConsentFile, New: text, Old: old}}, nil
}
