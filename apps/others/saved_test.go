// SPDX-License-Identifier: Apache-2.0

package others

import (
	"net/netip"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

// stored is a studio with a data directory and a gallery on a disk of its own.
func stored(t *testing.T) (*rig, *durabletest.Memory) {
	r, disk := newRig(t), durabletest.NewMemory()
	r.Gallery = gallery.New(gallery.Config{FS: disk})
	return r, disk
}

// restored makes the changes of a backup, as the journal does at the next start.
func (r *rig) restored(t *testing.T, disk *durabletest.Memory, all []durable.Change) {
	for _, c := range all {
		dir, name := path.Split(c.Name)
		if shop, ok := strings.CutPrefix(c.Name, gallery.Folder+"/"); ok {
			_, err := disk.Mkdir(path.Dir(shop))
			must.Do(t, err)
			must.Do(t, durable.Write(disk, shop, c.New))
			continue
		}
		must.Do(t, durable.WriteIn(r.Shelf.dir, name, c.New))
		if dir != Folder+"/" {
			t.Errorf("%s is changed", c.Name)
		}
	}
	r.Gallery = gallery.New(gallery.Config{FS: disk})
	r.Consents = openConsents(r.Shelf.folder(), r.Shelf.tell)
}

// TestSavedIsRestored: own and installed apps are on another device as they were, without a network, with the owner's
// word about the internet; that about his own network stays.
func TestSavedIsRestored(t *testing.T) {
	from := newRig(t, "dice")
	from.stock(gallery.App{Hosts: []string{"good.example"}}, "x")
	must.Get(from.Install(t.Context(), "lamp"))(t)
	web, bad := applet.Place{Host: "api.example"}, applet.Place{Host: "bad.example"}
	near := applet.Place{Host: "nas.local", Address: netip.MustParseAddr("192.168.1.20")}
	must.Get(from.Consents.Answer("dice", []applet.Place{web, near}, []applet.Place{bad}, nil))(t)
	saved := must.Get(from.Save(1 << 20))(t)
	if strings.Contains(string(saved.Said), "192.168") {
		t.Errorf("the backup has %s", saved.Said)
	}

	to, disk := stored(t)
	out := must.Get(to.Restore(saved, nil))(t)
	if want := map[string][]string{"dice": {"api.example"}, "gallery/lamp": {"good.example"}}; !reflect.DeepEqual(out.Hosts, want) {
		t.Errorf("it may ask %v, want %v", out.Hosts, want)
	}
	if len(to.Gallery.Installed())+len(to.Shelf.Names()) > 0 || to.Consents.Of("dice").Allowed != nil {
		t.Error("a look at the backup has changed something")
	}
	to.restored(t, disk, out.Changes)
	lamp := must.Get(to.Program(t.Context(), "gallery/lamp"))(t)
	own := must.Get(to.Program(t.Context(), "dice"))(t)
	if string(lamp.Files["lamp.star"]) != "x" || len(own.Files["dice.star"]) == 0 {
		t.Errorf("%v, %v", lamp, own)
	}
	now := to.Consents.Of("dice")
	if !slices.Equal(now.Allowed, []applet.Place{web}) || !slices.Equal(now.Refused, []applet.Place{bad}) {
		t.Errorf("its word: %+v", now)
	}
	if again := must.Get(to.Restore(saved, nil))(t); len(again.Changes)+len(again.Hosts) > 0 {
		t.Errorf("the same again: %+v", again)
	}

	// Without room for the files, they are fetched again by their hash.
	saved = must.Get(from.Save(0))(t)
	if len(saved.Files) > 0 || saved.Installed == nil {
		t.Errorf("%d files, %s", len(saved.Files), saved.Installed)
	}
	to, disk = stored(t)
	to.restored(t, disk, must.Get(to.Restore(saved, nil))(t).Changes)
	if _, err := to.Program(t.Context(), "gallery/lamp"); err == nil {
		t.Error("an app without files is drawn without a network")
	}
	if _, there := to.Gallery.Installed()["lamp"]; !there {
		t.Error("it is not even installed")
	}
}

// TestBackupsSmuggleNothing: what a backup of somebody else says about an app counts for new ones alone, and never for
// the owner's own network.
func TestBackupsSmuggleNothing(t *testing.T) {
	const word = `{"dice":{"allowed":[{"host":"evil.example"},{"host":"192.168.1.1"},` +
		`{"host":"nas.local","address":"192.168.1.20"}],"refused":[{"host":"api.example"}]}}`
	api := applet.Place{Host: "api.example"}
	for _, row := range []struct {
		why, here string   // here: the program of the app on this device; "" = not installed
		used      []string // apps of widgets here
		saved     Saved
		allowed   string
	}{
		{"a new app", "", nil, Saved{Own: map[string][]byte{"dice.star": []byte("evil")}}, "[evil.example 192.168.1.1]"},
		{"one whose widget has settings here", "", []string{"dice"},
			Saved{Own: map[string][]byte{"dice.star": []byte("evil")}}, "[]"},
		{"another program of an app", "good", nil, Saved{Own: map[string][]byte{"dice.star": []byte("evil")}}, "[]"},
		{"the same program", "good", nil, Saved{Own: map[string][]byte{"dice.star": []byte("good")}}, "[api.example]"},
		{"a word without a program", "good", nil, Saved{}, "[api.example]"},
		{"a word about nothing", "", nil, Saved{}, "[]"},
	} {
		r, disk := stored(t)
		if row.here != "" {
			must.Do(t, r.Shelf.Put("dice", []byte(row.here)))
			must.Get(r.Consents.Answer("dice", []applet.Place{api}, nil, nil))(t)
		}
		row.saved.Said = []byte(word)
		out := must.Get(r.Restore(row.saved, row.used))(t)
		r.restored(t, disk, out.Changes)
		said := r.Consents.Of("dice")
		var hosts []string
		for _, p := range said.Allowed {
			hosts = append(hosts, p.String())
		}
		if got := "[" + strings.Join(hosts, " ") + "]"; got != row.allowed {
			t.Errorf("%s: it may ask %s, want %s", row.why, got, row.allowed)
		}
		near := applet.Place{Host: "192.168.1.1", Address: netip.MustParseAddr("192.168.1.1")}
		if r.Consents.Permit("dice").may(near) == nil {
			t.Errorf("%s: it may ask the router", row.why)
		}
	}
	r, _ := stored(t)
	for why, bad := range map[string]Saved{
		"no list of hosts": {Said: []byte(`{"dice":{"allowed":[{"host":"A B"}]}}`)},
		"no JSON":          {Said: []byte(`{`)},
		"no list of apps":  {Installed: []byte("x\n")},
		"a file of nobody": {Files: map[string][]byte{strings.Repeat("a", 64): []byte("x")}},
	} {
		if _, err := r.Restore(bad, nil); err == nil {
			t.Errorf("%s is taken", why)
		}
	}
}
