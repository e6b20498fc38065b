package device

import (
	"time"

	"github.com/ledpost/ledpost/render"
)

// ground is what shows when no notification does: the pixel stream, the mood light, the
// guide, or a widget.
func (s *state) ground(now time.Time) (v View, until time.Time) {
	if s.stream != nil {
		s.setGround("stream", now)
		s.shown = ""
		return View{Root: s.stream, Start: s.streamStart}, time.Time{}
	}
	if s.moodShows() {
		s.setGround("mood", now)
		s.shown = ""
		return View{Root: s.moodLight(), Start: s.started}, time.Time{}
	}
	if s.guided() {
		s.setGround("guide", now)
		s.shown = ""
		return View{Root: s.guide.root, Start: s.guide.start}, time.Time{}
	}
	w, until := s.onGround(now)
	s.setGround(w.ID, now)
	s.shown = w.ID
	return s.view(w), until
}

// onGround returns the widget that shows, and until when: one that its app wants shown
// at once, the screensaver's, or the one that the mode selects.
func (s *state) onGround(now time.Time) (w WidgetSettings, until time.Time) {
	if w, ok := s.widget(s.front()); ok {
		return w, time.Time{}
	}
	if s.saverOn {
		return s.saverWidget(), time.Time{}
	}
	return s.selected(now)
}

// front returns the id of the widget that its app wants shown at once; "" = none.
func (s *state) front() string {
	for _, r := range s.apps {
		if w, ok := s.widget(r.now.Front); ok && w.Package == r.about.Package {
			return w.ID
		}
	}
	return ""
}

// view returns what the app of w shows on it.
func (s *state) view(w WidgetSettings) View {
	r := s.app(w.Package)
	if r == nil {
		return View{}
	}
	if v, ok := r.now.Views[w.ID]; ok {
		return v
	}
	return r.now.Views[""]
}

// setGround gives the ground a new scene id when something else becomes the ground.
func (s *state) setGround(name string, now time.Time) {
	if s.groundName != name || s.groundID == 0 {
		s.showings++
		s.groundName, s.groundID, s.groundFrom = name, s.showings, now
	}
}

// saverWidget returns the widget of the screensaver: the chosen one, or else the
// first widget of the first app.
func (s *state) saverWidget() WidgetSettings {
	if w, err := s.find("", s.settings.Saver.Widget); err == nil && w.ID == s.settings.Saver.Widget {
		return w
	}
	if len(s.apps) > 0 {
		if w, err := s.find(s.apps[0].about.Package, ""); err == nil {
			return w
		}
	}
	return s.firstVisible()
}

// setStream makes w, sent by from, the ground picture; nil ends the stream.
func (s *state) setStream(w render.Widget, from Sender, now time.Time) {
	s.stream, s.sender, s.streamStart = w, from, now
	if w == nil {
		s.sender = Sender{}
	}
}
