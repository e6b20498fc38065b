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
	"github.com/ledpost/ledpost/internal/webfetch"
)

// Check returns an error that names what is no address.
func (c *Settings) Check() error {
	for n, url := range c.URLs {
		if err := webfetch.Check(whole(url)); url != "" && err != nil {
			return note.Invalid(fmt.Sprintf("urls[%d]", n), "%v", err)
		}
	}
	return nil
}

// Configure implements [device.Configurer].
func (c *Calendar) Configure(list []device.WidgetSettings) error {
	err := kit.Arrange(&c.widgets, c.Views, list, func(w device.WidgetSettings, cfg Settings) *widget {
		for n, url := range cfg.URLs {
			cfg.URLs[n] = whole(url)
		}
		return &widget{id: w.ID, cfg: cfg}
	})
	if err == nil {
		c.ask()
	}
	return err
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

// Refresh implements [device.Refresher].
func (c *Calendar) Refresh() { clear(c.Views) }

// Step implements [device.App].
func (c *Calendar) Step(now time.Time) device.Now {
	out := device.Now{Views: c.Views}
	c.brief(now)
	for i, w := range c.widgets {
		if _, drawn := c.Views[w.id]; !drawn || !now.Before(w.until) {
			c.Views[w.id] = device.View{Root: kit.Pages(c.steps(w, now)), Start: now, Anew: true, Says: c.says(w, now)}
			if i == 0 {
				c.share(now)
			}
		}
		out.Again = kit.Soonest(out.Again, w.until)
	}
	if len(c.widgets) == 0 {
		c.share(now)
	}
	if c.Env.Clock.Plausible(now) {
		var next time.Time
		out.Alert, next = c.alert(now)
		out.Again = kit.Soonest(out.Again, next)
	}
	if c.changed {
		c.keep, c.changed = c.kept(), false
	}
	out.Keep = c.keep
	return out
}

// share publishes the next event of the first widget for other apps.
func (c *Calendar) share(now time.Time) {
	c.Env.Shared.Event, c.Env.Shared.Birthday = kit.Event{}, ""
	if len(c.widgets) == 0 || !c.Env.Clock.Plausible(now) {
		return
	}
	if events := c.events(c.widgets[0], now); len(events) > 0 {
		c.Env.Shared.Event = events[0]
	}
	for _, w := range c.widgets {
		c.Env.Shared.Birthday = cmp.Or(c.Env.Shared.Birthday, birthday(c.events(w, now), now))
	}
}

// brief publishes the next event of each widget for pages that several apps share.
func (c *Calendar) brief(now time.Time) {
	all := map[string]kit.Brief{}
	for _, w := range c.widgets {
		if events := c.events(w, now); len(events) > 0 && c.Env.Clock.Plausible(now) {
			all[w.id] = kit.Brief{Kind: kit.Coming, Event: events[0]}
		}
	}
	c.Env.Shared.Tell(Package, all)
}
