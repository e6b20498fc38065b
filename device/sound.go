package device

import (
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/sounds"
)

// trackOf converts s for the player, still without a volume.
func trackOf(s *note.Sound, key string) sounds.Track {
	t := sounds.Track{Key: key, Category: s.Category, ID: s.ID, Tune: s.Tune, URL: s.URL, Type: s.Type, Repeat: s.Repeat}
	if s.URL != "" {
		t.Category, t.ID, t.Tune = "", "", ""
	}
	if s.Fallback != nil {
		t.Fallback = sounds.Builtin{Category: s.Fallback.Category, ID: s.Fallback.ID}
	}
	return t
}

// sound returns what should be playing now, with its volume: a notification's track,
// else an app's, else nothing.
func (s *state) sound(now time.Time) sounds.Track {
	t := s.track
	if t.Silent() {
		return s.appTrack(now)
	}
	t.Volume = s.volume(s.heard.Priority == note.PriorityCritical, now)
	return t
}

// volume returns the volume that is set, limited by the quiet hours unless the sound
// is critical.
func (s *state) volume(critical bool, now time.Time) int {
	if critical || !s.isQuiet(now) {
		return s.settings.Volume
	}
	return min(s.settings.Volume, s.quiet().Volume)
}

// upcoming returns the sounds of the waiting notifications, the next one first.
func (s *state) upcoming() (tracks []sounds.Track) {
	for _, e := range s.queue.waiting {
		if e.Sound != nil {
			tracks = append(tracks, trackOf(e.Sound, e.ID))
		}
	}
	return tracks
}
