// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"fmt"
	"image/color"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// steps returns the pages of a widget: when the next event is, and what it is. It sets
// w.until to when they change.
func (c *Calendar) steps(w *widget, now time.Time) []render.Step {
	sheet, ink := kit.NewSheet(c.Env, c.Look), kit.InkOf(c.Look, w.cfg.Color)
	local, words := now.In(c.Env.Zone.Location()), c.Env.Local(c.Region, "")
	y, m, d := local.Date()
	w.until = time.Date(y, m, d+1, 0, 0, 0, 0, c.Env.Zone.Location())
	if !c.Env.Clock.Plausible(now) {
		w.until = now.Add(time.Minute)
		return sheet.Says("status-calendar", "…")
	}
	events := c.events(w, now)
	if len(events) == 0 {
		return sheet.Says("status-calendar", c.nothing(w, words.Phrases))
	}
	e := events[0]
	changes := []time.Time{e.Start, e.End}
	if !e.AllDay {
		changes = append(changes, e.Start.Add(-time.Hour))
	}
	for _, at := range changes {
		if at.After(now) && at.Before(w.until) {
			w.until = at
		}
	}
	icon := sheet.Leaf(e.Start.In(c.Env.Zone.Location()).Day())
	if e.Start.Before(now) && !e.AllDay {
		icon = sheet.Leaf(local.Day())
	}
	if soon := e.Start.Sub(now); kit.Minutes(e, now) > 0 { // it counts down
		if next := e.Start.Add(-soon.Truncate(time.Minute)); next.After(now) && next.Before(w.until) {
			w.until = next
		} else if next = next.Add(time.Minute); next.Before(w.until) {
			w.until = next
		}
	}
	return sheet.Steps(typeset.Content{Picture: icon, Lines: lines(sheet, words, e, local, ink), Edge: edge})
}

// edge is the colour of the bar beside an event.
var edge = color.RGBA{60, 190, 90, 255}

// lines returns when an event is, what it is, and on large panels from when to when.
func lines(s *kit.Sheet, local kit.Local, e kit.Event, now time.Time, ink color.RGBA) (all []typeset.Line) {
	when, short := local.When(e, now)
	bare := short
	if left := kit.Minutes(e, now); left > 0 {
		when, short = fmt.Sprintf(local.Phrases.InMinutes, left), fmt.Sprintf(local.Phrases.Minutes, left)
		bare = fmt.Sprintf("%d'", left)
	}
	if !s.Grid.Wide() {
		begin := kit.Say(typeset.Label, kit.Warm, short, bare)
		begin.Split = true
		all = append(all, begin)
		if e.Title != "" {
			all = append(all, kit.Say(typeset.Value, ink, e.Title))
		}
		return all
	}
	all = append(all, kit.Say(typeset.Label, kit.Warm, when, short))
	if e.Title != "" {
		title := kit.Say(typeset.Value, ink, e.Title)
		title.Lines = 3
		all = append(all, title)
	}
	span, brief := local.Phrases.AllDay, local.Phrases.AllDay
	if !e.AllDay {
		span, brief = local.Span(e.Start.In(now.Location()), e.End.In(now.Location()))
	}
	return append(all, kit.Spare(kit.Say(typeset.Note, kit.PaleInk, span, brief)))
}

// nothing says why there is no event.
func (c *Calendar) nothing(w *widget, say *kit.Phrases) string {
	words := say.SetCalendar
	for _, url := range w.cfg.URLs {
		switch s := c.known[url]; {
		case s == nil:
		case s.trouble != nil && s.At.IsZero():
			return kit.Name(say.NoCalendar, say.Why(s.trouble))
		case s.At.IsZero():
			words = "…"
		default:
			words = say.Nothing
		}
	}
	return words
}

// says returns when the next event of a widget begins and what it is, or why there is
// none; "" while no calendar is set or none has come.
func (c *Calendar) says(w *widget, now time.Time) string {
	if !c.Env.Clock.Plausible(now) || len(w.cfg.URLs) == 0 {
		return ""
	}
	if events := c.events(w, now); len(events) > 0 {
		when, _ := c.Env.Local(device.Region{}, "").When(events[0], now.In(c.Env.Zone.Location()))
		return strings.TrimSpace(when + " " + events[0].Title)
	}
	return strings.TrimSuffix(c.nothing(w, kit.LanguageOf("").Phrases), "…")
}
