// SPDX-License-Identifier: Apache-2.0

package data

import (
	"context"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/webfetch"
)

const (
	maxAnswer  = 256 << 10 // bytes
	dataAccept = "application/json, text/plain;q=0.9, */*;q=0.5"
)

// poll is a widget's data source that is polled.
type poll struct {
	widget   string
	settings string
	cfg      Config
	icon     icons.Ref
}

// polls returns the polls of all widgets that have a URL.
func (d *Data) polls() (all []poll) {
	for _, one := range d.items {
		if one.cfg.URL != "" {
			all = append(all, poll{one.ID, one.settings, one.cfg, one.icon})
		}
	}
	return all
}

// Run implements [device.Runner]: it polls for the widgets until ctx ends.
func (d *Data) Run(ctx context.Context, post device.Post) error { return d.asks.Run(ctx, post) }

// asking returns the function that requests p, and posts the last reading with the result.
func (d *Data) asking(p poll) func(context.Context, device.Post) error {
	var have webfetch.Version
	var last *reading
	return func(ctx context.Context, post device.Post) error {
		got, version, err := p.ask(ctx, d.Env.Web, have)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			have = version
		}
		if got != nil {
			last = got
		}
		if e := post(ctx, func(now time.Time) { d.came(p, last, err, now) }); e != nil {
			return e
		}
		return err
	}
}

// came handles the result of a request, if it is still wanted.
func (d *Data) came(p poll, got *reading, err error, now time.Time) {
	one := kit.Find(d.items, p.widget)
	if one == nil || one.settings != p.settings {
		return
	}
	if err != nil {
		one.fail(err)
		return
	}
	if one.pushed {
		d.keeper.Changed = true
	}
	one.receive(got, d.writing(now), now, d.Env.Clock.Plausible(now))
}

// ask requests the data once. If both reading and error are nil, the data has not
// changed since have.
func (p *poll) ask(
	ctx context.Context, web *webfetch.Client, have webfetch.Version,
) (*reading, webfetch.Version, error) {
	answer, err := p.fetch(ctx, web, have)
	if err != nil {
		return nil, have, err
	}
	defer answer.Close()
	if answer.Same {
		return nil, have, nil
	}
	got, err := p.read(answer.Body)
	if err != nil {
		err = kit.Unfit.Because(err)
	}
	return got, answer.Version, err
}

// fetch returns the undecoded answer.
func (p *poll) fetch(ctx context.Context, web *webfetch.Client, have webfetch.Version) (*webfetch.Answer, error) {
	if web == nil {
		return nil, kit.NoNetwork
	}
	return web.Get(
		ctx, webfetch.Request{URL: p.cfg.URL, Accept: dataAccept, Header: p.cfg.Headers, Have: have, Max: maxAnswer})
}
