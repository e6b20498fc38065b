// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"context"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/ics"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// ask decides which calendars to request, and forgets those that no widget uses
// any more.
func (c *Calendar) ask() {
	known, want := map[string]*record{}, []kit.Request(nil)
	for _, w := range c.widgets {
		for _, url := range w.cfg.URLs {
			if url == "" || known[url] != nil {
				continue
			}
			state := c.known[url]
			if state == nil {
				state = &record{}
			}
			known[url] = state
			feed := &calendarFeed{web: c.Env.Web, url: url, zone: c.Env.Zone, came: c.came}
			want = append(want, kit.Request{Key: url, Every: every, Last: state.At, Ask: feed.ask})
		}
	}
	c.known, c.changed = known, true
	c.feeds.Put(want)
}

// Run implements [device.Runner].
func (c *Calendar) Run(ctx context.Context, post device.Post) error {
	if c.Env.Web == nil {
		<-ctx.Done()
		return nil
	}
	return c.feeds.Run(ctx, post)
}

// calendarFeed fetches one calendar, on the goroutine of its request.
type calendarFeed struct {
	web  *webfetch.Client
	url  string
	zone *device.Zone
	came func(url string, events []ics.Event, err error, now time.Time)

	// What the last answer has for twice the time ahead: while the server says that nothing
	// has changed, the coming days are taken from it.
	events []ics.Event
	in     *time.Location // which days they are of; in another zone the answer is asked for again
	until  time.Time      // so it is when the time ahead goes beyond
	have   webfetch.Version
}

// ask fetches the calendar and posts the upcoming events.
func (f *calendarFeed) ask(ctx context.Context, post device.Post) error {
	events, err := f.read(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if e := post(ctx, func(now time.Time) { f.came(f.url, events, err, now) }); e != nil {
		return e
	}
	return err
}

func (f *calendarFeed) read(ctx context.Context) ([]ics.Event, error) {
	zone := f.zone.Location()
	y, m, d := time.Now().In(zone).Date()
	today := time.Date(y, m, d, 0, 0, 0, 0, zone)
	have := f.have
	if zone != f.in || today.Add(ahead).After(f.until) {
		have = webfetch.Version{}
	}
	a, err := f.web.Get(ctx, webfetch.Request{URL: f.url, Accept: "text/calendar, */*;q=0.5", Have: have,
		Max: ics.MaxBytes})
	if err != nil {
		return nil, err
	}
	defer a.Close()
	if !a.Same {
		f.have, f.in, f.until = webfetch.Version{}, zone, today.Add(2*ahead)
		if f.events, err = ics.Read(a.Body, zone, today, f.until); err != nil {
			return nil, err
		}
		f.have = a.Version
	}
	var coming []ics.Event
	for _, e := range f.events {
		if e.Start.Before(today.Add(ahead)) && (e.End.After(today) || !e.Start.Before(today)) {
			coming = append(coming, e)
		}
	}
	return coming[:min(len(coming), maxKeptEvents)], nil
}

// came handles the result of a request for a calendar.
func (c *Calendar) came(url string, events []ics.Event, err error, now time.Time) {
	s := c.known[url]
	if s == nil {
		return // nobody wants it any more
	}
	if s.trouble = err; err == nil {
		if !slices.Equal(s.Events, events) || now.Sub(s.At) > time.Hour {
			c.changed = true // not each time, to spare the SD card
		}
		s.Events, s.At = events, now
	}
	clear(c.Views)
}
