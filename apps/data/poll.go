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

// jobs returns the polls as jobs that run beside the device. Run sets
// post before the first of them begins.
func (d *Data) jobs(polls []poll) (all []kit.Job) {
	for _, p := range polls {
		all = append(all, kit.Job{Key: p.widget + " " + p.settings, Run: func(ctx context.Context) { d.repeat(ctx, p) }})
	}
	return all
}

// Run implements [device.Runner]: it polls for the widgets until ctx ends.
func (d *Data) Run(ctx context.Context, post device.Post) error {
	d.post = post
	return kit.RunJobs(ctx, d.want)
}

// repeat polls p until ctx ends, and posts the results.
func (d *Data) repeat(ctx context.Context, p poll) {
	pace := webfetch.Pace{Every: p.cfg.interval()}
	var have webfetch.Version
	var last *reading
	source := kit.FeedSource{App: "data", Key: p.widget}
	defer d.Env.Feeds.Forget(source)
	for ctx.Err() == nil {
		select {
		case d.turns <- struct{}{}:
		case <-ctx.Done():
			return
		}
		got, version, err := p.ask(ctx, d.Env.Web, have)
		<-d.turns
		d.Env.Feeds.Told(ctx, source, err)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			have = version
		}
		if got != nil {
			last = got
		}
		if d.post(ctx, func(now time.Time) { d.came(p, last, err, now) }) != nil {
			return
		}
		select {
		case <-time.After(pace.Next(err)):
		case <-ctx.Done():
		}
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
