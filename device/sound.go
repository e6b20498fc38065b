package device

import (
	"cmp"
	"math"
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

// appTrack returns the track that the apps want played, with its gain: first that of
// the app whose alert shows, then in the order of the apps.
func (s *state) appTrack(now time.Time) (t sounds.Track) {
	var best *running
	for _, r := range s.apps.running {
		if r.now.Track.Silent() || r.now.Track.Key == r.over {
			continue
		}
		if best == nil || s.alertShows(r) {
			best = r
		}
	}
	if best == nil {
		return sounds.Track{}
	}
	t = best.now.Track
	t.Key = best.about.Package + "/" + t.Key
	loud := s.alertShows(best) && s.visible.entry.Priority == note.PriorityCritical
	t.Volume = int(math.Round(portion(cmp.Or(best.now.Gain, 1)) * float64(s.volume(loud, now))))
	return t
}

// alertShows reports whether the visible notification is the alert of r.
func (s *state) alertShows(r *running) bool {
	return s.visible != nil && r.alert != "" && s.visible.entry.alert == alertOf{r.about.Package, r.alert}
}

// volume returns the volume that is set, limited by the quiet hours unless the sound
// is critical.
func (s *state) volume(critical bool, now time.Time) int {
	if critical || !s.around.Quiet {
		return s.set.Volume
	}
	return min(s.set.Volume, s.ambient.QuietHours(now).Volume)
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
