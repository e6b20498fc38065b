// SPDX-License-Identifier: Apache-2.0

package device

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/render"
)

// scene returns the current picture.
func (s *state) scene(view View, now time.Time) render.Scene {
	scene := render.Scene{
		ID: s.ground.id, Enter: s.look().Transition.Render(), Level: s.lit(),
		Front: s.inFront(), FrontStart: s.started,
	}
	seen := false // the ground
	switch v := s.visible; {
	case s.test != nil:
		scene.ID, scene.Root, scene.Start, scene.Enter = s.test.id, s.test.root, s.test.start, render.Transition{}
		s.prompt.unseen()
	case v != nil:
		scene.ID, scene.Root, scene.Start = v.id, v.root, v.start
		if drawn := s.apps.alertView(v.entry.alert); drawn.Root != nil { // the ID stays: it changes without a transition
			scene.Root, scene.Start = drawn.Root, drawn.begin(v.start)
		} else if inset := v.over(view, s.ground.from); inset != nil { // so does the ground's: it slides by itself
			scene.ID, scene.Root, seen = s.ground.id, inset, true
			break
		} else if before := v.before(view, s.ground.from); before != nil {
			scene.Root = before
		}
		if f := &v.entry.Frames[0]; f.Transition != note.TransitionDefault {
			scene.Enter = v.painter.Enter(f)
		}
		s.prompt.unseen()
	case s.prompt != nil:
		if s.prompt.start.IsZero() {
			s.prompt.start = now
		}
		scene.ID, scene.Root, scene.Start = s.prompt.id, s.prompt.root, s.prompt.start
	case !s.dark() || s.guided():
		scene.Root, scene.Start, scene.Tint, seen = view.Root, view.begin(s.ground.from), s.tint(), true
	}
	s.ground.unseen = s.ground.unseen || !seen
	return scene
}

// tint returns the colour of all that shows at night. What wakes somebody, and what came
// for them, keeps its colours: they mean something.
func (s *state) tint() color.RGBA {
	if c := s.ambient.NightTint(); s.around.Night && c.Set && s.showingNow().Kind == ScreensaverShows {
		return color.RGBA{c.R, c.G, c.B, 255}
	}
	return color.RGBA{}
}

// overlay returns the look's overlay while a widget shows: notifications have it in
// their frames, and a picture that stays all night does not move.
func (s *state) overlay() note.Overlay {
	if s.visible != nil || s.prompt != nil || s.test != nil || s.ground.widget == "" || s.around.Saver || s.dark() {
		return note.NoOverlay
	}
	return s.look().Overlay
}

// inFront returns the picture that lies over the ground now, the overlay and over it
// the indicators; the same one until they change, nil for none.
func (s *state) inFront() render.Widget {
	seen := s.set.Indicators
	for i := range seen {
		if s.around.Saver && !seen[i].Night || s.dark() || s.test != nil {
			seen[i] = note.Indicator{}
		}
	}
	return s.lamps.inFront(s.overlay(), seen, s.cfg.size())
}

// dark reports whether the display is dark but for what wakes it: it is off, or everybody
// has left, and no app rings or wakes somebody.
func (s *state) dark() bool {
	return !s.set.On || s.around.Away && s.apps.front(s.widgets) == "" && s.apps.level() == 0
}

// lit returns the brightness of the scene, 0 to 1. It is the level, or the
// screensaver's while that shows, and an app may raise it. A display that is off is
// dark, but a critical notification wakes it, even one whose brightness is set to 0.
func (s *state) lit() float64 {
	level, kind := s.ambient.Level(), s.showingNow().Kind
	if s.around.Saver && (kind == ScreensaverShows || kind == WidgetShows) { // also over a light that rises in it
		level = min(level, s.ambient.Percent(s.ambient.SaverBrightness()))
	}
	if b := s.set.Mood.Brightness; b != 0 && kind == MoodShows {
		level = s.ambient.Percent(b)
	}
	level = max(level, min(s.apps.level(), s.ambient.Most()))
	switch v := s.visible; {
	case s.test != nil, v == nil && (s.prompt != nil || s.guided()): // somebody stands before it
		return max(s.ambient.Level(), s.ambient.Least())
	case v == nil && s.dark():
		return 0
	case v != nil && v.entry.Priority == note.PriorityCritical:
		return max(level, s.ambient.Least())
	}
	return level
}

// wake returns the earliest instant at which a rule changes its result by itself.
func (s *state) wake(around, again time.Time) time.Time {
	wake := walltime.Sooner(around, again)
	if s.visible != nil {
		wake = walltime.Sooner(wake, walltime.Sooner(s.ends(), s.visible.repaints()))
	}
	for _, e := range s.queue.waiting {
		if !e.fresh { // that one does not expire before its content has come
			wake = walltime.Sooner(wake, e.Expires)
		}
	}
	wake = walltime.Sooner(wake, s.prompt.wake())
	if s.test != nil {
		wake = walltime.Sooner(wake, s.test.until)
	}
	if f := &s.ground.flaps; !f.track.Silent() {
		wake = walltime.Sooner(wake, f.until) // a buzzer does not tell that it is over
	}
	return wake
}

// lamps are the pictures of the mood light and the indicators, made when they change.
type lamps struct {
	mood  *render.Fill
	shown [note.Indicators]note.Indicator // the indicators that front shows
	above note.Overlay                    // the overlay that front shows
	front render.Widget                   // nil = none
}

// light returns the picture of the mood light: the same one until the mood changes.
func (l *lamps) light(m note.Mood, size image.Point) render.Widget {
	c := m.Light().Opaque()
	if l.mood == nil || l.mood.Color != c {
		l.mood = &render.Fill{Bounds: size, Color: c}
	}
	return l.mood
}

// inFront returns the picture of an overlay and, over it, the indicators; the same one
// until they change, nil for none.
func (l *lamps) inFront(over note.Overlay, seen [note.Indicators]note.Indicator, size image.Point) render.Widget {
	if seen != l.shown || over != l.above {
		l.shown, l.above = seen, over
		l.front = paint.NewFront(size, over, seen)
	}
	return l.front
}
