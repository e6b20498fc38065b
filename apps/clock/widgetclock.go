// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// widgetClock is the clock of one widget.
type widgetClock struct {
	kit.Owned
	size        image.Point // of the panel
	cfg         Config
	zone, other *time.Location           // of the widget, and the second one
	face, plain *face.Face               // plain shows while the time is unknown
	bell        *face.Face               // shows while an alarm is snoozed, or waits for the time to be known; nil = it has none
	ring        *face.Face               // shows while an alarm rings; nil = it has none
	alarms      []*alarm                 // the alarms of cfg, in their order
	local       kit.Local                // how it writes
	said        aside                    // what it says because of a press; zero = nothing
	effects     map[string]render.Widget // that lie around the time, by name
	peaks       peaks                    // of eclipses
	due         bool                     // it shows, or will within seconds
	shown       time.Time                // when due began
	wants       bool                     // cfg has not been adopted as the widget's settings yet

	key  string // what seen was drawn for; "" = nothing yet
	seen device.View
}

// newWidgetClock makes the clock of a widget with settings that have been checked.
func newWidgetClock(env kit.Env, region device.Region, id string, cfg Config, alarms []alarmState) *widgetClock {
	d := &widgetClock{Owned: kit.Owned{ID: id}, size: env.Size, cfg: cfg}
	d.zone, d.other = zoneOf(cfg.Zone, env.Zone.Location()), zoneOf(cfg.Zone2, time.UTC)
	d.plain = face.New(env, cfg.plain())
	d.locate(env, region)
	if len(cfg.Alarms) > 0 {
		d.bell, d.ring = face.New(env, face.Options{Name: "icon", Icon: face.AlarmIcon}), face.NewRing(env)
	}
	for _, a := range cfg.Alarms {
		d.alarms = append(d.alarms, newAlarm(a, d.zone, alarms...))
	}
	return d
}

// locate makes the clock write as the region does, where its settings do not say.
func (d *widgetClock) locate(env kit.Env, region device.Region) {
	d.local = env.Local(region, d.cfg.Language)
	d.local.Region.Hours = cmp.Or(d.cfg.Hours, d.local.Region.Hours)
	of := d.cfg.face()
	of.Language = d.local.Code
	d.face, d.key = face.New(env, of), ""
}

// zoneOf loads the zone of that name, and returns otherwise if it cannot.
func zoneOf(name string, otherwise *time.Location) *time.Location {
	zone, err := time.LoadLocation(name)
	if name == "" || err != nil {
		return otherwise
	}
	return zone
}

