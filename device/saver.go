package device

import "time"

// inWindow reports whether t is in the window: start is inside, end is outside, it may
// cross midnight, and start = end is never (docs/decisions.md 5).
func inWindow(t, start, end TimeOfDay) bool {
	if start <= end {
		return start <= t && t < end
	}
	return t >= start || t < end
}

// nextWall returns an instant after now at which a rule about the given wall times
// may change: the next of these times, or the next change of the zone's offset,
// which moves them all.
func nextWall(now time.Time, times ...TimeOfDay) time.Time {
	_, next := now.ZoneBounds()
	y, m, d := now.Date()
	for _, t := range times {
		for day := range 2 {
			h := time.Duration(t)
			at := time.Date(y, m, d+day, int(h/time.Hour), int(h/time.Minute)%60, int(h/time.Second)%60, 0, now.Location())
			if at.After(now) && (next.IsZero() || at.Before(next)) {
				next = at
			}
		}
	}
	return next
}

// saver reports whether the screensaver is on at now, and when that may change.
func (s *state) saver(now time.Time) (on bool, until time.Time) {
	set := &s.settings.Saver
	if !set.Enabled {
		return false, time.Time{}
	}
	if set.TimeBased && s.cfg.Clock.Plausible(now) {
		local := s.local(now)
		on = inWindow(timeOfDay(local), set.Start, set.End)
		until = s.wallInstant(now, set.Start, set.End)
	}
	if set.WhenDark {
		dark, change := s.dark.now(now)
		on = on || dark
		until = sooner(until, change)
	}
	return on, until
}

// local returns now in local wall time.
func (s *state) local(now time.Time) time.Time { return now.In(s.cfg.Location) }

// wallInstant is nextWall as an instant of now's monotonic clock.
func (s *state) wallInstant(now time.Time, times ...TimeOfDay) time.Time {
	local := s.local(now)
	return now.Add(nextWall(local, times...).Sub(local))
}

// sooner returns the earlier of two instants, where zero means never.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || (!b.IsZero() && b.Before(a)) {
		return b
	}
	return a
}

// toLocal converts a GMT time of day to a local one by the offset of now.
func (s *state) toLocal(t TimeOfDay, now time.Time) TimeOfDay { return shift(t, s.offset(now)) }

// toGMT is the inverse of toLocal.
func (s *state) toGMT(t TimeOfDay, now time.Time) TimeOfDay { return shift(t, -s.offset(now)) }

func (s *state) offset(now time.Time) time.Duration {
	_, seconds := s.local(now).Zone()
	return time.Duration(seconds) * time.Second
}

// shift moves t by less than a day, wrapping at midnight.
func shift(t TimeOfDay, by time.Duration) TimeOfDay {
	const day = 24 * time.Hour
	return TimeOfDay((time.Duration(t) + by + day) % day)
}
