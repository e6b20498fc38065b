// SPDX-License-Identifier: Apache-2.0

package board

import (
	"fmt"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// widget is one board.
type widget struct {
	id    string
	cfg   Settings
	drawn string // what seen was drawn for; "" = nothing yet
	below string // the same of the lines below the time
	seen  device.View
	said  entry     // what a press has done, alone below the time
	until time.Time // when said ends
}

// content is what a board shows.
type content struct {
	clock  kit.Timepiece
	local  kit.Local
	now    time.Time // in the zone of the clock
	known  bool      // the time is
	low    bool      // the panel has no room for the day beside the weather
	corner kit.Brief
	lines  []entry // at least one
}

// view returns the board's view; the same view until its content changes. The lines below
// the time go on while only the time changes.
func (w *widget) view(b *Board, sheet *kit.Sheet, now time.Time) device.View {
	plan := planOf(b.Env.Size)
	if plan == nil {
		words := b.Env.Local(b.Region, "").Phrases.TooSmall
		if w.drawn != words {
			w.drawn, w.seen = words, device.View{Root: kit.Pages(sheet.Says("status-info", words)), Start: now, Anew: true}
		}
		return w.seen
	}
	c := w.content(b, now)
	below := fmt.Sprintf("%+v", c.lines)
	key := fmt.Sprint(c.now.Format("15:04"), c.known, c.clock.Hours, c.clock.Color, c.corner, below)
	if key == w.drawn {
		return w.seen
	}
	start := w.seen.Start
	if w.drawn == "" || below != w.below {
		start = now
	}
	p := page{Board: b, sheet: sheet, c: &c, plan: plan}
	w.drawn, w.below = key, below
	w.seen = device.View{Root: p.draw(), Start: start, Anew: true}
	if !b.Far {
		w.seen.Room = p.plan.lower
	}
	return w.seen
}

// content returns what the board shows at now.
func (w *widget) content(b *Board, now time.Time) content {
	shared := b.Env.Shared
	plan := planOf(b.Env.Size)
	c := content{local: localOf(b), known: b.Env.Clock.Plausible(now), low: !plan.two}
	c.clock = shared.Timepiece(w.cfg.Clock, kit.Timepiece{Zone: b.Env.Zone.Location(), Hours: c.local.Region.Hours})
	c.local.Region.Hours = c.clock.Hours
	c.now = now.In(c.clock.Zone)
	if brief, ok := shared.Brief(w.cfg.Corner, now); ok {
		c.corner = brief
	} else if sky := shared.Briefs(kit.Sky, now); w.cfg.Corner == "" && len(sky) > 0 {
		c.corner = sky[0]
	}
	c.lines = w.lines(&c, shared, now)
	return c
}

// lines returns the entries below the time, in the order of their turns.
func (w *widget) lines(c *content, shared *kit.Shared, now time.Time) (all []entry) {
	if now.Before(w.until) {
		return []entry{w.said}
	}
	add := func(briefs ...kit.Brief) {
		for _, b := range briefs {
			if e := c.entry(b); e.text != "" && len(all) < most {
				all = append(all, e)
			}
		}
	}
	if brief, ok := shared.Brief(w.cfg.Line, now); ok {
		add(brief)
	} else if w.cfg.Line == "" {
		add(shared.Briefs(kit.Coming, now)...)
		add(shared.Briefs(kit.Playing, now)...)
		add(shared.Briefs(kit.Figure, now)...)
	}
	if says := shared.Alarm; says != nil && w.cfg.Line == "" {
		add(kit.Brief{Kind: kit.Chosen, Icon: kit.Builtin("status-alarm-clock"), Text: says(now)})
	}
	chosen := w.cfg.Line != "" && len(all) > 0
	if c.known && (len(all) == 0 || c.low && !chosen) { // the day, where it stands nowhere else
		all = append(all, c.day())
	}
	if len(all) == 0 {
		all = []entry{{text: "…"}}
	}
	return all
}

// most is how many entries take turns below the time: more would hide each for too long.
const most = 6

// localOf returns how a board writes. Beside the time of smaller panels characters of Han have
// no room: there its own words are English.
func localOf(b *Board) kit.Local {
	plan := planOf(b.Env.Size)
	if l := b.Env.Local(b.Region, ""); l.Code != "zh" || plan.two && plan.beside {
		return l
	}
	return b.Env.Local(b.Region, "en")
}
