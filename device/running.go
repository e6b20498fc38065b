package device

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/sounds"
)

// running is an app and what the device knows of it.
type running struct {
	app    App
	about  About
	now    Now             // as of the last step
	kept   json.RawMessage // now.Keep as it was last looked at
	raised []string        // keys of its alerts, the last ones
	alert  string          // key of the alert that is alive; "" = none
	over   string          // key of the track that has played out
}

const (
	maxRaised = 32        // keys of alerts that are remembered of an app
	maxKeep   = 128 << 10 // bytes of Keep; more than that, or no JSON, is not kept
)

// startApps makes the apps of the configuration run, with what was saved of them.
func (s *state) startApps(saved Saved) {
	for _, app := range s.cfg.Apps {
		r := &running{app: app, about: app.About()}
		r.raised = slices.Clone(saved.Apps[r.about.Package].Raised)
		r.kept = saved.Apps[r.about.Package].Keep
		s.apps = append(s.apps, r)
	}
	s.absent = saved.Apps
	s.widgets = s.firstWidgets(saved)
	s.configureApps()
	s.styleApps()
}

// app finds one by its package; nil if there is none.
func (s *state) app(pkg string) *running {
	for _, r := range s.apps {
		if r.about.Package == pkg {
			return r
		}
	}
	return nil
}

// stepApps steps every app, seen or not.
func (s *state) stepApps(now time.Time) {
	for _, r := range s.apps {
		if r.now = r.app.Step(now); s.adopt(r) {
			r.now = r.app.Step(now)
		}
		if keep := r.now.Keep; !bytes.Equal(keep, r.kept) && len(keep) <= maxKeep && (keep == nil || json.Valid(keep)) {
			r.kept, s.changed = bytes.Clone(keep), true
		}
		s.alerts(r, now)
	}
}

// appsAgain is when the first app wants to be stepped again.
func (s *state) appsAgain(now time.Time) (again time.Time) {
	const least = 10 * time.Millisecond // an app in a hurry must not be all that the device does
	for _, r := range s.apps {
		if at := r.now.Again; !at.IsZero() {
			again = sooner(again, later(at, now.Add(least)))
		}
	}
	return again
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// alerts raises what the app wants raised, and takes back what it no longer does.
func (s *state) alerts(r *running, now time.Time) {
	a := r.now.Alert
	if r.alert != "" && r.alert != a.Key {
		s.takeBack(r, now)
	}
	if a.Key == "" || a.Note == nil || slices.Contains(r.raised, a.Key) {
		return
	}
	r.raised = append(r.raised, a.Key)
	r.raised = slices.Delete(r.raised, 0, max(0, len(r.raised)-maxRaised))
	r.alert, s.changed = a.Key, true
	n := *a.Note
	n.Frames = slices.Clone(n.Frames) // the app may raise them again, in another note
	n.Origin = note.OriginInternal
	raised := alertOf{r.about.Package, a.Key}
	if err := n.Validate(); err != nil {
		s.queue.end(&entry{Item: Item{Notification: n}, alert: raised}, note.OutcomeRefused, err.Error(), now)
		return
	}
	s.urgent = s.urgent || n.Priority == note.PriorityCritical
	s.queue.push(n, now).alert = raised // also when the queue is full: each app has one at a time
	s.warm(&n)
}

// takeBack ends the alert of r that is alive.
func (s *state) takeBack(r *running, now time.Time) {
	mine := alertOf{r.about.Package, r.alert}
	r.alert = ""
	if v := s.visible; v != nil && v.entry.alert == mine {
		v.entry.alert = alertOf{} // the app knows
		s.dismissVisible(now)
		return
	}
	for _, e := range s.queue.waiting {
		if e.alert == mine {
			e.alert = alertOf{}
			_ = s.dismiss(e.ID, now) // it waits
			return
		}
	}
}

// deliver reports to the apps what became of their alerts.
func (s *state) deliver(now time.Time) {
	over := s.queue.alertsOver
	s.queue.alertsOver = nil
	for _, o := range over {
		r := s.app(o.alert.pkg)
		if r == nil {
			continue
		}
		if r.alert == o.alert.key {
			r.alert = ""
		}
		if e, ok := r.app.(Ender); ok {
			e.Ended(o.alert.key, o.outcome, now)
		}
	}
}

// alertOf names an app's alert; the zero value is none.
type alertOf struct{ pkg, key string }

// alertOver is an alert that has ended.
type alertOver struct {
	alert   alertOf
	outcome note.Outcome
}

// restoreAlert makes e, which was alive before the restart, its app's alert.
func (s *state) restoreAlert(e *entry, pkg, key string) {
	if r := s.app(pkg); r != nil && key != "" {
		e.alert, r.alert = alertOf{pkg, key}, key
	}
}

// appTrack is what the apps want heard, with its part of the volume: the one whose
// alert shows goes first, then the order of the apps.
func (s *state) appTrack(now time.Time) (t sounds.Track) {
	var best *running
	for _, r := range s.apps {
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

// trackEnded notes that an app's track has played out, which it stays until the
// app wants another.
func (s *state) trackEnded(key string) {
	for _, r := range s.apps {
		if r.about.Package+"/"+r.now.Track.Key == key {
			r.over = r.now.Track.Key
		}
	}
}

// appLevel is the brightness that the apps ask for, 0 to 1.
func (s *state) appLevel() (level float64) {
	for _, r := range s.apps {
		level = max(level, portion(r.now.Level))
	}
	return level
}

// portion is v within 0 to 1; what is no number is 0.
func portion(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	return min(v, 1)
}

// savedApps is what is saved of the apps, those included that this build has not.
func (s *state) savedApps() map[string]SavedApp {
	all := maps.Clone(s.absent)
	if all == nil {
		all = map[string]SavedApp{}
	}
	for _, r := range s.apps {
		all[r.about.Package] = SavedApp{Version: r.about.Code, Keep: r.kept, Raised: slices.Clone(r.raised)}
	}
	return all
}

// styleApps passes the look of text to the apps.
func (s *state) styleApps() {
	for _, r := range s.apps {
		if styler, ok := r.app.(Styler); ok {
			styler.SetLook(s.look().WithoutScenery())
		}
	}
}
