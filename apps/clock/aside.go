// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"cmp"
	"image/color"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

const (
	evening   = 20             // the hour from which the next alarm is told, until midnight
	foresight = 12 * time.Hour // before an alarm that is told, or can be skipped
)

// aside is what a clock says for some seconds in place of the time: the next alarm in the
// evening, the rest of a snooze, what a press has done. The zero value shows nothing.
type aside struct {
	from, until time.Time
	head        string // a time, or the minutes that are left
	widest      string // the longest head of this kind, which chooses the size; "" = head
	unit        string // of it; "" = none
	note        string // "" = none
	words       bool   // the head is a sentence
	icon        string // beside it; "" = an alarm clock
	disc        disc   // beside it; nil = icon
	behind      string // an overlay that moves behind it; "" = none
}

// asideTime returns how long an aside shows: on low panels its parts take turns.
func (d *widgetClock) asideTime() time.Duration {
	switch {
	case d.size.X < 24:
		return 12 * time.Second
	case d.size.Y < 16:
		return 6 * time.Second
	}
	return 4 * time.Second
}

// say shows an aside from now on.
func (d *widgetClock) say(a aside, now time.Time) {
	a.from, a.until = now, now.Add(d.asideTime())
	d.said = a
}

// aside returns what the clock says at now, and when that changes; zero = never.
func (d *widgetClock) aside(m *face.Reading, now time.Time) (a aside, change time.Time) {
	if now.Before(d.said.until) && !now.Before(d.said.from) {
		return d.said, d.said.until
	}
	into := time.Duration(m.Local.Second())*time.Second + time.Duration(m.Local.Nanosecond())
	for _, n := range d.news(m, now) {
		n.from = now.Add(n.second - into)
		switch n.until = n.from.Add(d.asideTime()); {
		case now.Before(n.from):
			return aside{}, n.from
		case now.Before(n.until):
			return n.aside, n.until
		}
	}
	return aside{}, time.Time{}
}

// piece is an aside from a second of each minute on.
type piece struct {
	aside
	second time.Duration
}

// news returns what the clock says by itself in this minute, in its order: how long the
// snooze still lasts, or what [livings] have to say, and in the evening when the next alarm rings.
func (d *widgetClock) news(m *face.Reading, now time.Time) (all []piece) {
	if rest := d.snooze(now); rest > 0 {
		left := d.snoozing(rest)
		return []piece{{left, 15 * time.Second}, {left, 45 * time.Second}}
	}
	if !m.Known || d.light(now, m.Known) > 0 {
		return nil
	}
	if next := d.next(now); next != nil && m.Local.Hour() >= evening {
		all = append(all, piece{d.alarmed(d.clock(next.due(now)), ""), 30 * time.Second})
	}
	for _, l := range livings {
		if l.says == nil || !d.lives(l.name) {
			continue
		}
		if a, ok := l.says(d, m); ok {
			all = append(all, piece{a, l.second})
		}
	}
	slices.SortStableFunc(all, func(a, b piece) int { return cmp.Compare(a.second, b.second) })
	return all
}

// snooze returns the rest of a snooze; 0 = no alarm is snoozed.
func (d *widgetClock) snooze(now time.Time) time.Duration {
	for _, a := range d.alarms {
		if a.Phase == kit.Paused {
			return max(1, a.End.At.Sub(now))
		}
	}
	return 0
}

// next returns the alarm that rings first within foresight; nil = no alarm does.
func (d *widgetClock) next(now time.Time) (next *alarm) {
	soonest := kit.Wall(now).Add(foresight)
	for _, a := range d.alarms {
		if due := a.due(now); a.Phase == kit.Ready && !due.IsZero() && !due.After(soonest) {
			next, soonest = a, due
		}
	}
	return next
}

// rings returns when an alarm rings next, or again after a snooze, in the clock's zone;
// zero if none does.
func (d *widgetClock) rings(now time.Time) (at time.Time) {
	for _, a := range d.alarms {
		due := a.due(now)
		if a.Phase == kit.Paused {
			due = kit.Wall(now).Add(a.End.At.Sub(now))
		}
		if !due.IsZero() && (at.IsZero() || due.Before(at)) {
			at = due.In(d.zone)
		}
	}
	return at
}

// minutes returns a rest of a snooze in whole minutes, the one that has begun included.
func minutes(rest time.Duration) int { return max(1, int((rest+time.Minute-1)/time.Minute)) }

// snoozing returns how long a snooze still lasts.
func (d *widgetClock) snoozing(rest time.Duration) aside {
	unit := strings.TrimSpace(strings.Replace(d.local.Phrases.Minutes, "%d", "", 1))
	return aside{head: strconv.Itoa(minutes(rest)), widest: strconv.Itoa(maxSnooze), unit: unit}
}

// alarmed returns the time of an alarm, on small panels without AM and PM, and a note on it.
func (d *widgetClock) alarmed(at, note string) aside {
	head, half, _ := strings.Cut(at, " ")
	if !typeset.Roomy(d.size) {
		half = ""
	}
	_, widest := d.local.Time(longest)
	return aside{head: head, widest: widest, unit: half, note: note}
}

// clock returns the time of an alarm, as the owner writes it.
func (d *widgetClock) clock(at time.Time) string {
	long, _ := d.local.Time(at.In(d.zone))
	return long
}

// longest is a time of the day whose figures are as wide as any, with 12 hours too.
var longest = time.Date(2000, 1, 1, 22, 44, 0, 0, time.UTC)

// picture draws a in an ink, beside an alarm clock.
func (a aside) picture(env kit.Env, ink color.RGBA) render.Widget {
	sheet := kit.NewSheet(env, paint.Look{})
	head := kit.Sized(kit.Say(typeset.Head, ink, a.head, strings.TrimSuffix(a.head, "%")), a.widest)
	unit := kit.PaleInk
	if kit.Contrast(ink) < kit.Readable { // before a light the unit is as dark as the head
		unit = ink
	}
	head.Unit = kit.Text(a.unit, unit)
	if a.words {
		head.Role, head.Lines = typeset.Value, 3
	}
	card := typeset.Content{Lines: []typeset.Line{head}}
	switch {
	case a.disc != nil:
		card.Picture = sheet.Square(a.disc)
	case env.Icons != nil:
		card.Picture = sheet.Icon(cmp.Or(a.icon, face.AlarmIcon))
	}
	if a.note != "" {
		card.Lines = append(card.Lines, kit.Say(typeset.Value, ink, a.note))
	}
	return kit.Pages(sheet.Steps(card))
}
