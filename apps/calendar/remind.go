// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/ics"
)

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
				a = device.Alert{Key: key, Note: reminder(e, c.Env.Local(c.Region, "").Phrases, now)}
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
func reminder(e ics.Event, say *kit.Phrases, now time.Time) *note.Notification {
	left := e.Start.Sub(now)
	return &note.Notification{
		Priority: note.PriorityInfo, Lifetime: max(left, time.Minute), Cycles: 2,
		Frames: kit.Saying(kit.Builtin("status-calendar"), strings.TrimSpace(e.Title+" "+soon(say, left))),
		Sound:  &note.Sound{Category: "notifications", ID: "notification"},
	}
}

// soon says how long it is until an event.
func soon(say *kit.Phrases, left time.Duration) string {
	minutes := int(math.Ceil(left.Minutes()))
	switch {
	case minutes <= 0:
		return strings.ToLower(say.Now)
	case minutes < 100:
		return fmt.Sprintf(say.InMinutes, minutes)
	}
	return fmt.Sprintf(say.InHours, int(math.Round(left.Hours())))
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
