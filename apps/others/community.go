// SPDX-License-Identifier: Apache-2.0

package others

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"path/filepath"
	"strings"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// Community is what the name of an app of the gallery begins with, where an own app has its name alone.
const Community = "gallery/"

// maxApp is how many characters such a name has at most.
const maxApp = len(Community) + 64

// newest is where the project keeps the newest catalogue.
const newest = "https://ledpost.github.io/ledpost/gallery.json.gz"

// newGallery returns the gallery of a device.
func newGallery(env kit.Env) *gallery.Store { return gallery.New(galleryOf(env)) }

// galleryOf returns where the gallery of a device has its apps from.
func galleryOf(env kit.Env) gallery.Config {
	c := gallery.Config{URL: cmp.Or(env.Gallery.URL, newest), Plausible: env.Clock.Plausible}
	if env.Gallery.URL == "" {
		if c.Signed = env.Signed; c.Signed == nil {
			c.Signed = func([]byte, []byte) error { return gallery.ErrUnsigned }
		}
	}
	c.Shipped = func() []byte { return applet.Catalogue(gallery.MaxPacked) }
	if env.Dir != "" {
		c.FS = durable.Dir(filepath.Join(env.Dir, gallery.Folder))
	}
	if env.Web != nil {
		web := env.Web.Asking(away)
		if env.Gallery.URL != "" {
			web = web.Trusting(env.Gallery.URL)
		}
		c.Get = func(ctx context.Context, url string, most int64) ([]byte, error) {
			a, err := web.Get(ctx, webfetch.Request{URL: url, Max: most})
			if errors.Is(err, webfetch.ErrTooLarge) {
				err = bounded.ErrTooLarge
			}
			if err != nil {
				return nil, err
			}
			defer a.Close()
			if err := budget.Of(ctx).Take(int64(len(a.Body))); err != nil {
				return nil, err
			}
			return append([]byte(nil), a.Body...), nil
		}
	}
	return c
}

// away is the [webfetch.Permit] of the gallery: a catalogue says where its files are, and nobody but the configuration
// says that they are in the user's own network.
func away(addr string, _ netip.Addr, local bool) error {
	if local {
		return fmt.Errorf("%s is in your own network, where only the configuration may say that apps are", addr)
	}
	return nil
}

// checkApp returns why the setting app may not have this name; the empty name, of a new widget, is fine.
func checkApp(app string) error {
	if id, ok := strings.CutPrefix(app, Community); ok {
		if !gallery.IsID(id) {
			return fmt.Errorf("%.80q: want %s and the id of an app", app, Community)
		}
		return nil
	}
	if app == "" {
		return nil
	}
	return CheckName(app)
}

// Program returns the app of a name, as a widget has it: an own one, or an installed one of the gallery.
// Errors: ErrNoApp, those of package gallery, of the network and of the disk.
func (s *Studio) Program(ctx context.Context, app string) (Program, error) {
	id, ok := strings.CutPrefix(app, Community)
	if !ok {
		source, err := s.Shelf.Get(app)
		return Own(app, source), err
	}
	a, files, err := s.Gallery.Program(ctx, id)
	if errors.Is(err, gallery.ErrNoApp) {
		err = ErrNoApp
	}
	return program(a.App, files), err
}

// Offered returns an app of the gallery that need not be installed.
func (s *Studio) Offered(ctx context.Context, id string) (Program, error) {
	a, files, err := s.Gallery.Fetch(ctx, id)
	p := program(a, files)
	p.Offered = true
	return p, err
}

func program(a gallery.App, files map[string][]byte) Program {
	card := append([]string{}, a.Hosts...)
	return Program{Name: Community + a.ID, Main: a.Main, Files: files, Twice: a.Twice, card: card}
}

// Install installs an app of the gallery, or its newer version, once that has been loaded, and reports whether it is a
// new one. A new app may ask the hosts that its card names; a newer version asks for more of them.
// Errors: those of [gallery.Store.Install], of Draw and of [Consents.Answer]; then nothing has changed.
func (s *Studio) Install(ctx context.Context, id string) (added bool, err error) {
	var may Permit
	err = s.Gallery.Install(ctx, id, func(a gallery.App, files map[string][]byte) error {
		_, had := s.Gallery.Installed()[id]
		added = !had
		p := program(a, files)
		p.Offered = added
		may = Named(p)
		_, err := s.Schema(ctx, p)
		return err
	})
	if err == nil && added {
		if _, err = s.Consents.Answer(Community+id, may.Allowed, nil, nil); err != nil {
			_ = s.Gallery.Remove(context.WithoutCancel(ctx), id)
		}
	}
	if err != nil {
		return false, err
	}
	s.Shelf.tell() // widgets that show it are drawn again
	return added, nil
}

// Uninstall removes an app of the gallery, after the owner's word about it: whatever comes in between, another app of
// that name begins without one. Errors: gallery.ErrNoApp, and of the disk.
func (s *Studio) Uninstall(ctx context.Context, id string) error {
	err := s.Consents.Forget(Community + id)
	if err == nil {
		err = s.Gallery.Remove(ctx, id)
	}
	s.Shelf.tell()
	return err
}

// Unreached reports whether err is a fault of a server, or of the way there.
func Unreached(err error) bool { return kit.WhyNot(err) == kit.Unreachable.Error() }
