// SPDX-License-Identifier: Apache-2.0

package device

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/device/widgets"
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

// apps are the apps of this build, and the kept data of others.
type apps struct {
	running  []*running          // in the order of the configuration
	absent   map[string]SavedApp // state of apps missing in this build, and of ours as saved
	attended attended            // what the apps were told last
	told     bool                // that they were
	night    bool                // the apps know that it is night
	far      bool                // the apps know that the reader is far
}

// find returns the app with that package, or nil.
func (a *apps) find(pkg string) *running {
	for _, r := range a.running {
		if r.about.Package == pkg {
			return r
		}
	}
	return nil
}

// each calls f for every app that is a T.
func each[T any](a *apps, f func(T)) {
	for _, r := range a.running {
		if app, ok := r.app.(T); ok {
			f(app)
		}
	}
}

// again returns when the first app wants to be stepped again; zero is never.
func (a *apps) again(now time.Time) (again time.Time) {
	const least = 10 * time.Millisecond // an app in a hurry must not keep the device busy
	for _, r := range a.running {
		if at := r.now.Again; !at.IsZero() {
			again = walltime.Sooner(again, walltime.Later(at, now.Add(least)))
		}
	}
	return again
}

// level returns the brightness that the apps ask for, 0 to 1.
func (a *apps) level() (level float64) {
	for _, r := range a.running {
		level = max(level, portion(r.now.Level))
	}
	return level
}

// here returns where the device stands, as the first app that knows it says; nil = unknown.
func (a *apps) here() *Position {
	for _, r := range a.running {
		if r.now.Here != nil {
			return r.now.Here
		}
	}
	return nil
}

// saved returns the saved state of all apps, including those missing in this build.
func (a *apps) saved() map[string]SavedApp {
	all := maps.Clone(a.absent)
	if all == nil {
		all = map[string]SavedApp{}
	}
	for _, r := range a.running {
		all[r.about.Package] = SavedApp{Version: r.about.Code, Keep: r.kept, Raised: slices.Clone(r.raised)}
	}
	return all
}

// trackEnded records that an app's track has finished; it stays finished until the
// app wants another.
func (a *apps) trackEnded(key string) {
	for _, r := range a.running {
		if r.about.Package+"/"+r.now.Track.Key == key {
			r.over = r.now.Track.Key
		}
	}
}

// style passes the look to the apps.
func (a *apps) style(l paint.Look) { each(a, func(app Styler) { app.SetLook(l.WithoutScenery()) }) }

// locate passes the region to the apps.
func (a *apps) locate(r Region) { each(a, func(app Localizer) { app.SetRegion(r.WithDefaults()) }) }

// nightfall tells the apps whether it is night, and reports whether that has changed.
func (a *apps) nightfall(on bool) (changed bool) { return tell(a, &a.night, on, Nocturnal.SetNight) }

// distance tells the apps whether the reader is far, and reports whether that has changed.
func (a *apps) distance(far bool) (changed bool) { return tell(a, &a.far, far, Distant.SetFar) }

// tell calls set of the apps unless they know the state already, and reports whether it did.
func tell[T any](a *apps, known *bool, is bool, set func(T, bool)) (changed bool) {
	if *known == is {
		return false
	}
	*known = is
	each(a, func(app T) { set(app, is) })
	return true
}

// portion returns v limited to 0 to 1; NaN becomes 0.
func portion(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	return min(v, 1)
}

// sense passes the measurements to the apps.
func (a *apps) sense(now Sensed) { each(a, func(app Senser) { app.Sense(now) }) }

// hear tells the apps what another player plays.
func (a *apps) hear(p note.Playing) { each(a, func(app Listener) { app.SetPlaying(p) }) }

// attended are the widget that shows, the one whose turn begins in a moment, and the one behind the first; "" = none.
type attended struct{ shown, soon, behind string }

// attend tells the apps which widgets show, now or in a moment, if that has changed.
func (a *apps) attend(now attended, at time.Time) {
	if a.told && a.attended == now {
		return
	}
	a.attended, a.told = now, true
	due := func(widget string) bool {
		return widget != "" && (widget == now.shown || widget == now.soon || widget == now.behind)
	}
	each(a, func(app Attender) { app.Attend(due, at) })
}

// front returns the id of the widget that its app wants shown at once; "" = none.
func (a *apps) front(list *widgets.List) string {
	for _, r := range a.running {
		if w, ok := list.Get(r.now.Front); ok && w.Package == r.about.Package {
			return w.ID
		}
	}
	return ""
}

// view returns what the app of w shows on it.
func (a *apps) view(w WidgetSettings) View {
	r := a.find(w.Package)
	if r == nil {
		return View{}
	}
	if v, ok := r.now.Views[w.ID]; ok {
		return v
	}
	return r.now.Views[""]
}

// act performs an action that the app declares on its widget w.
func (r *running) act(w WidgetSettings, action string, args Args, now time.Time) error {
	a, err := r.about.Action(action)
	if err != nil {
		return err
	}
	if err := a.Check(args); err != nil {
		return err
	}
	return r.app.Do(w.ID, action, args, now)
}
