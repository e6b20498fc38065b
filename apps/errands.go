package apps

import (
	"context"
	"errors"
	"net"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// errand is a request to a server that is repeated.
type errand struct {
	key  string                                   // errands with the same key are the same
	last time.Time                                // when there was an answer; zero = never
	ask  func(context.Context, device.Post) error // sends the request and posts the result
}

// errands runs errands one after the other, each at its own pace, on the goroutine of
// a device.Runner. The app puts its list into want, from the device's goroutine.
type errands struct {
	every time.Duration
	want  latest.Box[[]errand]
}

func newErrands(every time.Duration) errands {
	return errands{every: every, want: latest.New[[]errand]()}
}

// onErrand is an errand with the time at which it is due.
type onErrand struct {
	errand
	pace webfetch.Pace
	due  time.Time
}

// run repeats the requests until ctx ends.
func (e errands) run(ctx context.Context, post device.Post) error {
	var all []*onErrand
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case want := <-e.want:
			all = e.merge(all, want)
		case <-timer.C:
		}
		next := first(all)
		if next != nil && !next.due.After(time.Now()) {
			err := next.ask(ctx, post)
			next.due = time.Now().Add(next.pace.Next(err))
			next = first(all)
		}
		timer.Reset(until(next))
	}
}

// merge returns want, keeping the times of errands already in old.
func (e errands) merge(old []*onErrand, want []errand) (all []*onErrand) {
	for _, w := range want {
		a := &onErrand{pace: webfetch.Pace{Every: e.every}, due: time.Now()}
		if age := time.Since(w.last); age >= 0 && age < e.every {
			a.due = time.Now().Add(e.every - age)
		}
		for _, o := range old {
			if o.key == w.key {
				a = o
			}
		}
		a.errand = w
		all = append(all, a)
	}
	return all
}

// first returns the errand that is due first, or nil.
func first(all []*onErrand) (next *onErrand) {
	for _, a := range all {
		if next == nil || a.due.Before(next.due) {
			next = a
		}
	}
	return next
}

func until(next *onErrand) time.Duration {
	if next == nil {
		return 24 * time.Hour // want wakes it
	}
	return time.Until(next.due)
}

// whyNot describes err for the panel.
func whyNot(err error) string {
	var network net.Error
	if errors.As(err, &network) && !errors.Is(err, webfetch.ErrRefused) {
		return "the server cannot be reached"
	}
	return err.Error()
}
