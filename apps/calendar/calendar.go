// Package calendar is an app that shows the next event of calendars in iCalendar form, and
// reminds of it.
package calendar

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/ics"
	"github.com/ledpost/ledpost/internal/webfetch"
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
	Color  string   `json:"color,omitempty"`   // #RRGGBB; "" = that of the device's text
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
	env     kit.Env
	look    paint.Look
	feeds   *kit.Errands
	widgets []*widget
	known   map[string]*record   // by URL
	done    map[string]time.Time // start of the events already reminded of, by the alert's key
	views   map[string]device.View
	keep    json.RawMessage
	changed bool // keep must be written again
}

// record is what is known about one calendar. It is kept.
type record struct {
	At      time.Time   `json:"at,omitzero"` // when it came
	Events  []ics.Event `json:"events,omitempty"`
	trouble string      // why there is none; "" = not tried yet
}

// saved is what is kept.
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
	var was saved
	if json.Unmarshal(raw, &was) != nil {
		was = saved{}
	}
	c := &Calendar{env: env, look: kit.PlainLook, feeds: kit.NewErrands("calendar", every, env.Feeds), known: was.Known, done: was.Done, views: map[string]device.View{}, changed: true}
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
	one := device.Schema{Type: "string", Title: "Address", Description: "Of a calendar in iCalendar form (ICS)", Format: "uri", MaxLen: maxURL, Secret: true}
	return device.About{
		Package: Package, Title: "Calendar", Vendor: "ledpost", Version: "1.0.0", Code: 1,
		Settings: device.Schema{Properties: []device.Property{
			{Name: "urls", Schema: device.Schema{Type: "array", Title: "Calendars", Description: "Secret addresses, as calendars give them; nobody can read them again", MaxLen: maxCalendars, Items: &one}},
			{Name: "remind", Schema: device.Schema{Type: "integer", Title: "Remind", Description: "Minutes before an event; 0 is never", Max: 1440, Default: defaultRemind}},
			{Name: "no_days", Schema: device.Schema{Type: "boolean", Title: "Leave out what lasts all day", Default: false}},
			kit.ColorProperty,
		}},
	}
}

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

// Refresh implements [device.Refresher].
func (c *Calendar) Refresh() { clear(c.views) }

// Do implements [device.App]: there are no actions.
func (c *Calendar) Do(string, string, device.Args, time.Time) error { return nil }

// Step implements [device.App].
func (c *Calendar) Step(now time.Time) device.Now {
	out := device.Now{Views: c.views}
	for _, w := range c.widgets {
		if _, drawn := c.views[w.id]; !drawn || !now.Before(w.until) {
			c.views[w.id] = device.View{Root: kit.Pages(c.steps(w, now)), Start: now, Anew: true}
		}
		if out.Again.IsZero() || w.until.Before(out.Again) {
			out.Again = w.until
		}
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

// kept returns what is to be kept, or nil.
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

// alert returns the reminder of the next event that is about to begin and has had
// none; next is when that changes.
func (c *Calendar) alert(now time.Time) (a device.Alert, next time.Time) {
	for _, w := range c.widgets {
		before := w.cfg.remind()
		for _, e := range c.events(w, now) {
			at := e.Start.Add(-before)
			key := alertKey(e)
			switch _, done := c.done[key]; {
			case e.AllDay || before == 0 || done || !now.Before(e.Start):
				continue
			case now.Before(at):
				next = kit.Soonest(next, at)
				continue
			}
			next = kit.Soonest(next, e.Start)
			if a.Key == "" {
				a = device.Alert{Key: key, Note: reminder(e, now)}
			}
		}
	}
	return a, next
}

// alertKey identifies an occurrence; it changes when the event is moved.
func alertKey(e ics.Event) string {
	return strings.ToValidUTF8(e.UID[:min(len(e.UID), 64)], "") + " " + e.Start.UTC().Format(time.RFC3339)
}

// reminder returns the notification that an event begins.
func reminder(e ics.Event, now time.Time) *note.Notification {
	left := e.Start.Sub(now)
	icon, _ := icons.Parse("status-calendar") // cannot fail: the name is valid
	return &note.Notification{
		Priority: note.PriorityInfo, Lifetime: max(left, time.Minute), Cycles: 2,
		Frames: []note.Frame{{Icon: icon, Text: []note.Fragment{{Text: strings.TrimSpace(e.Title + " " + soon(left))}}}},
		Sound:  &note.Sound{Category: "notifications", ID: "notification"},
	}
}

// soon says how long it is until an event.
func soon(left time.Duration) string {
	minutes := int(math.Ceil(left.Minutes()))
	switch {
	case minutes <= 0:
		return "now"
	case minutes < 100:
		return fmt.Sprintf("in %d min", minutes)
	}
	return fmt.Sprintf("in %d h", int(math.Round(left.Hours())))
}

// Ended implements [device.Ender]: no further reminder of that event is needed.
func (c *Calendar) Ended(key string, _ note.Outcome, now time.Time) {
	for k, begin := range c.done {
		if begin.Before(now.Add(-time.Hour)) {
			delete(c.done, k)
		}
	}
	if len(c.done) < maxReminded {
		begin := now.Add(24 * time.Hour)
		if at, err := time.Parse(time.RFC3339, key[strings.LastIndexByte(key, ' ')+1:]); err == nil {
			begin = at
		}
		c.done[key] = begin
	}
	c.changed = true
}
