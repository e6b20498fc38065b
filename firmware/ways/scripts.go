// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/render"
)

// scripts is the own apps in the words of the API.
type scripts struct {
	*others.Shelf
	studio *others.Studio
	device *device.Device
}

// Script implements [live.Scripts].
func (s scripts) Script(name string) ([]byte, []string, error) {
	source, err := s.Get(name)
	if err != nil {
		return nil, nil, answer(err)
	}
	return source, append([]string{}, others.Own(name, source).Hosts()...), nil
}

// Put implements [live.Scripts]. Another program under the name keeps the owner's word about his network only for
// hosts that it names, too.
func (s scripts) Put(name string, source []byte) error {
	if err := others.CheckName(name); err != nil {
		return rest.Refuse(http.StatusBadRequest, "name: "+err.Error())
	}
	if old, err := s.Get(name); err != nil || !bytes.Equal(old, source) {
		if err := s.Check(name, source); err != nil {
			return answer(err)
		}
		if err := s.studio.Consents.Changed(name, others.Own(name, source).Hosts()); err != nil {
			return err
		}
	}
	return answer(s.Shelf.Put(name, source))
}

// Delete implements [live.Scripts]. Another app of the same name begins without a word of the owner.
func (s scripts) Delete(name string) error {
	if _, err := s.Get(name); err != nil {
		return answer(err)
	}
	if err := s.studio.Consents.Forget(name); err != nil {
		return err
	}
	return answer(s.Shelf.Delete(name))
}

// Apps implements [live.Consents].
func (s scripts) Apps(asking bool) []string {
	if asking {
		return s.studio.Consents.Asking()
	}
	all := s.Names()
	for id := range s.studio.Gallery.Installed() {
		all = append(all, others.Community+id)
	}
	slices.Sort(all)
	return all
}

// hosts returns the hosts in the program of an app, an own or an installed one.
func (s scripts) hosts(name string) ([]string, error) {
	id, ok := strings.CutPrefix(name, others.Community)
	if !ok {
		_, hosts, err := s.Script(name)
		return hosts, err
	}
	a, ok := s.studio.Gallery.Installed()[id]
	if !ok {
		return nil, answer(others.ErrNoApp)
	}
	return append([]string{}, a.Hosts...), nil
}

// Consent implements [live.Consents].
func (s scripts) Consent(name string) (live.Consent, error) {
	hosts, err := s.hosts(name)
	if err != nil {
		return live.Consent{}, err
	}
	return consentOf(hosts, s.studio.Consents.Of(name)), nil
}

// Answer implements [live.Consents].
func (s scripts) Answer(name string, allow, refuse, forget []applet.Place) (live.Consent, error) {
	hosts, err := s.hosts(name)
	if err != nil {
		return live.Consent{}, err
	}
	c, err := s.studio.Consents.Answer(name, allow, refuse, forget)
	return consentOf(hosts, c), answer(err)
}

// consentOf returns what the owner has said about an app in the words of the API.
func consentOf(hosts []string, c others.Consent) live.Consent {
	there := func(all []applet.Place) []applet.Place { return append([]applet.Place{}, all...) }
	return live.Consent{Hosts: hosts, Allowed: there(c.Allowed), Refused: there(c.Refused), Asks: there(c.Asks)}
}

// Try implements [live.Drawer].
func (s scripts) Try(ctx context.Context, t live.Tried) (render.Widget, time.Duration, error) {
	if len(t.Source) > others.MaxOwn {
		return nil, 0, rest.TooLarge(others.MaxOwn)
	}
	may := others.Permit{App: t.Name, Answers: s.studio.Consents.Of(t.Name).Answers}
	may.Allowed = append(may.Allowed, t.Allow...)
	app := others.Own("app", t.Source)
	app.Print = t.Print
	return s.tried(ctx, app, may, t.Settings, t.Size)
}

