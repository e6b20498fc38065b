// SPDX-License-Identifier: Apache-2.0

package others

import (
	"context"
	"encoding/json"
	"image"
	"io"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/render"
)

// grace is how much longer than the program itself the device waits for a drawing.
const grace = 2 * time.Second

// Studio has apps drawn, one at a time. Any goroutine may use it.
type Studio struct {
	Shelf    *Shelf
	Consents *Consents
	Gallery  *gallery.Store

	env  kit.Env
	net  *Net
	turn chan struct{}

	// open begins a drawing, for tests; nil = applet.Open
	open func(context.Context) (io.ReadWriteCloser, error)
}

// Draw has an app drawn for a panel of that size. Errors: applet.ErrMissing, *applet.Error of the app, *Asks, and
// the cause of ctx.
func (s *Studio) Draw(
	ctx context.Context, p Program, may Permit, settings map[string]string, language string, size image.Point,
) (applet.Drawing, error) {
	r := p.Request(size)
	r.Settings, r.Language = settings, language
	return s.draw(ctx, p, may, r)
}

// draw has what r asks for drawn when its turn has come.
func (s *Studio) draw(ctx context.Context, p Program, may Permit, r applet.Request) (applet.Drawing, error) {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return applet.Drawing{}, context.Cause(ctx)
	}
	conn, err := s.connect(ctx)
	if err != nil {
		return applet.Drawing{}, err
	}
	if s.env.Zone != nil {
		r.Zone = applet.ZoneName(s.env.Zone.Location())
	}
	ctx, cancel := context.WithTimeoutCause(ctx, applet.MaxTime+grace, applet.ErrSlow)
	defer cancel()
	var asks atomic.Pointer[Asks] // a request may outlive the drawing
	tell := may.Asked
	may.Asked = func(at applet.Place) {
		asks.Store(&Asks{Place: at})
		if tell != nil {
			tell(at)
		}
	}
	d, err := p.Draw(ctx, conn, r, s.net.For(may))
	if a := asks.Load(); err != nil && a != nil {
		err = &Asks{a.Place, err}
	}
	return d, err
}

// connect begins a conversation with ledpost-apps.
func (s *Studio) connect(ctx context.Context) (io.ReadWriteCloser, error) {
	if s.open != nil {
		return s.open(ctx)
	}
	return applet.Open(ctx)
}

// Part returns a file of ledpost-apps itself, such as [applet.Editor]. It waits for no turn: nothing is drawn. Errors:
// applet.ErrMissing, and those of [applet.ReadPart].
func (s *Studio) Part(ctx context.Context, name string) ([]byte, error) {
	conn, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, applet.MaxTime+grace, applet.ErrSlow)
	defer cancel()
	return applet.ReadPart(ctx, conn, name)
}

// Try has an app drawn that no widget shows, and returns what a panel of that size shows of it and how
// long one pass takes. Errors are those of Draw and [Program.Checked].
func (s *Studio) Try(
	ctx context.Context, p Program, may Permit, settings map[string]string, size image.Point, look paint.Look,
	region device.Region,
) (render.Widget, time.Duration, error) {
	d, err := s.Draw(ctx, p, may, settings, region.Language, size)
	if err != nil {
		return nil, 0, err
	}
	faces := s.env.Fonts
	if size.Y != s.env.Size.Y {
		faces, _ = fonts.Open(fonts.Options{Rows: size.Y}) // those that are built in are always there
	}
	return p.Checked(d, &paint.Painter{Size: size, Fonts: faces, Icons: s.env.Icons, Look: look})
}

// permit returns what an app may ask: one that is only looked at may ask the hosts that its card names.
func (s *Studio) permit(p Program) Permit {
	if p.Offered {
		return Named(p)
	}
	return s.Consents.Permit(p.Name)
}

// Schema returns the settings that a kept app declares, in pixlet's form; nil = none. Errors are those of Draw.
func (s *Studio) Schema(ctx context.Context, p Program) (json.RawMessage, error) {
	r := p.Request(s.env.Size)
	r.Schema = true
	d, err := s.draw(ctx, p, s.permit(p), r)
	return d.Schema, err
}

// A Question is what a form asks the app whose settings it shows.
type Question struct {
	Handler  string            // of the app's schema
	Typed    string            // what somebody has typed or chosen so far
	Settings map[string]string // of the rest of the form
	Language string
}

// Ask returns what an app answers: a list of options, or a schema, in pixlet's form. Errors are those of Draw.
func (s *Studio) Ask(ctx context.Context, p Program, q Question) (json.RawMessage, error) {
	r := p.Request(s.env.Size)
	r.Handler, r.Typed, r.Settings, r.Language = q.Handler, q.Typed, q.Settings, q.Language
	d, err := s.draw(ctx, p, s.permit(p), r)
	return d.Answer, err
}
