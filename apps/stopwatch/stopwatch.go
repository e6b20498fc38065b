// SPDX-License-Identifier: Apache-2.0

// Package stopwatch is an app that measures time.
package stopwatch

import (
	"encoding/json"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/kit/tally"
	"github.com/ledpost/ledpost/device"
)

// Package is the name that clients know the stopwatch by
// (docs/decisions.md 6).
const Package = "com.lametric.stopwatch"

// App is the stopwatch, for the table of apps.
var App = kit.App{Package: Package, New: New}

// Config are the settings of a stopwatch.
type Config struct {
	Color string `json:"color,omitempty"` // #RRGGBB; "" = the device's text colour
}

// Stopwatch counts up, each widget separately, visible or not. It shows up to
// 99:59:59.
type Stopwatch struct {
	kit.Base
	watches []*watch
	kept    map[string]watchState // for widgets not configured yet
}

// New is the factory of the stopwatch app.
func New(env kit.Env, kept json.RawMessage, _ int) device.App {
	s := &Stopwatch{Base: kit.NewBase(env), kept: kit.ReadKept[map[string]watchState](kept)}
	s.Redraw = func() {
		for _, w := range s.watches {
			w.face = tally.NewFace(s.Env, kit.InkOf(s.Look, w.cfg.Color))
		}
	}
	return s
}

// About implements [device.App].
func (s *Stopwatch) About() device.About {
	about := kit.About(Package, "Stopwatch", []device.Property{kit.ColorProperty})
	about.Actions = []device.Action{{ID: "stopwatch.start"}, {ID: "stopwatch.pause"}, {ID: "stopwatch.reset"}}
	return about
}

// Configure implements [device.Configurer].
func (s *Stopwatch) Configure(widgets []device.WidgetSettings) error {
	err := kit.Arrange(&s.watches, s.Views, widgets, func(w device.WidgetSettings, cfg Config) *watch {
		one := &watch{Owned: kit.Owned{ID: w.ID}, cfg: cfg}
		if old := kit.Find(s.watches, w.ID); old != nil {
			one.watchState = old.watchState
		} else if kept := s.kept[w.ID]; kept.valid() {
			one.watchState = kept
		}
		one.face = tally.NewFace(s.Env, kit.InkOf(s.Look, one.cfg.Color))
		return one
	})
	if err == nil {
		s.kept = nil
	}
	return err
}

// SetRegion implements [device.Localizer].
func (s *Stopwatch) SetRegion(r device.Region) { s.Region = r }

// Step implements [device.App]. A stopwatch has no end at which it would need another
// step.
func (s *Stopwatch) Step(now time.Time) device.Now {
	out := device.Now{Views: s.Views}
	keep := map[string]watchState{}
	for _, w := range s.watches {
		w.step(now, s.Env.Clock.Plausible(now))
		s.Views[w.ID] = w.view(now)
		if w.watchState != (watchState{}) {
			keep[w.ID] = w.watchState
		}
	}
	s.tell()
	out.Keep = kit.Kept(keep)
	return out
}

// tell publishes the stopwatches for pages that several apps share: the measured time while
// they stand, the time of their start while they run.
func (s *Stopwatch) tell() {
	all := map[string]kit.Brief{}
	for _, w := range s.watches {
		text := tally.Text(w.Passed)
		if w.Phase == kit.Running {
			text, _ = s.Env.Local(s.Region, "").Time(w.Begin.At.In(s.Env.Zone.Location()))
			text += " →"
		}
		all[w.ID] = kit.Brief{Kind: kit.Chosen, Icon: kit.Builtin("sport-stopwatch"), Text: text}
	}
	s.Env.Shared.Tell(Package, all)
}

// Do implements [device.App].
func (s *Stopwatch) Do(widget, action string, _ device.Args, now time.Time) error {
	w, plausible := kit.Find(s.watches, widget), s.Env.Clock.Plausible(now)
	if w == nil {
		return device.ErrNoWidget
	}
	w.step(now, plausible)
	switch action {
	case "stopwatch.start":
		w.start(now, plausible)
	case "stopwatch.pause":
		w.pause(now)
	case "stopwatch.reset":
		w.watchState = watchState{}
	}
	return nil
}

// Press implements [device.Presser]: the action button starts and pauses.
func (s *Stopwatch) Press(widget string, b device.Button, now time.Time) bool {
	w, plausible := kit.Find(s.watches, widget), s.Env.Clock.Plausible(now)
	if w == nil || b != device.ButtonAction {
		return false
	}
	w.step(now, plausible)
	if w.Phase == kit.Running {
		w.pause(now)
	} else {
		w.start(now, plausible)
	}
	return true
}

// watchState is the saved state of a stopwatch. The zero value is ready.
type watchState struct {
	Phase  kit.Phase     `json:"phase,omitempty"`
	Passed time.Duration `json:"passed,omitempty"` // while it is paused
	Begin  kit.Instant   `json:"begin,omitzero"`   // from which it counts while it runs
}

// valid reports whether a device can have saved this state.
func (s *watchState) valid() bool {
	phases := s.Phase == kit.Ready || s.Phase == kit.Running || s.Phase == kit.Paused
	return phases && (s.Phase != kit.Running || !s.Begin.Wall.IsZero()) && s.Passed >= 0 && s.Passed <= tally.Longest &&
		s.Begin.Span <= 0 &&
		s.Begin.Span >= -tally.Longest
}

// watch is the stopwatch of one widget.
type watch struct {
	kit.Owned
	watchState
	cfg  Config
	face *tally.Face
	seen tally.Shown
}

// step brings the watch in line with the wall clock.
func (w *watch) step(now time.Time, plausible bool) {
	if w.Phase == kit.Running {
		w.Begin.Settle(now, plausible)
	}
}

func (w *watch) start(now time.Time, plausible bool) {
	if w.Phase != kit.Running {
		w.watchState = watchState{Phase: kit.Running, Begin: kit.NewInstant(now, -w.Passed, plausible)}
	}
}

func (w *watch) pause(now time.Time) {
	if w.Phase == kit.Running {
		w.watchState = watchState{Phase: kit.Paused, Passed: min(max(now.Sub(w.Begin.At), 0), tally.Longest)}
	}
}

// view returns what the widget shows; the same view until something happens.
func (w *watch) view(now time.Time) device.View {
	t := tally.Tally{Face: w.face, Base: w.Passed}
	if w.Phase == kit.Paused {
		t.Blink = time.Second
	}
	if w.Phase == kit.Running {
		t.Base, t.Rate = 0, 1
		return w.seen.View(t, w.Begin.At, now)
	}
	return w.seen.View(t, time.Time{}, now)
}
