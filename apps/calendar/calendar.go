// SPDX-License-Identifier: Apache-2.0

// Package calendar is an app that shows the next event of calendars in iCalendar form, and
// reminds of it.
package calendar

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/ics"
)

// Package is the app of calendars.
const Package = "com.ledpost.calendar"

// App is the calendar, for the table of apps.
var App = kit.App{Package: Package, New: New}

const (
	every         = 15 * time.Minute
	ahead         = 7 * 24 * time.Hour // how far it looks ahead
	maxCalendars  = 5                  // per widget
	maxKeptEvents = 40                 // per calendar, across a restart
	defaultRemind = 10                 // minutes
	maxReminded   = 64                 // past reminders that are remembered
	maxURL        = 1024               // characters of a URL
)

// Settings are the settings of a calendar. The zero value asks no server.
type Settings struct {
	URLs   []string `json:"urls,omitempty"`    // http, https or webcal
	Remind *int     `json:"remind,omitempty"`  // minutes before; nil = 10, 0 = never
	NoDays bool     `json:"no_days,omitempty"` // leave out all-day events
	Color  string   `json:"color,omitempty"`   // #RRGGBB; "" = the device's text colour
}

// remind returns how long before an event the reminder comes; 0 = never.
func (c *Settings) remind() time.Duration {
	if c.Remind == nil {
		return defaultRemind * time.Minute
	}
	return time.Duration(*c.Remind) * time.Minute
}

// Calendar shows the next event of each of its widgets' calendars, and reminds of it
// when it is about to begin.
type Calendar struct {
	kit.Base
	feeds   *kit.Requests
	widgets []*widget
	known   map[string]*record   // by URL
	done    map[string]time.Time // start of the events already reminded of, by the alert's key
	keep    json.RawMessage
	changed bool // keep must be written again
}

// record is the knowledge about a calendar. It is saved.
type record struct {
	At      time.Time   `json:"at,omitzero"` // when it came
	Events  []ics.Event `json:"events,omitempty"`
	trouble error       // why there is none; nil = not tried yet
}

// saved is the saved state.
type saved struct {
	Known map[string]*record   `json:"known,omitempty"`
	Done  map[string]time.Time `json:"done,omitempty"`
}

// widget is a widget.
type widget struct {
	id    string
	cfg   Settings
	until time.Time // when the picture must be redrawn
}

// New is the factory of the calendar app.
func New(env kit.Env, raw json.RawMessage, _ int) device.App {
	was := kit.ReadKept[saved](raw)
	c := &Calendar{Base: kit.NewBase(env), feeds: kit.NewRequests("calendar", env.Feeds), known: was.Known,
		done: was.Done, changed: true}
	if c.known == nil {
		c.known = map[string]*record{}
	}
	for url, s := range c.known {
		if s == nil || len(s.Events) > maxKeptEvents {
			delete(c.known, url)
		}
	}
	if c.done == nil || len(c.done) > maxReminded {
		c.done = map[string]time.Time{}
	}
	return c
}

// About implements [device.App].
func (c *Calendar) About() device.About {
	one := device.Schema{Type: "string", Title: "Calendar address", Format: "uri", MaxLen: maxURL, Secret: true,
		Description: "The secret or published address that your calendar offers, often ending in .ics"}
	return kit.About(Package, "Calendar", []device.Property{
		{Name: "urls", Schema: device.Schema{Type: "array", Title: "Calendars", MaxLen: maxCalendars, Items: &one,
			Description: "Secret addresses, as calendars give them; the device shows them to nobody"}},
		{Name: "remind", Schema: device.Schema{Type: "integer", Title: "Remind", Max: 1440, Default: defaultRemind,
			Description: "Minutes before an event; 0 is never"}},
		{Name: "no_days", Schema: device.Schema{Type: "boolean", Title: "Leave out events of the whole day",
			Default: false}},
		kit.ColorProperty,
	})
}

// kept returns the state to save, or nil.
func (c *Calendar) kept() json.RawMessage {
	if len(c.known) == 0 && len(c.done) == 0 {
		return nil
	}
	raw, _ := json.Marshal(saved{c.known, c.done}) // cannot fail: all fields are plain
	return raw
}

// events returns the events of a widget that are not over, the next first.
func (c *Calendar) events(w *widget, now time.Time) (all []ics.Event) {
	for _, url := range w.cfg.URLs {
		state := c.known[url]
		if state == nil {
			continue
		}
		for _, e := range state.Events {
			if e.AllDay && w.cfg.NoDays || !e.End.After(now) && e.Start.Before(now) {
				continue
			}
			all = append(all, e)
		}
	}
	sortEvents(all)
	return all
}

// sortEvents puts the next event first; all-day events come after those with a time on
// the same day.
func sortEvents(all []ics.Event) {
	begin := func(e ics.Event) time.Time {
		if e.AllDay {
			return e.Start.AddDate(0, 0, 1)
		}
		return e.Start
	}
	slices.SortStableFunc(all, func(a, b ics.Event) int {
		return cmp.Or(begin(a).Compare(begin(b)), cmp.Compare(a.Title, b.Title))
	})
}
