// SPDX-License-Identifier: Apache-2.0

package others

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// offered is a catalogue with one app, whose files are behind base.
func offered(t *testing.T, base string, a gallery.App, source string) []byte {
	a.ID, a.Name, a.Category, a.Main = "lamp", "Lamp", "art", "lamp.star"
	f := gallery.File{Path: a.Main, From: "lamp", Size: len(source), Hash: sha256.Sum256([]byte(source))}
	a.Files, a.Picture = []gallery.File{f}, &f
	return must.Get(gallery.Write(&gallery.Catalogue{Apps: []gallery.App{a}, Head: gallery.Head{
		Form: gallery.Form, Commit: strings.Repeat("a", 40), Date: time.Unix(1, 0), Base: base,
	}}))(t)
}

// TestGalleryStaysAway: a catalogue sends nobody into the user's own network but to the host of the configuration.
func TestGalleryStaysAway(t *testing.T) {
	var asked atomic.Int32
	near := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { asked.Add(1); w.Write([]byte("x")) }))
	defer near.Close()
	for _, row := range []struct {
		why, base string
		asked     int32
	}{
		{"a host that nobody configured", near.URL + "/", 0},
		{"a redirect to one", "HOME/away/", 0},
		{"the host of the catalogue", "HOME/", 0},
		{"another port of it", strings.Replace(near.URL, "127.0.0.1", "localhost", 1) + "/", 1},
	} {
		mux := http.NewServeMux()
		shop := httptest.NewServer(mux)
		home := strings.Replace(shop.URL, "127.0.0.1", "localhost", 1)
		mux.HandleFunc("/catalogue", func(w http.ResponseWriter, _ *http.Request) {
			w.Write(offered(t, strings.Replace(row.base, "HOME", home, 1), gallery.App{}, "x"))
		})
		mux.HandleFunc("/lamp", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("x")) })
		mux.Handle("/away/lamp", http.RedirectHandler(near.URL, http.StatusFound))
		web := must.Get(webfetch.New(webfetch.Config{Allow: []string{"127.0.0.0/8", "::1"}}))(t)
		store := newGallery(kit.Env{Web: web, Gallery: kit.GalleryConfig{URL: home + "/catalogue"}})
		must.Do(t, store.Renew(t.Context()))
		asked.Store(0)
		_, err := store.Picture(t.Context(), "lamp")
		if good := row.asked > 0 || row.base == "HOME/"; (err == nil) != good || asked.Load() != row.asked {
			t.Errorf("%s: %v after %d requests, want %d", row.why, err, asked.Load(), row.asked)
		}
		share := budget.New(1 << 10).Hold()
		must.Do(t, share.Take(1<<10))
		if _, err := store.Picture(budget.With(t.Context(), share), "lamp"); !errors.Is(err, budget.ErrSpent) && row.base == "HOME/" {
			t.Errorf("a picture without memory for it: %v", err)
		}
		shop.Close()
	}
}

// TestProjectsCatalogue: the catalogue of the project's site has to be signed; that of an address that the owner has
// configured need not be.
func TestProjectsCatalogue(t *testing.T) {
	mine := errors.New("not mine")
	signed := func([]byte, []byte) error { return mine }
	for _, row := range []struct {
		why  string
		env  kit.Env
		want error
	}{
		{"the project's", kit.Env{Signed: signed}, mine},
		{"where nobody knows the project's keys", kit.Env{}, gallery.ErrUnsigned},
	} {
		if err := galleryOf(row.env).Signed(nil, nil); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", row.why, err, row.want)
		}
	}
	if c := galleryOf(kit.Env{Gallery: kit.GalleryConfig{URL: "https://apps.example/"}, Signed: signed}); c.Signed != nil {
		t.Error("the owner's own catalogue needs a signature of the project")
	}
}

// stock gives the rig a gallery with one app.
func (r *rig) stock(a gallery.App, source string) {
	r.Gallery = gallery.New(gallery.Config{FS: durabletest.NewMemory(), URL: "new",
		Get: func(_ context.Context, url string, _ int64) ([]byte, error) {
			if url == "new" {
				return offered(r.t, "https://apps.example/", a, source), nil
			}
			return []byte(source), nil
		}})
	must.Do(r.t, r.Gallery.Renew(r.t.Context()))
}

// TestCard: an app of the gallery may ask the hosts that its card names, whatever its program does.
func TestCard(t *testing.T) {
	r := newRig(t)
	r.stock(gallery.App{Hosts: []string{"good.example", "no..host"}}, `http.get("https://evil.example/")`)
	shown := must.Get(r.Offered(t.Context(), "lamp"))(t)
	must.Get(r.Install(t.Context(), "lamp"))(t)
	for why, may := range map[string]Permit{
		"shown": Named(shown), "asked": r.permit(shown), "installed": r.Consents.Permit(Community + "lamp"),
	} {
		if got := fmt.Sprint(may.Allowed); got != "[good.example]" {
			t.Errorf("%s: it may ask %s", why, got)
		}
	}
}

// TestInstallWhole: an app is installed with the owner's word or not at all, and goes with it.
func TestInstallWhole(t *testing.T) {
	const app = Community + "lamp"
	r := newRig(t)
	r.stock(gallery.App{Hosts: []string{"good.example"}}, "x")
	var many []applet.Place
	for i := range MaxPlaces {
		many = append(many, applet.Place{Host: fmt.Sprint("host", i)})
	}
	must.Get(r.Consents.Answer(app, many, nil, nil))(t)
	if _, err := r.Install(t.Context(), "lamp"); !errors.Is(err, ErrPlaces) || len(r.Gallery.Installed()) > 0 {
		t.Errorf("an app without room for its hosts: %v, installed: %v", err, r.Gallery.Installed())
	}
	if err := r.Uninstall(t.Context(), "lamp"); !errors.Is(err, gallery.ErrNoApp) || len(r.Consents.Of(app).Allowed) > 0 {
		t.Errorf("an app that has gone already: %v, it may ask %v", err, r.Consents.Of(app).Allowed)
	}
	for _, want := range []bool{true, false} {
		if added, err := r.Install(t.Context(), "lamp"); err != nil || added != want {
			t.Errorf("added: %v, %v, want %v", added, err, want)
		}
	}
}
