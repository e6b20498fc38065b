// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"context"
	"errors"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// ask decides what to request, and forgets what no widget uses any more.
func (w *Weather) ask() {
	known, want := map[string]*record{}, []kit.Request(nil)
	for _, s := range w.skies {
		source := s.cfg.source()
		if source == "" || known[source] != nil {
			continue
		}
		state := w.known[source]
		if state == nil {
			state = &record{}
		}
		known[source] = state
		f := kit.Request{Key: source, Every: every, Ask: w.asking(source, s.cfg, state.Place)}
		if state.Forecast != nil {
			f.Last = state.Forecast.At
		}
		want = append(want, f)
	}
	w.known, w.changed = known, true
	w.requests.Put(want)
}

// asking returns the function that requests a source, on the goroutine of Run.
func (w *Weather) asking(source string, cfg Settings, at *kit.Location) func(context.Context, device.Post) error {
	if own := cfg.location(); own != nil {
		at = own
	}
	return func(ctx context.Context, post device.Post) error {
		var f *forecast
		var err error
		if cfg.URL == "" && at == nil {
			at, err = w.server.find(ctx, cfg.Place)
		}
		switch {
		case err != nil:
		case cfg.URL != "":
			f, err = w.server.from(ctx, cfg.URL)
		default:
			f, err = w.server.at(ctx, *at, cfg.Units == "imperial")
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		where := at
		if e := post(ctx, func(time.Time) { w.came(source, where, f, err) }); e != nil {
			return e
		}
		if errors.Is(err, errNoPlace) {
			return nil // the server did answer
		}
		return err
	}
}

// came handles the result of a request.
func (w *Weather) came(source string, at *kit.Location, f *forecast, err error) {
	s := w.known[source]
	if s == nil {
		return // nobody wants it any more
	}
	if s.trouble = err; err == nil {
		s.Forecast = f
		if w.Env.Clock.Plausible(f.At) {
			s.Snow.watch(f)
		}
	}
	if at != nil {
		s.Place = at
	}
	w.changed = true
	w.Refresh()
}

// Run implements [device.Runner].
func (w *Weather) Run(ctx context.Context, post device.Post) error {
	if w.Env.Web == nil {
		<-ctx.Done()
		return nil
	}
	return w.requests.Run(ctx, post)
}

// Places returns the places of that name, at most ten. Any goroutine may call it.
func (w *Weather) Places(ctx context.Context, name string) ([]Place, error) {
	if w.Env.Web == nil {
		return nil, kit.NoNetwork
	}
	select {
	case w.searches <- struct{}{}:
		defer func() { <-w.searches }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	return w.server.search(ctx, name)
}
