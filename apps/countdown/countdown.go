// SPDX-License-Identifier: Apache-2.0

// Package countdown is an app that counts down and rings at the end.
package countdown

import (
	"encoding/json"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/kit/tally"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/sounds"
)

// Package is the name that clients know the countdown by
// (docs/decisions.md 6).
const Package = "com.lametric.countdown"

// App is the countdown, for the table of apps.
var App = kit.App{Package: Package, New: New}

// Countdown counts down, each widget separately, visible or not, and rings.
type Countdown struct {
	kit.Base
	timers []*timer
	kept   map[string]timerState // for widgets not configured yet
}

// New is the factory of the countdown app.
func New(env kit.Env, kept json.RawMessage, _ int) device.App {
	c := &Countdown{Base: kit.NewBase(env), kept: kit.ReadKept[map[string]timerState](kept)}
	c.Redraw = func() {
		for _, t := range c.timers {
			t.dress(c.Env, kit.InkOf(c.Look, t.cfg.Color))
		}
	}
	return c
}

// About implements [device.App].
func (c *Countdown) About() device.About {
	about := kit.About(Package, "Countdown", []device.Property{
		{Name: "duration", Schema: device.Schema{Type: "integer", Title: "Duration", Format: "duration",
			Min: 1, Max: tally.Longest.Seconds(), Default: defaultCount}},
		{Name: "sound", Schema: device.Schema{Type: "string", Title: "Sound", Description: "Heard at the end",
			Enum: sounds.IDs("alarms"), Default: "alarm7"}},
		kit.ColorProperty,
	})
	about.Actions = []device.Action{
		{ID: "countdown.configure",
			Params: []device.Param{{Name: "duration", Type: device.IntParam}, {Name: "start_now", Type: device.BoolParam}}},
		{ID: "countdown.start"}, {ID: "countdown.pause"}, {ID: "countdown.reset"},
	}
	return about
}

// Configure implements [device.Configurer].
func (c *Countdown) Configure(widgets []device.WidgetSettings) error {
	err := kit.Arrange(&c.timers, c.Views, widgets, c.timer)
	if err == nil {
		c.kept = nil
	}
	return err
}

// timer returns the existing timer of a widget, with new settings. A newly set duration
// overrides one set by an action.
func (c *Countdown) timer(w device.WidgetSettings, cfg Config) *timer {
	t := &timer{Owned: kit.Owned{ID: w.ID}, title: w.Title, cfg: cfg}
	if old := kit.Find(c.timers, w.ID); old != nil {
		t.timerState = old.timerState
		if old.cfg.Duration != cfg.Duration {
			t.Set = 0
		}
	} else if kept := c.kept[w.ID]; kept.valid() {
		t.timerState = kept
	}
	t.dress(c.Env, kit.InkOf(c.Look, cfg.Color))
	return t
}

// SetRegion implements [device.Localizer].
func (c *Countdown) SetRegion(r device.Region) { c.Region = r }

// Step implements [device.App]. Of several finished countdowns the first to finish
// rings, and the next when that is dismissed.
func (c *Countdown) Step(now time.Time) device.Now {
	out := device.Now{Views: c.Views}
	keep := map[string]timerState{}
	var first *timer
	for _, t := range c.timers {
		t.step(now, c.Env.Clock.Plausible(now))
		view := t.view(now)
		if t.Phase == kit.Running {
			view.Rings = t.End.At.In(c.Env.Zone.Location())
		}
		c.Views[t.ID] = view
		if t.timerState != (timerState{}) {
			keep[t.ID] = t.timerState
		}
		if t.Phase.Moves() {
			out.Again = kit.Soonest(out.Again, t.End.At)
		}
		if t.Phase == kit.Ringing && (first == nil || t.End.At.Before(first.End.At)) {
			first = t
		}
	}
	if first != nil {
		out.Alert = device.Alert{Key: first.Ring, Note: first.note(), View: c.Views[first.ID]}
	}
	c.tell()
	out.Keep = kit.Kept(keep)
	return out
}

// Do implements [device.App].
func (c *Countdown) Do(widget, action string, args device.Args, now time.Time) error {
	t, plausible := kit.Find(c.timers, widget), c.Env.Clock.Plausible(now)
	if t == nil {
		return device.ErrNoWidget
	}
	t.step(now, plausible)
	switch action {
	case "countdown.configure":
		return t.configure(args, now, plausible)
	case "countdown.start":
		t.start(now, plausible)
	case "countdown.pause":
		t.pause(now)
	case "countdown.reset":
		t.reset()
	}
	return nil
}

// Press implements [device.Presser]: the action button starts and pauses the widget
// that shows. While one rings, the device handles the press and dismisses it.
func (c *Countdown) Press(widget string, b device.Button, now time.Time) bool {
	t, plausible := kit.Find(c.timers, widget), c.Env.Clock.Plausible(now)
	if t == nil || b != device.ButtonAction {
		return false
	}
	t.step(now, plausible)
	switch t.Phase {
	case kit.Running:
		t.pause(now)
	case kit.Ringing, kit.Over:
		t.reset()
	default:
		t.start(now, plausible)
	}
	return true
}

// Ended implements [device.Ender]: who dismisses the ringing has seen that the time is
// over, and any other end leaves it on the panel.
func (c *Countdown) Ended(key string, outcome note.Outcome, _ time.Time) {
	for _, t := range c.timers {
		switch {
		case t.Phase != kit.Ringing || t.Ring != key:
		case outcome == note.OutcomeDismissed:
			t.reset()
		default:
			t.giveUp()
		}
	}
}
