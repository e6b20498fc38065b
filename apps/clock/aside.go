// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"fmt"
	"image/color"
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
// evening, the rest of a snooze, what a press has done. The zero value is nothing.
type aside struct {
	from, until time.Time
	head        string // a time, or the minutes that are left
	note        string // "" = none
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
func (d *widgetClock) say(head, note string, now time.Time) {
	d.said = aside{now, now.Add(d.asideTime()), head, note}
}

// aside returns what the clock says at now, and when that changes; zero = never.
func (d *widgetClock) aside(m *face.Reading, now time.Time) (a aside, change time.Time) {
	if now.Before(d.said.until) && !now.Before(d.said.from) {
		return d.said, d.said.until
	}
	head, seconds := d.news(m, now)
	into := time.Duration(m.Local.Second())*time.Second + time.Duration(m.Local.Nanosecond())
	for _, s := range seconds {
		from := now.Add(s - into)
		switch until := from.Add(d.asideTime()); {
		case now.Before(from):
			return aside{}, from
		case now.Before(until):
			return aside{from, until, head, ""}, until
		}
	}
	return aside{}, time.Time{}
}

// news returns what the clock says by itself in this minute, and from which of its seconds on:
// how long the snooze still lasts, or in the evening when the next alarm rings.
func (d *widgetClock) news(m *face.Reading, now time.Time) (head string, at []time.Duration) {
	for _, a := range d.alarms {
		if a.Phase == kit.Paused {
			return d.minutes(a.End.At.Sub(now)), []time.Duration{15 * time.Second, 45 * time.Second}
		}
	}
	if !m.Known || m.Local.Hour() < evening || d.light(now, m.Known) > 0 {
		return "", nil
	}
	if next := d.next(now); next != nil {
		return d.clock(next.due(now)), []time.Duration{30 * time.Second}
	}
	return "", nil
}

// next returns the alarm that rings first within foresight; nil = none does.
func (d *widgetClock) next(now time.Time) (next *alarm) {
	soonest := kit.Wall(now).Add(foresight)
	for _, a := range d.alarms {
		if due := a.due(now); a.Phase == kit.Ready && !due.IsZero() && !due.After(soonest) {
			next, soonest = a, due
		}
	}
	return next
}

// minutes returns a rest of a snooze, a minute that has begun being whole.
func (d *widgetClock) minutes(rest time.Duration) string {
	n := max(1, int((rest+time.Minute-1)/time.Minute))
	if d.size.X < 96 { // large digits are worth more than a whole phrase
		return fmt.Sprintf("%d min", n)
	}
	return fmt.Sprintf(d.local.Phrases.InMinutes, n)
}

// clock returns the time of an alarm, as the owner writes it.
func (d *widgetClock) clock(at time.Time) string {
	long, short := d.local.Time(at.In(d.zone))
	if d.size.Y < 48 || d.size.X < 48 {
		return short
	}
	return long
}

// picture draws a in an ink, beside an alarm clock.
func (a aside) picture(env kit.Env, ink color.RGBA) render.Widget {
	sheet := kit.NewSheet(env, paint.Look{})
	card := kit.Card{Lines: []typeset.Line{kit.Say(typeset.Head, ink, a.head)}}
	if env.Icons != nil {
		card.Icon = sheet.Icon(face.AlarmIcon)
	}
	if a.note != "" {
		card.Lines = append(card.Lines, kit.Say(typeset.Value, ink, a.note))
	}
	return kit.Pages(sheet.Steps(card))
}
