// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestOffers: the list is made once for each change of the catalogue or of what is installed, and sorted by name.
func TestOffers(t *testing.T) {
	app := func(id, name, source string) gallery.App {
		return gallery.App{ID: id, Name: name, Category: "art", Main: "main.star", Files: []gallery.File{
			{Path: "main.star", From: id, Size: len(source), Hash: sha256.Sum256([]byte(source))}}}
	}
	apps := []gallery.App{app("b", "Lamp 2", "x"), app("c", "lamp", "x"), app("a", "Clock", "x")}
	store := gallery.New(gallery.Config{FS: durabletest.NewMemory(), URL: "new",
		Get: func(_ context.Context, url string, _ int64) ([]byte, error) {
			if url == "new" {
				return gallery.Write(&gallery.Catalogue{Apps: apps, Head: gallery.Head{
					Form: gallery.Form, Commit: strings.Repeat("a", 40), Base: "https://apps.example/"}})
			}
			return []byte("x"), nil
		}})
	o := &offers{scripts: scripts{studio: &others.Studio{Gallery: store}}}
	shows := func(why, want string) {
		t.Helper()
		var got strings.Builder
		head, all := o.Offers()
		for _, a := range all {
			fmt.Fprint(&got, a.ID, " ")
			if a.Installed {
				got.WriteString("installed ")
			}
		}
		if fmt.Fprint(&got, head.Newer); got.String() != want {
			t.Errorf("%s: %s, want %s", why, got.String(), want)
		}
		if n := testing.AllocsPerRun(10, func() { o.Offers() }); n > 0 {
			t.Errorf("%s: asking again takes memory %v times", why, n)
		}
	}
	shows("no catalogue", "[]")
	must.Do(t, store.Renew(t.Context()))
	shows("a catalogue", "a c b []")
	must.Do(t, store.Install(t.Context(), "c", func(gallery.App, map[string][]byte) error { return nil }))
	shows("an installed app", "a c installed b []")
	apps[1] = app("c", "lamp", "y")
	must.Do(t, store.Renew(t.Context()))
	shows("a newer version", "a c installed b [c]")
	apps = apps[:1]
	must.Do(t, store.Renew(t.Context()))
	shows("a catalogue without the app", "c installed b []")
	must.Do(t, store.Remove(t.Context(), "c"))
	shows("no installed app", "b []")
}
