package device

import (
	"time"

	"github.com/ledpost/ledpost/render"
)

// ground is what shows when no notification does: the pixel stream, the
// screensaver's clock, or the app that the mode selects.
func (s *state) ground(now time.Time) (v View, again time.Time) {
	if s.stream != nil {
		s.setGround("stream")
		return View{Root: s.stream, Start: s.streamStart}, time.Time{}
	}
	if len(s.cfg.Apps) == 0 {
		return View{}, time.Time{}
	}
	app, turn := s.cfg.Apps[0], time.Time{} // the clock is the screensaver's (device-api.md, Screensaver: widget)
	if !s.saverOn {
		app, turn = s.selected(now)
	}
	v, again = app.View(now)
	s.setGround(app.Name())
	return v, sooner(again, turn)
}

// setGround gives the ground a new scene id when something else becomes it.
func (s *state) setGround(name string) {
	if s.groundName != name {
		s.showings++
		s.groundName, s.groundID = name, s.showings
	}
}

// selected is the app that the mode selects, and until when.
func (s *state) selected(now time.Time) (app App, until time.Time) {
	switch s.settings.Mode {
	case AutoMode:
		return s.rotate(now)
	case ScheduleMode:
		return s.scheduled(now)
	}
	return s.cfg.Apps[s.appIndex(s.settings.App)], time.Time{}
}

// rotate gives every app its turn.
func (s *state) rotate(now time.Time) (App, time.Time) {
	apps, dwell := s.cfg.Apps, s.cfg.Dwell
	if len(apps) == 1 {
		return apps[0], time.Time{}
	}
	if dwell == 0 {
		dwell = DefaultDwell
	}
	if s.turnAt.IsZero() {
		s.turnAt = now.Add(dwell)
	}
	if !s.turnAt.After(now) {
		s.turn, s.turnAt = (s.turn+1)%len(apps), now.Add(dwell)
	}
	return apps[s.turn], s.turnAt
}

// scheduled gives the app of the slot that has begun last.
func (s *state) scheduled(now time.Time) (App, time.Time) {
	slots := s.cfg.Schedule
	if len(slots) == 0 || !s.cfg.Clock.Plausible(now) {
		return s.cfg.Apps[0], time.Time{}
	}
	t := timeOfDay(s.local(now))
	best, times := 0, make([]TimeOfDay, 0, len(slots))
	for i, slot := range slots {
		times = append(times, slot.At)
		if since(t, slot.At) < since(t, slots[best].At) {
			best = i
		}
	}
	return s.cfg.Apps[s.appIndex(slots[best].App)], s.wallInstant(now, times...)
}

// since is how long ago the time of day at was, at the time of day t.
func since(t, at TimeOfDay) time.Duration { return time.Duration(shift(t, -time.Duration(at))) }

// appIndex finds an app by name; the first one if there is none of that name.
func (s *state) appIndex(name string) int {
	for i, a := range s.cfg.Apps {
		if a.Name() == name {
			return i
		}
	}
	return 0
}

// switchApp goes by steps through the apps, as the buttons do, and stays there:
// auto mode starts the dwell of the new one.
func (s *state) switchApp(steps int, now time.Time) {
	n := len(s.cfg.Apps)
	if n == 0 || s.settings.Mode == KioskMode || s.settings.Mode == ScheduleMode {
		return
	}
	if s.settings.Mode == AutoMode {
		s.turn = ((s.turn+steps)%n + n) % n
		s.turnAt = time.Time{}
		return
	}
	i := ((s.appIndex(s.settings.App)+steps)%n + n) % n
	s.settings.App, s.changed = s.cfg.Apps[i].Name(), true
}

// setStream makes w the ground; nil ends that.
func (s *state) setStream(w render.Widget, now time.Time) { s.stream, s.streamStart = w, now }