// view returns the picture of the time at now, and when that changes.
func (d *widgetClock) view(now time.Time, m face.Reading) (v device.View, again time.Time) {
	m.Local, m.Other = now.In(d.zone), now.In(d.other)
	m.Seen = d.shown
	m.Hours, m.Words, m.Sunday = d.local.Region.Hours, d.local.Language, d.local.FirstDay == "sun"
	m.MonthFirst = d.local.Region.Date != "dmy"
	shown, sun := d.now(&m), d.sun(&m, now)
	says, change := aside{}, time.Time{}
	if shown != d.ring {
		says, change = d.aside(&m, now)
	}
	day := around{}
	if shown == d.face && says.head == "" {
		day = d.surroundings(&m)
	}
	done, grows := 0.0, time.Time{}
	if shown == d.face {
		done, grows = d.progress(&m, now)
	}
	step := shown.Step()
	into := time.Duration(m.Local.Second())*time.Second + time.Duration(m.Local.Nanosecond())
	begin := m.Local.Add(-into % step).Format(time.DateTime)
	key := fmt.Sprint(begin, m.Known, m.Ink, m.Accent, m.Sky, m.Weather, m.Day.From.Unix(), len(m.Day.Hours), m.Event,
		shown == d.bell, shown == d.ring, d.shown.Unix(), sun.total, sun.from > sun.total, says.from.Unix(), says.head,
		says.note, day, m.Night, done)
	if key != d.key {
		d.key = key
		start := now.Add(-into)
		if says.head != "" {
			start = says.from
		}
		picture := func(f *face.Face, m *face.Reading) render.Widget {
			if says.head != "" {
				said := says.picture(m.Panel, m.Ink)
				if w := d.effect(says.behind); w != nil && typeset.Roomy(d.size) && !m.Panel.Monochrome {
					said = &render.Stack{Bounds: d.size, Layers: []render.Layer{{Widget: w}, {Widget: said}}}
				}
				if sun.total > 0 {
					return said
				}
				return d.face.Before(said, m, start.Sub(now.Add(-into)))
			}
			return f.Picture(m)
		}
		d.seen = device.View{Start: start}
		if shown == d.face && !d.face.Weathers() {
			d.seen.Over = d.cfg.Behind
		}
		if sun.total > 0 {
			sun.from -= now.Sub(start)
			if shown != d.ring {
				shown = d.plain
			}
			d.seen.Root = sun.before(&m, func(m *face.Reading) render.Widget { return picture(shown, m) })
			d.seen.Light = &sun
		} else {
			d.seen.Root = d.above(d.between(picture(shown, &m), &m, day), &m, done)
		}
	}
	again = kit.Soonest(kit.Soonest(change, grows), now.Add(step-into%step))
	for _, a := range d.alarms {
		if at := a.again(now, m.Known); !at.IsZero() && at.Before(again) {
			again = at
		}
	}
	return d.seen, again
}

// now returns the face that shows at m.
func (d *widgetClock) now(m *face.Reading) *face.Face {
	switch {
	case slices.ContainsFunc(d.alarms, func(a *alarm) bool { return a.Phase == kit.Ringing }):
		return d.ring
	case d.snooze(m.Local) > 0 || !m.Known && d.armed():
		return d.bell
	case !m.Known:
		return d.plain
	}
	return d.face
}

// armed reports whether any alarm is set.
func (d *widgetClock) armed() bool {
	return slices.ContainsFunc(d.alarms, func(a *alarm) bool { return a.cfg.on() })
}

// light returns the progress of an alarm's sunrise light at now, 0 for none.
func (d *widgetClock) light(now time.Time, plausible bool) (light float64) {
	for _, a := range d.alarms {
		light = max(light, a.light(now, plausible))
	}
	return light
}

// sun returns the sunrise light of an alarm at now; the zero value has no light.
func (d *widgetClock) sun(m *face.Reading, now time.Time) (s sunrise) {
	best := 0.0
	for _, a := range d.alarms {
		light := a.light(now, m.Known)
		if light <= best {
			continue
		}
		best = light
		s = newSunrise(m.Panel, a.sunrise(), 2*a.sunrise()) // it has reached full brightness
		if a.Phase == kit.Ready {
			s.from = kit.Wall(now).Sub(a.dawn(now))
		}
	}
	return s
}

// stepAlarms updates the alarms to now.
func (d *widgetClock) stepAlarms(now time.Time, plausible bool) {
	for i, a := range d.alarms {
		d.after(i, a.step(fmt.Sprint(d.ID, " ", i), now, plausible))
	}
}

// after switches alarm i off if its only ring is over.
func (d *widgetClock) after(i int, over bool) {
	if !over || i >= len(d.cfg.Alarms) {
		return
	}
	cfg, off := d.cfg, false
	cfg.Alarms = slices.Clone(cfg.Alarms)
	cfg.Alarms[i].Enabled = &off
	d.want(cfg)
	d.alarms[i].cfg.Enabled = &off
}

// want makes cfg the settings that the widget should have.
func (d *widgetClock) want(cfg Config) { d.cfg, d.wants = cfg, true }

// states returns the states of the alarms, nil if there are none.
func (d *widgetClock) states() (all []alarmState) {
	for _, a := range d.alarms {
		all = append(all, a.alarmState)
	}
	return all
}
