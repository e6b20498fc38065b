// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ledpost/ledpost/api/scenes"
	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/apps/others/gallery"
)

// programs is the apps by others in the words of scenes.
type programs struct{ scripts }

// Pack implements [scenes.Programs].
func (p programs) Pack(app string) (scenes.Program, bool) {
	out := scenes.Program{App: app}
	if id, ok := strings.CutPrefix(app, others.Community); ok {
		a, there := p.studio.Gallery.Installed()[id]
		out.Commit, out.Files = a.Commit, hashes(a.App)
		return out, there
	}
	source, err := p.Get(app)
	out.Source = string(source)
	return out, err == nil
}

// hashes returns the hashes of an app's files by their paths.
func hashes(a gallery.App) map[string]string {
	all := map[string]string{}
	for _, f := range a.Files {
		all[f.Path] = f.Hash.String()
	}
	return all
}

// Plan implements [scenes.Programs].
func (p programs) Plan(one scenes.Program, taken map[string]bool) (scenes.Offer, error) {
	if id, ok := strings.CutPrefix(one.App, others.Community); ok {
		return p.community(id, one)
	}
	if err := others.CheckName(one.App); err != nil {
		return scenes.Offer{}, err
	}
	o := scenes.Offer{App: one.App, Name: one.App, Title: one.App, Hosts: []string{}, State: scenes.IsUnknown}
	if one.Source == "" {
		if _, err := p.Get(one.App); err == nil {
			o.State = scenes.IsThere
		}
		return o, nil
	}
	if len(one.Source) > others.MaxOwn {
		return o, fmt.Errorf("its program has %d bytes, at most %d are allowed", len(one.Source), others.MaxOwn)
	}
	o.Name, o.State = p.free(one, taken)
	o.Hosts = append(o.Hosts, others.Own(o.Name, []byte(one.Source)).Hosts()...)
	return o, nil
}

// free returns the name under which the device has the own app of a scene, or under which it would be new.
func (p programs) free(one scenes.Program, taken map[string]bool) (name string, state scenes.State) {
	const most = 1000 // more than there are, unless the disk tells nothing
	name = one.App
	for n := 2; n < most; n++ {
		source, err := p.Get(name)
		switch {
		case err == nil && bytes.Equal(source, []byte(one.Source)):
			return name, scenes.IsThere
		case errors.Is(err, others.ErrNoApp) && !taken[name]:
			return name, scenes.IsNew
		}
		suffix := fmt.Sprintf("-%d", n)
		name = one.App[:min(len(one.App), others.MaxName-len(suffix))] + suffix
	}
	return one.App, scenes.IsUnknown
}

// community is Plan for an app of the gallery. What it is and whom it asks say the catalogue and the files of this
// device, never the scene.
func (p programs) community(id string, one scenes.Program) (scenes.Offer, error) {
	if !gallery.IsID(id) {
		return scenes.Offer{}, fmt.Errorf("%.80q: want %s and the id of an app", one.App, others.Community)
	}
	o := scenes.Offer{App: one.App, Name: one.App, Title: id, Hosts: []string{}, State: scenes.IsThere}
	installed, there := p.studio.Gallery.Installed()[id]
	a := installed.App
	if !there {
		var err error
		o.State = scenes.IsNew
		if a, _, err = p.studio.Gallery.Find(id); err != nil {
			o.State = scenes.IsUnknown
			return o, nil
		}
	}
	o.Title, o.Author, o.Hosts = a.Name, a.Author, append(o.Hosts, a.Hosts...)
	for path, hash := range hashes(a) {
		o.Other = o.Other || one.Files != nil && one.Files[path] != hash
	}
	return o, nil
}

// Add implements [scenes.Programs].
func (p programs) Add(ctx context.Context, one scenes.Program, o scenes.Offer) (undo func(), err error) {
	after := context.WithoutCancel(ctx)
	if id, ok := strings.CutPrefix(o.Name, others.Community); ok {
		added, err := p.studio.Install(ctx, id)
		return func() {
			if added { // else somebody else has added it meanwhile
				_ = p.studio.Uninstall(after, id)
			}
		}, shown(err)
	}
	source := []byte(one.Source)
	if err := p.studio.Consents.Forget(o.Name); err != nil {
		return nil, err
	}
	if err := p.Shelf.Add(o.Name, source); err != nil {
		return nil, answer(err)
	}
	undo = func() { _ = p.Delete(o.Name) } // the rest does no harm: no widget shows it
	may := others.Named(others.Own(o.Name, source))
	if _, err := p.studio.Consents.Answer(o.Name, may.Allowed, nil, nil); err != nil {
		undo()
		return nil, answer(err)
	}
	return undo, nil
}
