package device

import (
	"cmp"
	"math"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/sounds"
)

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
		if best == nil || s.visible.isAlertOf(r) {
			best = r
		}
	}
	if best == nil {
		return sounds.Track{}
	}
	t = best.now.Track
	t.Key = best.about.Package + "/" + t.Key
	loud := s.visible.isAlertOf(best) && s.visible.entry.Priority == note.PriorityCritical
	t.Volume = int(math.Round(portion(cmp.Or(best.now.Gain, 1)) * float64(s.volume(loud, now))))
	return t
}

// volume returns the volume that is set, limited by the quiet hours unless the sound
// is critical.
func (s *state) volume(critical bool, now time.Time) int {
	if critical || !s.around.Quiet {
		return s.set.Volume
	}
	return min(s.set.Volume, s.ambient.QuietHours(now).Volume)
}
