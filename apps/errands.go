package apps

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

// maxAtOnce is how many requests an app sends at the same time.
const maxAtOnce = 4

// errand is a request to a server that is repeated.
type errand struct {
	key  string                                   // errands with the same key are the same
	last time.Time                                // when there was an answer; zero = never
	ask  func(context.Context, device.Post) error // sends the request and posts the result
}

// errands runs errands, each at its own pace and at most maxAtOnce at the same time, so
// that a slow server does not delay the others. The app puts its list with put, from the
// device's goroutine.
type errands struct {
	every time.Duration
	app   string // asks, in the words of the health
	feeds *Feeds // learns how requests end
	turns chan struct{}
	want  latest.Box[[]job]
	post  device.Post // set by run before the first errand begins
}

// newErrands returns an empty list whose errands, of an app, repeat after that time; after faults
// later and later.
func newErrands(app string, every time.Duration, feeds *Feeds) *errands {
	return &errands{every: every, app: app, feeds: feeds, turns: make(chan struct{}, maxAtOnce), want: latest.New[[]job]()}
}

// put replaces the list. An errand that is already in it keeps its pace.
func (e *errands) put(list []errand) {
	var all []job
	for _, one := range list {
		all = append(all, job{one.key, func(ctx context.Context) { e.repeat(ctx, one) }})
	}
	e.want.Put(all)
}

// run repeats the requests until ctx ends.
func (e *errands) run(ctx context.Context, post device.Post) error {
	e.post = post
	return runJobs(ctx, e.want)
}

// repeat runs one errand until ctx ends. After a restart it begins when it would have
// been due without.
func (e *errands) repeat(ctx context.Context, one errand) {
	pace, wait := webfetch.Pace{Every: e.every}, time.Duration(0)
	source := feedSource{e.app, one.key}
	defer e.feeds.forget(source)
	if age := time.Since(one.last); age >= 0 && age < e.every {
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
		err := one.ask(ctx, e.post)
		<-e.turns
		e.feeds.told(ctx, source, err)
		wait = pace.Next(err)
	}
}

// whyNot describes err for the panel.
func whyNot(err error) string {
	var network net.Error
	broken := errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
	if broken && !errors.Is(err, webfetch.ErrRefused) {
		return "the server cannot be reached"
	}
	return err.Error()
}
