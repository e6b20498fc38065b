// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// Configure implements [device.Configurer].
func (c *Calendar) Configure(list []device.WidgetSettings) error {
	var widgets []*widget
	for i, w := range list {
		cal := &widget{id: w.ID}
		if err := kit.ReadSettings(i, w, &cal.cfg); err != nil {
			return err
		}
		for n, url := range cal.cfg.URLs {
			cal.cfg.URLs[n] = whole(url)
			if err := webfetch.Check(cal.cfg.URLs[n]); url != "" && err != nil {
				return note.Invalid(fmt.Sprintf("[%d].settings.urls[%d]", i, n), "%v", err)
			}
		}
		widgets = append(widgets, cal)
	}
	c.widgets = widgets
	clear(c.views)
	c.ask()
	return nil
}

// whole returns the address to ask: calendars use webcal for https.
func whole(url string) string {
	for _, scheme := range []string{"webcal://", "webcals://"} {
		if rest, ok := strings.CutPrefix(url, scheme); ok {
			return "https://" + rest
		}
	}
	return url
}

// SetLook implements [device.Styler].
func (c *Calendar) SetLook(l paint.Look) { c.look = l; clear(c.views) }

// SetRegion implements [device.Localizer].
func (c *Calendar) SetRegion(r device.Region) { c.region = r; clear(c.views) }

// Refresh implements [device.Refresher].
func (c *Calendar) Refresh() { clear(c.views) }

// Do implements [device.App]: there are no actions.
func (c *Calendar) Do(string, string, device.Args, time.Time) error { return nil }

// Step implements [device.App].
func (c *Calendar) Step(now time.Time) device.Now {
	out := device.Now{Views: c.views}
	c.brief(now)
	for i, w := range c.widgets {
		if _, drawn := c.views[w.id]; !drawn || !now.Before(w.until) {
			c.views[w.id] = device.View{Root: kit.Pages(c.steps(w, now)), Start: now, Anew: true, Says: c.says(w, now)}
			if i == 0 {
				c.share(now)
			}
		}
		if out.Again.IsZero() || w.until.Before(out.Again) {
			out.Again = w.until
		}
	}
	if len(c.widgets) == 0 {
		c.share(now)
	}
	if c.env.Clock.Plausible(now) {
		var next time.Time
		out.Alert, next = c.alert(now)
		if !next.IsZero() && (out.Again.IsZero() || next.Before(out.Again)) {
			out.Again = next
		}
	}
	if c.changed {
		c.keep, c.changed = c.kept(), false
	}
	out.Keep = c.keep
	return out
}

// share publishes the next event of the first widget for other apps.
func (c *Calendar) share(now time.Time) {
	if c.env.Shared == nil {
		return
	}
	c.env.Shared.Event, c.env.Shared.Birthday = kit.Event{}, ""
	if len(c.widgets) == 0 || !c.env.Clock.Plausible(now) {
		return
	}
	if events := c.events(c.widgets[0], now); len(events) > 0 {
		e := events[0]
		c.env.Shared.Event = kit.Event{Title: e.Title, Start: e.Start, End: e.End, AllDay: e.AllDay}
	}
	for _, w := range c.widgets {
		c.env.Shared.Birthday = cmp.Or(c.env.Shared.Birthday, birthday(c.events(w, now), now))
	}
}

// brief publishes the next event of each widget for pages that several apps share.
func (c *Calendar) brief(now time.Time) {
	all := map[string]kit.Brief{}
	for _, w := range c.widgets {
		if events := c.events(w, now); len(events) > 0 && c.env.Clock.Plausible(now) {
			e := events[0]
			all[w.id] = kit.Brief{Kind: kit.Coming, Event: kit.Event{Title: e.Title, Start: e.Start, End: e.End, AllDay: e.AllDay}}
		}
	}
	c.env.Shared.Tell(Package, all)
}
