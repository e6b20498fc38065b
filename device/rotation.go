package device

import (
	"cmp"
	"slices"
	"time"
)

// selected returns the widget that the mode selects, and until when.
func (s *state) selected(now time.Time) (w WidgetSettings, until time.Time) {
	switch s.settings.Mode {
	case AutoMode:
		return s.rotate(now)
	case ScheduleMode:
		if w, ok := s.widget(s.turn); ok && now.Before(s.turnEnd) {
			return w, s.turnEnd // activated until the next block
		}
		return s.scheduled(now)
	}
	return s.chosen(), time.Time{}
}

// chosen returns the widget activated last. Older settings name its package.
func (s *state) chosen() WidgetSettings {
	if w, err := s.find("", s.settings.App); err == nil && s.settings.App != "" {
		return w
	}
	if w, err := s.find(cmp.Or(s.settings.App, "none"), ""); err == nil {
		return w
	}
	return s.firstVisible()
}

// rotate gives every visible widget its turn.
func (s *state) rotate(now time.Time) (w WidgetSettings, until time.Time) {
	w, ok := s.widget(s.turn)
	if !ok || s.turnFrom.IsZero() {
		if !ok {
			w = s.firstVisible()
		}
		s.turnFrom = now
	}
	until = s.turnFrom.Add(time.Duration(w.Seconds) * time.Second)
	next := s.beside(w.ID, 1)
	if !until.After(now) || s.view(w).Root == nil {
		w = next
		s.turnFrom, until = now, now.Add(time.Duration(w.Seconds)*time.Second)
		next = s.beside(w.ID, 1)
	}
	s.turn = w.ID
	if next.ID == w.ID {
		return w, time.Time{}
	}
	return w, until
}

// firstVisible returns the first widget that has a turn, or the very first if none has.
func (s *state) firstVisible() WidgetSettings { return s.beside("", 1) }

// beside returns the widget that is steps places after id among those that have a
// turn, which are visible and show something.
func (s *state) beside(id string, steps int) (w WidgetSettings) {
	n := len(s.widgets)
	if n == 0 {
		return w
	}
	from := slices.IndexFunc(s.widgets, func(w WidgetSettings) bool { return w.ID == id })
	if from < 0 && steps < 0 {
		from = 0
	}
	for range n {
		from = ((from+steps)%n + n) % n
		if w := s.widgets[from]; w.Visible && s.view(w).Root != nil {
			return w
		}
	}
	if w, ok := s.widget(id); ok {
		return w
	}
	return s.widgets[0]
}

// switchApp moves by step through the widgets that have a turn: in auto mode the
// new one shows for its seconds, in schedule mode until the next block, in
// manual mode it stays; in kiosk mode nothing happens.
func (s *state) switchApp(step int, now time.Time) {
	if s.settings.Mode == KioskMode || len(s.widgets) == 0 {
		return
	}
	current, _ := s.selected(now)
	s.turnTo(s.beside(current.ID, step).ID, now)
	if s.settings.Mode == ManualMode {
		s.choose(s.turn)
	}
}

// activate shows the widget as switchApp does, and makes it the one that kiosk and
// manual mode show.
func (s *state) activate(id string, now time.Time) {
	s.turnTo(id, now)
	s.choose(id)
}

// turnTo gives the turn to the widget id.
func (s *state) turnTo(id string, now time.Time) {
	s.turn, s.turnFrom, s.turnEnd = id, now, s.nextBlock(now)
	if s.turnEnd.IsZero() {
		s.turnEnd = now.Add(forever)
	}
}

// forever is longer than a device runs.
const forever = 100 * 365 * 24 * time.Hour

func (s *state) choose(id string) {
	s.changed = s.changed || s.settings.App != id
	s.settings.App = id
}

// setMode makes m the mode. Manual and kiosk mode show what was activated last;
// if nothing ever was, they begin with the currently selected widget.
func (s *state) setMode(m Mode, now time.Time) {
	if m == s.settings.Mode {
		return
	}
	if (m == KioskMode || m == ManualMode) && s.settings.App == "" {
		w, _ := s.selected(now)
		s.settings.App = w.ID
	}
	s.settings.Mode, s.changed = m, true
	s.turnEnd = time.Time{}
}
