package kit

import (
	"context"
	"errors"
	"io"
	"net"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// MaxAtOnce is how many requests an app sends at the same time.
const MaxAtOnce = 4

// Errand is a request to a server that is repeated.
type Errand struct {
	Key  string                                   // errands with the same key are the same
	Last time.Time                                // when there was an answer; zero = never
	Ask  func(context.Context, device.Post) error // sends the request and posts the result
}

// Errands runs errands, each at its own pace and at most maxAtOnce at the same time, so
// that a slow server does not delay the others. The app puts its list with put, from the
// device's goroutine.
type Errands struct {
	every time.Duration
	app   string // asks, in the words of the health
	feeds *Feeds // learns how requests end
	turns chan struct{}
	want  latest.Box[[]Job]
	post  device.Post // set by run before the first errand begins
}

// NewErrands returns an empty list of an app, whose errands repeat after that time; after
// faults later and later. feeds learns how they end.
func NewErrands(app string, every time.Duration, feeds *Feeds) *Errands {
	return &Errands{every: every, app: app, feeds: feeds, turns: make(chan struct{}, MaxAtOnce), want: latest.New[[]Job]()}
}

// Put replaces the list. An errand that is already in it keeps its pace.
func (e *Errands) Put(list []Errand) {
	var all []Job
	for _, one := range list {
		all = append(all, Job{one.Key, func(ctx context.Context) { e.repeat(ctx, one) }})
	}
	e.want.Put(all)
}

// Run repeats the requests until ctx ends.
func (e *Errands) Run(ctx context.Context, post device.Post) error {
	e.post = post
	return RunJobs(ctx, e.want)
}

// repeat runs one errand until ctx ends. After a restart it begins when it would have
// been due without.
func (e *Errands) repeat(ctx context.Context, one Errand) {
	pace, wait := webfetch.Pace{Every: e.every}, time.Duration(0)
	source := FeedSource{e.app, one.Key}
	defer e.feeds.Forget(source)
	if age := time.Since(one.Last); age >= 0 && age < e.every {
		wait = e.every - age
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

// WhyNot describes err for the panel.
func WhyNot(err error) string {
	var network net.Error
	broken := errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
	if broken && !errors.Is(err, webfetch.ErrRefused) {
		return "the server cannot be reached"
	}
	return err.Error()
}
