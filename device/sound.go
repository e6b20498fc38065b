package device

import (
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/sounds"
)

// trackOf is s as the player wants it, still without a volume.
func trackOf(s *note.Sound, key string) sounds.Track {
	t := sounds.Track{Key: key, Category: s.Category, ID: s.ID, URL: s.URL, Type: s.Type, Repeat: s.Repeat}
	if s.URL != "" {
		t.Category, t.ID = "", ""
	}
	if s.Fallback != nil {
		t.Fallback = sounds.Builtin{Category: s.Fallback.Category, ID: s.Fallback.ID}
	}
	return t
}

// sound is what should be heard now, with its volume: a notification's, else an
// app's, else nothing.
func (s *state) sound(now time.Time) sounds.Track {
	t := s.track
	if t.Silent() {
		return s.appTrack(now)
	}
	t.Volume = s.volume(s.heard.Priority == note.PriorityCritical, now)
	return t
}

// volume is the volume that is set and, unless what is heard is critical, within
// the quiet hours.
func (s *state) volume(critical bool, now time.Time) int {
	v, q := s.settings.Volume, s.cfg.Quiet
	if q.Start == q.End || critical || !s.cfg.Clock.Plausible(now) {
		return v
	}
	if inWindow(timeOfDay(s.local(now)), q.Start, q.End) {
		return min(v, q.Max)
	}
	return v
}

// upcoming are the sounds of what waits, the next one first.
func (s *state) upcoming() (tracks []sounds.Track) {
	for _, e := range s.queue.waiting {
		if e.Sound != nil {
			tracks = append(tracks, trackOf(e.Sound, e.ID))
		}
	}
	return tracks
}

// lit is the brightness of the scene, 0 to 1: the level, but that a display
// which is off is dark, that a critical notification wakes it, also one that is
// set to dark, and that an app may raise it.
func (s *state) lit() float64 {
	limit := s.cfg.Limits.BrightnessLimit
	switch v := s.visible; {
	case v == nil && !s.settings.On:
		return 0
	case v == nil:
		return max(s.level(), min(s.appLevel(), float64(limit.Max)/100))
	case v.entry.Priority == note.PriorityCritical:
		return max(s.level(), float64(max(limit.Min, 1))/100)
	}
	return s.level()
}

// level is the brightness that is set, or that the light sensor makes, within
// the limits, 0 to 1.
func (s *state) level() float64 {
	set := float64(s.settings.Brightness)
	if s.settings.BrightnessMode == AutoBrightness {
		set = max(s.light.level(), 1)
	} else if s.settings.Brightness == 0 {
		return 0
	}
	limit := s.cfg.Limits.BrightnessLimit
	return min(max(set, float64(limit.Min)), float64(limit.Max)) / 100
}