// tried returns what a panel of that size shows of an app.
func (s scripts) tried(
	ctx context.Context, app others.Program, may others.Permit, settings map[string]string, size image.Point,
) (render.Widget, time.Duration, error) {
	look, err := s.device.Look(ctx)
	if err != nil {
		return nil, 0, err
	}
	region, err := s.device.Region(ctx)
	if err != nil {
		return nil, 0, err
	}
	w, pass, err := s.studio.Try(ctx, app, may, settings, size, look, region)
	if errors.Is(err, others.ErrNoRoom) || errors.Is(err, others.ErrNothing) {
		err = &live.ScriptError{Message: err.Error(), Nothing: errors.Is(err, others.ErrNothing)}
	}
	return w, pass, answer(err)
}

// Ask implements [live.Drawer].
func (s scripts) Ask(ctx context.Context, of live.Subject, q live.Question) (json.RawMessage, error) {
	app, err := s.subject(ctx, of)
	if err != nil {
		return nil, err
	}
	if q.Handler == "" {
		schema, err := s.studio.Schema(ctx, app)
		return schema, answer(err)
	}
	region, err := s.device.Region(ctx)
	if err != nil {
		return nil, err
	}
	said, err := s.studio.Ask(ctx, app, others.Question{
		Handler: q.Handler, Typed: q.Typed, Settings: q.Settings, Language: region.Language,
	})
	return said, answer(err)
}

// Part implements [live.Parts].
func (s scripts) Part(ctx context.Context, name string) ([]byte, error) {
	part, err := s.studio.Part(ctx, name)
	return part, answer(err)
}

// subject returns the app that is asked: one of the gallery need not be installed.
func (s scripts) subject(ctx context.Context, of live.Subject) (others.Program, error) {
	if of.App == "" {
		app := others.Own("app", of.Source)
		app.Name = "" // it has no word of the owner
		return app, nil
	}
	app, err := s.studio.Program(ctx, of.App)
	if id, ok := strings.CutPrefix(of.App, others.Community); ok && errors.Is(err, others.ErrNoApp) {
		app, err = s.studio.Offered(ctx, id)
	}
	return app, shown(err)
}

// answer returns an error as the API answers it.
func answer(err error) error {
	var bad *applet.Error
	var asks *others.Asks
	switch {
	case err == nil:
		return nil
	case errors.As(err, &asks):
		fault := &live.ScriptError{Message: asks.Error(), Asks: []applet.Place{asks.Place}}
		if errors.As(err, &bad) {
			fault.Line, fault.Column = bad.Line, bad.Column
		}
		return fault
	case errors.As(err, &bad):
		return &live.ScriptError{Line: bad.Line, Column: bad.Column, Message: bad.Message}
	case errors.Is(err, others.ErrNoApp):
		return rest.Refuse(http.StatusNotFound, "App not found")
	case errors.Is(err, others.ErrTaken):
		return rest.Refuse(http.StatusConflict, err.Error())
	case errors.Is(err, others.ErrFull), errors.Is(err, others.ErrNoFolder), errors.Is(err, others.ErrPlaces):
		return rest.Refuse(http.StatusInsufficientStorage, err.Error())
	case errors.Is(err, bounded.ErrTooLarge):
		return rest.TooLarge(others.MaxOwn)
	case errors.Is(err, applet.ErrMissing):
		return rest.Refuse(http.StatusNotImplemented, err.Error())
	case errors.Is(err, applet.ErrStopped):
		return rest.Refuse(http.StatusBadGateway, "The program "+err.Error())
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return rest.Refuse(http.StatusServiceUnavailable, "Other apps are being drawn, try again in a moment")
	case errors.Is(err, applet.ErrEnded), errors.Is(err, applet.ErrForm), errors.Is(err, applet.ErrSlow):
		return rest.Refuse(http.StatusBadGateway, "The program "+applet.Name+" gave no answer")
	}
	return err
}
