// SPDX-License-Identifier: Apache-2.0

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
	if t := s.track; !t.Silent() {
		t.Volume = s.volume(s.heard.Priority == note.PriorityCritical, now)
		return t
	}
	r := s.apps.sounding(s.visible)
	if r == nil {
		return sounds.Track{}
	}
	t := r.now.Track
	t.Key = r.about.Package + "/" + t.Key // two apps may use the same
	loud := s.visible.isAlertOf(r) && s.visible.entry.Priority == note.PriorityCritical
	t.Volume = int(math.Round(portion(cmp.Or(r.now.Gain, 1)) * float64(s.volume(loud, now))))
	return t
}

// sounding returns the app whose track plays when no notification sounds: the one whose
// alert is visible, else the first that wants one; nil = none does.
func (a *apps) sounding(visible *showing) (best *running) {
	for _, r := range a.running {
		if r.now.Track.Silent() || r.now.Track.Key == r.over {
			continue
		}
		if best == nil || visible.isAlertOf(r) {
			best = r
		}
	}
	return best
}

// volume returns the volume that is set, limited by the quiet hours unless the sound
// is critical.
func (s *state) volume(critical bool, now time.Time) int {
	if critical || !s.around.Quiet {
		return s.set.Volume
	}
	return min(s.set.Volume, s.ambient.QuietHours(now).Volume)
}
