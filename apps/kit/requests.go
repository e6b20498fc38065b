// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"context"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// maxAtOnce is how many requests an app sends at the same time.
const maxAtOnce = 4

// Request asks a server again and again.
type Request struct {
	Key   string                                   // requests with the same key are the same
	Every time.Duration                            // from one to the next, above 0; after faults later and later
	Last  time.Time                                // when there was an answer; zero = never
	Ask   func(context.Context, device.Post) error // sends the request and posts the result
}

// Requests runs requests, each at its own pace and at most maxAtOnce at the same time,
// so that a slow server does not delay the others. The app puts its list with Put, from
// the device's goroutine.
type Requests struct {
	app   string // asks, in the words of the health
	feeds *Feeds // learns how requests end
	turns chan struct{}
	want  latest.Box[[]Job]
	post  device.Post // set by run before the first request begins
}

// NewRequests returns an empty list of an app. feeds learns how its requests end.
func NewRequests(app string, feeds *Feeds) *Requests {
	return &Requests{app: app, feeds: feeds, turns: make(chan struct{}, maxAtOnce), want: latest.New[[]Job]()}
}

// Put replaces the list. A request that is already in it keeps its pace.
func (e *Requests) Put(list []Request) {
	var all []Job
	for _, one := range list {
		all = append(all, Job{one.Key, func(ctx context.Context) { e.repeat(ctx, one) }})
	}
	e.want.Put(all)
}

// Run repeats the requests until ctx ends.
func (e *Requests) Run(ctx context.Context, post device.Post) error {
	e.post = post
	return RunJobs(ctx, e.want)
}

// repeat runs one request until ctx ends. After a restart it begins when it would have
// been due without.
func (e *Requests) repeat(ctx context.Context, one Request) {
	pace, wait := webfetch.Pace{Every: one.Every}, time.Duration(0)
	source := FeedSource{e.app, one.Key}
	defer e.feeds.Forget(source)
	if age := time.Since(one.Last); age >= 0 { // else the clock was set back
		wait = max(one.Every-age, 0)
	}
	for {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		select {
		case e.turns <- struct{}{}:
		case <-ctx.Done():
			return
		}
		err := one.Ask(ctx, e.post)
		<-e.turns
		e.feeds.Told(ctx, source, err)
		wait = pace.Next(err)
	}
}
