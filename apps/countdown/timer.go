// SPDX-License-Identifier: Apache-2.0

package countdown

import (
	"cmp"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/kit/tally"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// timerState is the saved state of a timer. The zero value is ready.
type timerState struct {
	Set   int           `json:"set,omitempty"` // seconds set by an action; 0 = as in the settings
	Phase kit.Phase     `json:"phase,omitempty"`
	Total time.Duration `json:"total,omitempty"` // of this run
	Left  time.Duration `json:"left,omitempty"`  // of Total, while it pauses
	End   kit.Instant   `json:"end,omitzero"`    // of the run, or of its ringing
	Ring  string        `json:"ring,omitempty"`  // key of the alert
}

// valid reports whether a device can have saved this state.
func (s *timerState) valid() bool {
	switch s.Phase {
	case kit.Ready, kit.Running, kit.Paused, kit.Ringing, kit.Over:
	default:
		return false
	}
	within := func(d time.Duration) bool { return d >= 0 && d <= tally.Longest }
	return s.Set >= 0 && s.Set <= int(tally.Longest/time.Second) && within(s.Total) && within(s.Left) &&
		within(s.End.Span) &&
		(s.Phase == kit.Ready || s.Total > 0) && (!s.Phase.Moves() || !s.End.Wall.IsZero()) &&
		(s.Phase != kit.Ringing || s.Ring != "")
}

// timer is the countdown of one widget.
type timer struct {
	kit.Owned
	timerState
	title string
	cfg   Config
	face  *tally.Face
	over  *tally.Face // of one that has ended
	seen  tally.Shown
}

// dress makes the faces in the colour ink.
func (t *timer) dress(env kit.Env, ink color.RGBA) {
	t.face = tally.NewFace(env, ink)
	if t.cfg.Color == "" {
		t.face.Sandy(env)
	}
	t.over = t.face.Titled(env, ink, t.title)
}

// duration returns the duration of the next run.
func (t *timer) duration() time.Duration {
	for _, seconds := range []int{t.Set, t.cfg.Duration} {
		if seconds > 0 {
			return time.Duration(seconds) * time.Second
		}
	}
	return defaultCount * time.Second
}

// step updates the timer to now.
func (t *timer) step(now time.Time, plausible bool) {
	if !t.Phase.Moves() {
		return
	}
	t.End.Settle(now, plausible)
	if t.End.At.After(now) {
		return
	}
	if t.Phase == kit.Ringing {
		t.giveUp()
		return
	}
	t.Phase, t.Ring = kit.Ringing, t.ID+" "+t.End.Wall.Format(time.RFC3339Nano)
	t.End = kit.NewInstant(now, kit.RingFor, plausible)
}

func (t *timer) configure(args device.Args, now time.Time, plausible bool) error {
	seconds, given := args.Int("duration")
	if most := int(tally.Longest / time.Second); given && (seconds < 1 || seconds > most) {
		return note.Invalid("params.duration", "%d, want 1 to %d seconds", seconds, most)
	}
	if given {
		t.Set = seconds
		t.reset()
	}
	if start, _ := args.Bool("start_now"); start {
		t.reset()
		t.start(now, plausible)
	}
	return nil
}

// start begins a run, or resumes a paused one.
func (t *timer) start(now time.Time, plausible bool) {
	switch t.Phase {
	case kit.Running:
		return
	case kit.Paused:
	default:
		t.reset()
		t.Total = t.duration()
		t.Left = t.Total
	}
	t.Phase, t.End, t.Left = kit.Running, kit.NewInstant(now, t.Left, plausible), 0
}

func (t *timer) pause(now time.Time) {
	if t.Phase == kit.Running {
		t.Phase, t.Left, t.End = kit.Paused, t.End.At.Sub(now), kit.Instant{}
	}
}

// giveUp ends a ringing to which nobody came: the panel goes on to tell that the time is
// over (docs/decisions.md 12), until a press, an action or another run ends that.
func (t *timer) giveUp() { t.timerState = timerState{Set: t.Set, Phase: kit.Over, Total: t.Total} }

// reset makes the timer ready for another run; a duration set by an action stays.
func (t *timer) reset() { t.timerState = timerState{Set: t.Set} }

// view returns what the widget shows; the same view until something happens.
func (t *timer) view(now time.Time) device.View {
	w := tally.Tally{Face: t.face, Base: t.duration(), Total: t.duration()}
	start := time.Time{}
	switch t.Phase {
	case kit.Running:
		w.Base, w.Rate, w.Total = t.Total, -1, t.Total
		start = t.End.At.Add(-t.Total)
	case kit.Paused:
		w.Base, w.Total, w.Blink = t.Left, t.Total, time.Second
	case kit.Ringing, kit.Over:
		w.Face, w.Base, w.Total, w.Blink = t.over, 0, t.Total, time.Second/2 // 0:00
	}
	return t.seen.View(w, start, now)
}

// hourglass is the icon of a countdown, which is built in.
var hourglass = kit.Builtin("status-hourglass")

// note returns the notification for a countdown that has ended.
func (t *timer) note() *note.Notification {
	return &note.Notification{
		Priority: note.PriorityCritical, Lifetime: kit.RingFor,
		Frames: kit.Saying(hourglass, cmp.Or(t.title, tally.Text(t.Total))),
		Sound:  &note.Sound{Category: "alarms", ID: cmp.Or(t.cfg.Sound, "alarm7")},
	}
}

// tell publishes the countdowns for pages that several apps share: the remaining time while
// they stand, the time of their end while they run.
func (c *Countdown) tell() {
	all := map[string]kit.Brief{}
	for _, t := range c.timers {
		text, done := tally.Text(t.duration()), kit.Progress{}
		switch t.Phase {
		case kit.Running:
			long, _ := c.Env.Local(c.Region, "").Time(t.End.At.In(c.Env.Zone.Location()))
			text, done = "→ "+long, kit.Progress{Begin: t.End.At.Add(-t.Total), End: t.End.At}
		case kit.Paused:
			text, done = tally.Text(t.Left), kit.Progress{Share: 1 - float64(t.Left)/float64(t.Total)}
		case kit.Ringing, kit.Over:
			text, done = "0:00", kit.Progress{Share: 1}
		}
		all[t.ID] = kit.Brief{Kind: kit.Chosen, Icon: hourglass, Lead: t.title, Text: text, Done: done}
	}
	c.Env.Shared.Tell(Package, all)
}
