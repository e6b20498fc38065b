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
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/sounds"
)

// running is an app and what the device knows about it.
type running struct {
	app    App
	about  About
	now    Now             // as of the last step
	kept   json.RawMessage // now.Keep as it was last checked
	raised []string        // keys of its last alerts
	alert  string          // key of its current alert; "" = none
	over   string          // key of the track that has finished
}

const (
	maxRaised = 32        // alert keys remembered per app
	maxKeep   = 128 << 10 // bytes of Keep; a longer or invalid value is not kept
)

// startApps starts the apps of the configuration, with their saved state.
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

// app returns the app with that package, or nil.
func (s *state) app(pkg string) *running {
	for _, r := range s.apps {
		if r.about.Package == pkg {
			return r
		}
	}
	return nil
}

// stepApps steps every app, visible or not.
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

// appsAgain returns when the first app wants to be stepped again.
func (s *state) appsAgain(now time.Time) (again time.Time) {
	const least = 10 * time.Millisecond // an app in a hurry must not keep the device busy
	for _, r := range s.apps {
		if at := r.now.Again; !at.IsZero() {
			again = walltime.Sooner(again, later(at, now.Add(least)))
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

// alerts raises the alert that the app wants, and withdraws one that it no longer wants.
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
	n.Frames = slices.Clone(n.Frames) // the app may raise them again, in another notification
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

// takeBack ends the current alert of r.
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

// deliver reports the outcomes of alerts to their apps.
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

// restoreAlert makes e, which had not ended before the restart, its app's alert.
func (s *state) restoreAlert(e *entry, pkg, key string) {
	if r := s.app(pkg); r != nil && key != "" {
		e.alert, r.alert = alertOf{pkg, key}, key
	}
}

// appTrack returns the track that the apps want played, with its gain: first that of
// the app whose alert shows, then in the order of the apps.
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

// alertView returns what its app draws for an alert now; no Root = nothing.
func (s *state) alertView(a alertOf) View {
	r := s.app(a.pkg)
	if r == nil || r.now.Alert.Key != a.key {
		return View{}
	}
	return r.now.Alert.View
}

// trackEnded records that an app's track has finished; it stays finished until the
// app wants another.
func (s *state) trackEnded(key string) {
	for _, r := range s.apps {
		if r.about.Package+"/"+r.now.Track.Key == key {
			r.over = r.now.Track.Key
		}
	}
}

// appLevel returns the brightness that the apps ask for, 0 to 1.
func (s *state) appLevel() (level float64) {
	for _, r := range s.apps {
		level = max(level, portion(r.now.Level))
	}
	return level
}

// portion returns v limited to 0 to 1; NaN becomes 0.
func portion(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	return min(v, 1)
}

// savedApps returns the saved state of all apps, including those missing in this build.
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

// styleApps passes the look to the apps.
func (s *state) styleApps() {
	for _, r := range s.apps {
		if styler, ok := r.app.(Styler); ok {
			styler.SetLook(s.look().WithoutScenery())
		}
	}
}
