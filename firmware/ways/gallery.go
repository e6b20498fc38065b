// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/render"
)

// offers is the community's apps in the words of the API.
type offers struct {
	scripts

	mu   sync.Mutex
	turn int // of the store, when these were made; 0 = never
	head live.GalleryHead
	all  []live.GalleryApp
}

// Offers implements [live.Gallery]: the apps of the catalogue, and the installed ones that it no longer has.
func (o *offers) Offers() (live.GalleryHead, []live.GalleryApp) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if turn, c, have := o.studio.Gallery.All(); turn != o.turn {
		o.turn = turn
		o.head, o.all = list(c, have)
	}
	return o.head, o.all
}

// list returns the apps of a catalogue, nil before it was fetched, and of those that are installed.
func list(c *gallery.Catalogue, installed []gallery.Installed) (head live.GalleryHead, all []live.GalleryApp) {
	have := map[string]gallery.Installed{}
	for _, a := range installed {
		have[a.ID] = a
	}
	if c != nil {
		head = live.GalleryHead{Commit: c.Commit, Date: c.Date, Newer: []string{}}
		for _, a := range c.Apps {
			mine, installed := have[a.ID]
			newer := installed && !mine.Same(a)
			if newer {
				head.Newer = append(head.Newer, a.ID)
			}
			all = append(all, offered(a, cmp.Or(a.License, c.License), installed, newer))
			delete(have, a.ID)
		}
	}
	for _, a := range have {
		all = append(all, offered(a.App, a.Terms, true, false))
	}
	slices.SortFunc(all, func(a, b live.GalleryApp) int { return strings.Compare(a.Words, b.Words) })
	return head, all
}

func offered(a gallery.App, license string, installed, newer bool) live.GalleryApp {
	return live.GalleryApp{
		ID: a.ID, Name: a.Name, Summary: a.Summary, About: a.About, Author: a.Author, Category: a.Category, License: license,
		Hosts: append([]string{}, a.Hosts...), Picture: a.Picture != nil, Bytes: a.Bytes(), Installed: installed, Newer: newer,
		Words: strings.ToLower(strings.Join([]string{a.Name, a.ID, a.Summary, a.Author}, "\n")),
	}
}

// Picture implements [live.Gallery].
func (o *offers) Picture(ctx context.Context, id string) ([]byte, error) {
	data, err := o.studio.Gallery.Picture(ctx, id)
	return data, shown(err)
}

// Renew implements [live.Gallery].
func (o *offers) Renew(ctx context.Context) error { return shown(o.studio.Gallery.Renew(ctx)) }

// Install implements [live.Installer].
func (o *offers) Install(ctx context.Context, id string) (bool, error) {
	added, err := o.studio.Install(ctx, id)
	return added, shown(err)
}

// Remove implements [live.Installer].
func (o *offers) Remove(ctx context.Context, id string) error {
	return shown(o.studio.Uninstall(ctx, id))
}

// Show implements [live.Installer].
func (o *offers) Show(ctx context.Context, id string, settings map[string]string) (render.Widget, error) {
	app, err := o.studio.Offered(ctx, id)
	if err != nil {
		return nil, shown(err)
	}
	w, _, err := o.tried(ctx, app, others.Named(app), maps.Clone(settings), o.device.Size())
	return w, err
}

// shown returns an error of the gallery as the API answers it.
func shown(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, gallery.ErrNoApp):
		return answer(others.ErrNoApp)
	case errors.Is(err, gallery.ErrNoCatalogue):
		return rest.Refuse(http.StatusNotFound, "There is no catalogue of apps yet")
	case errors.Is(err, gallery.ErrFull), errors.Is(err, gallery.ErrNoFolder):
		return rest.Refuse(http.StatusInsufficientStorage, err.Error())
	case errors.Is(err, budget.ErrSpent):
		return err
	case errors.Is(err, bounded.ErrTooLarge):
		return rest.Refuse(http.StatusBadGateway, "The catalogue of apps is too large")
	}
	said := answer(err)
	var refusal *rest.Refusal
	var bad *live.ScriptError
	if errors.As(said, &refusal) || errors.As(said, &bad) {
		return said
	}
	if others.Unreached(err) {
		return rest.Refuse(http.StatusBadGateway,
			"The server of the gallery cannot be reached. Check the device's internet connection, then try again.")
	}
	return rest.Refuse(http.StatusBadGateway, "The apps of the gallery: "+err.Error())
}
