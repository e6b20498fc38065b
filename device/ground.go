// SPDX-License-Identifier: Apache-2.0

package device

import (
	"time"

	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
)

// saverWidget returns the widget of the screensaver: the chosen one, or else the
// first widget of the first app.
func (s *state) saverWidget(now time.Time) WidgetSettings {
	return s.quietWidget(s.ambient.Screensaver(now).Widget)
}

// quietWidget returns the widget of that id, or else the first one of the first app.
func (s *state) quietWidget(id string) WidgetSettings {
	if s.widgets.Has(id) {
		w, _ := s.widgets.Get(id)
		return w
	}
	if len(s.apps.running) > 0 {
		if w, err := s.widgets.Find(s.apps.running[0].about.Package, ""); err == nil {
			return w
		}
	}
	return s.rotation.First()
}

// moodShows reports whether the ground is the mood light. A widget that its app wants
// shown at once has precedence: it rings, or wakes somebody.
func (s *state) moodShows() bool {
	return !s.set.Mood.IsZero() && s.set.On && s.stream.root == nil && s.apps.front(s.widgets) == ""
}

// showingNow returns the content of the panel.
func (s *state) showingNow() Showing {
	w, _ := s.widgets.Get(s.ground.widget)
	switch v := s.visible; {
	case s.test != nil:
		return Showing{Kind: TestShows}
	case v != nil:
		return Showing{Kind: NotificationShows, Package: v.entry.alert.pkg, Notification: v.entry.ID, Beneath: s.beneath()}
	case s.prompt != nil:
		return Showing{Kind: PromptShows}
	case s.guided():
		return Showing{Kind: GuideShows}
	case s.dark():
		return Showing{Kind: NothingShows}
	case s.stream.root != nil:
		return Showing{Kind: StreamShows}
	case s.moodShows():
		return Showing{Kind: MoodShows}
	case s.around.Saver && s.apps.front(s.widgets) == "":
		return Showing{Kind: ScreensaverShows, Package: w.Package, Widget: w.ID}
	default:
		return Showing{Kind: WidgetShows, Package: w.Package, Widget: w.ID}
	}
}

// beneath returns the id of the widget that shows again after a notification, "" if none does.
func (s *state) beneath() string {
	if s.dark() {
		return ""
	}
	return s.ground.widget
}

// stepGround returns what shows when no notification does: the pixel stream, the mood light, the
// guide, or a widget.
func (s *state) stepGround(now time.Time) (v View, until time.Time) {
	if s.stream.root != nil {
		s.ground.lay("stream", "", &s.showings, now)
		s.apps.attend(attended{}, now)
		return View{Root: s.stream.root, Start: s.stream.start}, time.Time{}
	}
	if s.moodShows() {
		s.ground.lay("mood", "", &s.showings, now)
		s.apps.attend(attended{}, now)
		return View{Root: s.lamps.light(s.set.Mood, s.cfg.size()), Start: s.started}, time.Time{}
	}
	if s.guided() {
		s.ground.lay("guide", "", &s.showings, now)
		s.apps.attend(attended{}, now)
		return View{Root: s.guide.root, Start: s.guide.start}, time.Time{}
	}
	w, until := s.onGround(now)
	s.ground.lay(w.ID, w.ID, &s.showings, now)
	s.reappear(w, now)
	soon := s.upcoming(w, until, now)
	view := s.ground.flaps.turn(s.apps.view(w), s.ground.id, s.ground.from, now)
	if s.cfg.PanelType == Monochrome {
		view.Over = "" // LEDs that are only on or off show no digits before a picture
	}
	s.apps.attend(attended{w.ID, soon, view.Over}, now)
	if at := until.Add(-Ahead); soon == "" && !until.IsZero() && at.After(now) {
		until = at // to tell the app of the next one
	}
	return s.inFrontOf(view), until
}

// reappear begins the text of the widget on the ground again when that comes back into sight, if it scrolls: it would
// go on in the middle of a letter.
func (s *state) reappear(w WidgetSettings, now time.Time) {
	if !s.ground.unseen || s.visible != nil || s.prompt != nil || s.test != nil || s.dark() {
		return
	}
	s.ground.unseen = false
	v := s.apps.view(w)
	if _, moves := render.Reading(v.Root); !moves || !v.Anew {
		return
	}
	s.ground.name, s.ground.again = "", true // the next step lays it again
	s.ground.lay(w.ID, w.ID, &s.showings, now)
	s.apps.attend(attended{}, now) // for what an app draws at the beginning of its turn
	s.apps.attend(attended{shown: w.ID}, now)
	s.stepApps(now)
}

// inFrontOf returns v with the picture of the widget behind it.
func (s *state) inFrontOf(v View) View {
	w, ok := s.widgets.Get(v.Over)
	if !ok || v.Root == nil || w.ID == s.ground.widget {
		return v
	}
	back, g := s.apps.view(w), &s.ground
	if back.Root == nil {
		return v
	}
	if g.over == nil || g.front.Root != v.Root || g.front.Start != v.Start || g.behind.Root != back.Root ||
		g.behind.Start != back.Start {
		g.front, g.behind = v, back
		shown := &render.Begun{Widget: effects.Behind(back.Root), Ago: v.begin(g.from).Sub(back.begin(g.from))}
		g.over = render.NewBacked(shown, v.Root)
	}
	v.Root = g.over
	return v
}

// upcoming returns the widget whose turn begins within Ahead, after the turn of w; "" = no widget.
func (s *state) upcoming(w WidgetSettings, until, now time.Time) string {
	if until.IsZero() || until.Sub(now) > Ahead {
		return ""
	}
	return s.rotation.After(w.ID).ID
}

// onGround returns the widget that shows, and until when: one that its app wants shown
// at once, the screensaver's, or the one that the mode selects.
func (s *state) onGround(now time.Time) (w WidgetSettings, until time.Time) {
	if w, ok := s.widgets.Get(s.apps.front(s.widgets)); ok {
		return w, time.Time{}
	}
	if s.around.Saver {
		return s.saverWidget(now), time.Time{}
	}
	s.rotation.Hold(s.visible != nil, now)
	return s.rotation.Step(now)
}

// readBy returns when the text of the widget w has been read, at until, the end of its
// seconds, or later.
func (s *state) readBy(w WidgetSettings, until time.Time) time.Time {
	v := s.apps.view(w)
	if !v.Anew {
		return until
	}
	appeared := s.ground.from
	if s.ground.widget != w.ID {
		appeared = until.Add(-time.Duration(w.Seconds) * time.Second)
	}
	return render.ReadBy(v.Root, v.begin(appeared), until)
}
