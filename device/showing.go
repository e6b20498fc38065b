package device

import (
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// saverWidget returns the widget of the screensaver: the chosen one, or else the
// first widget of the first app.
func (s *state) saverWidget() WidgetSettings {
	if id := s.ambient.Saver.Widget; s.widgets.Has(id) {
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

// guided reports whether the guide is what the panel shows, or would show if there were
// no notification and no question.
func (s *state) guided() bool {
	return s.guide != nil && s.stream.root == nil && !s.moodShows() && s.apps.front(s.widgets) == ""
}

// showingNow returns what is on the panel.
func (s *state) showingNow() Showing {
	w, _ := s.widgets.Get(s.ground.widget)
	switch v := s.visible; {
	case s.test != nil:
		return Showing{Kind: TestShows}
	case v != nil:
		return Showing{Kind: NotificationShows, Package: v.entry.alert.pkg, Notification: v.entry.ID}
	case s.prompt != nil:
		return Showing{Kind: PromptShows}
	case s.guided():
		return Showing{Kind: GuideShows}
	case !s.set.On:
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

// least returns the lowest priority that may be shown now.
func (s *state) least() note.Priority {
	if s.test != nil {
		return noPriority
	}
	if s.prompt != nil {
		return note.PriorityCritical
	}
	return s.allowed()
}

// allowed implements the table of docs/decisions.md 4; a prompt is soon over.
func (s *state) allowed() note.Priority {
	if s.around.Saver || !s.set.On || s.rotation.Mode == KioskMode || s.stream.root != nil {
		return note.PriorityCritical
	}
	return note.PriorityInfo
}

// held reports whether e may not be shown now.
func (s *state) held(e *entry) bool { return e.Priority < s.least() }

// holds returns why notifications are held back.
func (s *state) holds() string {
	switch {
	case s.test != nil:
		return "a test pattern shows"
	case s.prompt != nil:
		return "a press of a button is asked for"
	case !s.set.On:
		return "the display is off"
	case s.stream.root != nil:
		return "a stream shows"
	case s.around.Saver:
		return "the screensaver is on"
	case s.rotation.Mode == KioskMode:
		return "kiosk mode locks the app"
	}
	return ""
}

// stepGround returns what shows when no notification does: the pixel stream, the mood light, the
// guide, or a widget.
func (s *state) stepGround(now time.Time) (v View, until time.Time) {
	if s.stream.root != nil {
		s.lay("stream", "", now)
		return View{Root: s.stream.root, Start: s.stream.start}, time.Time{}
	}
	if s.moodShows() {
		s.lay("mood", "", now)
		return View{Root: s.lamps.light(s.set.Mood, s.cfg.size()), Start: s.started}, time.Time{}
	}
	if s.guided() {
		s.lay("guide", "", now)
		return View{Root: s.guide.root, Start: s.guide.start}, time.Time{}
	}
	w, until := s.onGround(now)
	s.lay(w.ID, w.ID, now)
	return s.apps.view(w), until
}

// onGround returns the widget that shows, and until when: one that its app wants shown
// at once, the screensaver's, or the one that the mode selects.
func (s *state) onGround(now time.Time) (w WidgetSettings, until time.Time) {
	if w, ok := s.widgets.Get(s.apps.front(s.widgets)); ok {
		return w, time.Time{}
	}
	if s.around.Saver {
		return s.saverWidget(), time.Time{}
	}
	return s.rotation.Step(now)
}

// lay gives the ground a new scene id when something else becomes the ground.
func (s *state) lay(name, widget string, now time.Time) {
	s.ground.widget = widget
	if s.ground.name != name || s.ground.id == 0 {
		s.showings++
		s.ground.name, s.ground.id, s.ground.from = name, s.showings, now
	}
}
