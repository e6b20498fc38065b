// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"encoding/json"
	"fmt"
	"image/color"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// Step implements [device.App]. It asks to be stepped again when the next minute,
// or second, begins, or the state of an alarm changes; the colon blinks by itself.
func (c *Clock) Step(now time.Time) device.Now {
	s := c.Env.Shared
	m := face.Reading{Known: c.Env.Clock.Plausible(now), Weather: s.Weather.At(now), Panel: c.Env, Night: c.night,
		Event: s.Event, Birthday: s.Birthday}
	if m.Weather.Text != "" {
		m.Day = s.Day.At(now)
	}
	out := device.Now{Views: c.Views}
	keep := map[string][]alarmState{}
	c.share()
	for _, d := range c.clocks {
		d.stepAlarms(now, m.Known)
		m.Ink, m.Accent = kit.InkOf(c.Look, d.cfg.Color), kit.ColorOf(d.cfg.Accent).Or(color.RGBA{})
		m.Local = now.In(d.zone)
		m.Sky = d.sky(&m, c.night)
		m.Ink = m.Sky.Over(m.Ink, 0)
		view, again := d.view(now, m)
		if m.Known {
			view.Rings = d.rings(now)
		}
		c.Views[d.ID] = view
		out.Again = kit.Soonest(out.Again, again)
		if states := d.states(); states != nil {
			keep[d.ID] = states
		}
		if d.wants {
			raw, _ := json.Marshal(d.cfg)                        // cannot fail: all fields are plain
			out.Settings = map[string]json.RawMessage{d.ID: raw} // of several one after the other
		}
		if light := d.light(now, m.Known); light > out.Level {
			out.Level, out.Front = light, d.ID
		}
		if !m.Known && d.armed() {
			out.Notice = "alarms wait until the time is known"
		}
	}
	c.sound(&out, now)
	out.Keep = kit.Kept(keep)
	return out
}

// share publishes how the clocks tell the time.
func (c *Clock) share() {
	s := c.Env.Shared
	s.Skip, s.Alarm = c.skip, c.tellAlarm
	s.Clocks, s.FirstClock = map[string]kit.Timepiece{}, ""
	for i, d := range c.clocks {
		s.Clocks[d.ID] = kit.Timepiece{Zone: d.zone, Hours: d.local.Region.Hours, Color: d.cfg.Color}
		if i == 0 {
			s.FirstClock = d.ID
		}
	}
}

// sound plays the ringing alarm, or the first of several.
func (c *Clock) sound(out *device.Now, now time.Time) {
	var first *alarm
	var of *widgetClock
	for _, d := range c.clocks {
		for _, a := range d.alarms {
			if a.Phase == kit.Ringing && (first == nil || a.End.At.Before(first.End.At)) {
				first, of = a, d
			}
		}
	}
	if first == nil {
		return
	}
	out.Alert = device.Alert{Key: first.Ring, Note: first.note(of.local.Clock()), View: c.Views[of.ID]}
	out.Track = first.cfg.track(first.Ring, c.Env.Shared.Station)
	out.Gain, _ = first.gain(now)
}

// Press implements [device.Presser]: while an alarm rings, the action button starts its
// snooze and an arrow ends it; during the sunrise light an arrow ends both.
func (c *Clock) Press(widget string, b device.Button, now time.Time) (taken bool) {
	arrow, plausible := b == device.ButtonLeft || b == device.ButtonRight, c.Env.Clock.Plausible(now)
	for _, d := range c.clocks {
		for i, a := range d.alarms {
			rings, lit := widget == "" && a.Phase == kit.Ringing, widget == d.ID && a.light(now, plausible) > 0
			over := false
			switch {
			case rings && b == device.ButtonAction:
				over = a.quiet(now, plausible)
				if a.Phase == kit.Paused {
					d.say(d.snoozing(a.End.At.Sub(now)), now)
				}
			case rings && arrow:
				over = a.dismiss()
			case lit && arrow:
				over = a.callOff(now)
			default:
				continue
			}
			taken = true
			d.after(i, over)
		}
	}
	return taken
}

// Hold implements [device.Holder]: a long press of the action button skips the next alarm
// once, and says so; another takes that back.
func (c *Clock) Hold(widget string, b device.Button, now time.Time) {
	d := kit.Find(c.clocks, widget)
	if d == nil || b != device.ButtonAction {
		return
	}
	if at, word := c.skip(now); at != "" {
		d.say(d.alarmed(at, word), now)
	}
}

// skip is [kit.Shared.Skip].
func (c *Clock) skip(now time.Time) (at, word string) {
	if !c.Env.Clock.Plausible(now) {
		return "", ""
	}
	of, a := c.skippable(now)
	if a == nil {
		return "", ""
	}
	due := a.due(now)
	if a.skipping(now) {
		due = a.Skip
	}
	if a.skip(now) {
		return of.clock(due), of.local.Phrases.Skipped
	}
	return of.clock(due), of.local.Phrases.On
}

// tellAlarm is [kit.Shared.Alarm].
func (c *Clock) tellAlarm(now time.Time) (says string) {
	for _, d := range c.clocks {
		if rest := d.snooze(now); rest > 0 {
			return fmt.Sprintf(d.local.Phrases.Minutes, minutes(rest))
		}
		next := d.next(now)
		if says == "" && next != nil && c.Env.Clock.Plausible(now) && now.In(d.zone).Hour() >= evening {
			says = d.clock(next.due(now))
		}
	}
	return says
}

// skippable returns the alarm that a long press skips, or rings again: the first one
// that has been skipped, or else the next one; nil = no alarm is near.
func (c *Clock) skippable(now time.Time) (of *widgetClock, first *alarm) {
	for _, d := range c.clocks {
		for _, a := range d.alarms {
			if a.skipping(now) && a.Skip.Sub(kit.Wall(now)) <= foresight && (first == nil || a.Skip.Before(first.Skip)) {
				of, first = d, a
			}
		}
	}
	if first != nil {
		return of, first
	}
	for _, d := range c.clocks {
		if a := d.next(now); a != nil && (first == nil || a.due(now).Before(first.due(now))) {
			of, first = d, a
		}
	}
	return of, first
}

// Ended implements [device.Ender]: however the alert ended, the person is awake, so
// other ringing alarms end too.
func (c *Clock) Ended(key string, _ note.Outcome, _ time.Time) {
	ringing := func(a *alarm) bool { return a.Phase == kit.Ringing && a.Ring == key }
	if !slices.ContainsFunc(c.clocks, func(d *widgetClock) bool { return slices.ContainsFunc(d.alarms, ringing) }) {
		return
	}
	for _, d := range c.clocks {
		for i, a := range d.alarms {
			if a.Phase == kit.Ringing {
				d.after(i, a.dismiss())
			}
		}
	}
}
