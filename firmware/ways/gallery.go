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

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/render"
)

// offers is the community's apps in the words of the API.
type offers struct{ scripts }

// Offers implements [live.Gallery]: the apps of the catalogue, and the installed ones that it no longer has.
func (o offers) Offers() (head live.GalleryHead, all []live.GalleryApp) {
	store := o.studio.Gallery
	have := store.Installed()
	c, err := store.Catalogue()
	if err == nil {
		head = live.GalleryHead{Commit: c.Commit, Date: c.Date, Newer: append([]string{}, store.Newer()...)}
		for _, a := range c.Apps {
			mine, installed := have[a.ID]
			all = append(all, offered(a, cmp.Or(a.License, c.License), installed, installed && !mine.Same(a)))
			delete(have, a.ID)
		}
	}
	for _, a := range have {
		all = append(all, offered(a.App, a.Terms, true, false))
	}
	slices.SortFunc(all, func(a, b live.GalleryApp) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.ID, b.ID))
	})
	return head, all
}

func offered(a gallery.App, license string, installed, newer bool) live.GalleryApp {
	return live.GalleryApp{
		ID: a.ID, Name: a.Name, Summary: a.Summary, About: a.About, Author: a.Author, Category: a.Category, License: license,
		Hosts: append([]string{}, a.Hosts...), Picture: a.Picture != nil, Bytes: a.Bytes(),
		Installed: installed, Newer: newer,
	}
}

// Picture implements [live.Gallery].
func (o offers) Picture(ctx context.Context, id string) ([]byte, error) {
	data, err := o.studio.Gallery.Picture(ctx, id)
	return data, shown(err)
}

// Renew implements [live.Gallery].
func (o offers) Renew(ctx context.Context) error { return shown(o.studio.Gallery.Renew(ctx)) }

// Install implements [live.Installer].
func (o offers) Install(ctx context.Context, id string) (bool, error) {
	added, err := o.studio.Install(ctx, id)
	return added, shown(err)
}

// Remove implements [live.Installer].
func (o offers) Remove(ctx context.Context, id string) error {
	return shown(o.studio.Uninstall(ctx, id))
}

// Show implements [live.Installer].
func (o offers) Show(ctx context.Context, id string, settings map[string]string) (render.Widget, error) {
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
	return rest.Refuse(http.StatusBadGateway, "The apps of the gallery: "+err.Error())
}
