// SPDX-License-Identifier: Apache-2.0

package data

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
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
	var last []note.Frame
	source := kit.FeedSource{App: "data", Key: p.widget}
	defer d.env.Feeds.Forget(source)
	for ctx.Err() == nil {
		select {
		case d.turns <- struct{}{}:
		case <-ctx.Done():
			return
		}
		frames, version, err := p.ask(ctx, d.env.Web, have)
		<-d.turns
		d.env.Feeds.Told(ctx, source, err)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			have = version
		}
		if frames != nil {
			last = frames
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
func (d *Data) came(p poll, frames []note.Frame, err error, now time.Time) {
	one := kit.Find(d.items, p.widget)
	if one == nil || one.settings != p.settings {
		return
	}
	if err != nil {
		one.fail(err)
		return
	}
	if one.pushed {
		d.keeper.changed = true
	}
	one.show(frames, false, now, d.env.Clock.Plausible(now))
}

// ask requests the data once. If both frames and error are nil, the data has not
// changed since have.
func (p *poll) ask(ctx context.Context, web *webfetch.Client, have webfetch.Version) ([]note.Frame, webfetch.Version, error) {
	answer, err := p.fetch(ctx, web, have)
	if err != nil {
		return nil, have, err
	}
	if answer.Same {
		return nil, have, nil
	}
	frames, _, err := p.read(answer.Body)
	return frames, answer.Version, err
}

// fetch returns the undecoded answer.
func (p *poll) fetch(ctx context.Context, web *webfetch.Client, have webfetch.Version) (*webfetch.Answer, error) {
	if web == nil {
		return nil, errors.New("there is no network")
	}
	return web.Get(ctx, webfetch.Request{URL: p.cfg.URL, Accept: dataAccept, Header: p.cfg.Headers, Have: have, Max: maxAnswer})
}

// read makes frames from an answer, and returns the value found. An object with
// frames, the format of LaMetric's My Data DIY, is shown as it is.
func (p *poll) read(body []byte) ([]note.Frame, string, error) {
	value, err := decodeJSON(body)
	if err != nil {
		if p.cfg.Pointer != "" {
			return nil, "", errors.New("the answer is not JSON")
		}
		value = string(body) // a plain text
	}
	if value, err = pick(value, p.cfg.Pointer); err != nil {
		return nil, "", err
	}
	if object, ok := value.(map[string]any); ok && object["frames"] != nil {
		raw, _ := json.Marshal(object) // cannot fail: it was decoded from JSON
		frames, err := wire.ParseFrames(raw)
		return frames, kit.Short(string(raw), note.MaxText), err
	}
	text, err := fill(p.cfg.Text, value)
	if err != nil {
		return nil, "", err
	}
	found, _ := valueText(value)
	return []note.Frame{{Icon: p.icon, Text: []note.Fragment{{Text: text}}}}, kit.Printable(found), nil
}
