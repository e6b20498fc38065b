// SPDX-License-Identifier: Apache-2.0

// Package rotation decides which widget is on the panel while nothing else is: by turns, by
// the schedule, or as somebody has chosen.
package rotation

import (
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/device/widgets"
	"github.com/ledpost/ledpost/internal/enum"
)

// Config is fixed for a run.
type Config struct {
	Blocks []Block // until a client sets the schedule
	Place  walltime.Place
	// Read returns when the text of a widget has been read, at until or later; nil = at until.
	Read func(w widgets.Widget, until time.Time) time.Time
}

// readFor is how much longer than its seconds a turn may be, for a text to be read to its end.
const readFor = time.Minute

// Settings are the part that clients set.
type Settings struct {
	Mode     Mode
	Chosen   string  // id of the widget that was activated last; "" = none was
	Schedule []Block // never modified in place
	Planned  bool    // Schedule was set, possibly to an empty one
}

// Rotation is the settings, and whose turn it is. Use New.
type Rotation struct {
	Settings

	configured []Block
	place      walltime.Place
	read       func(w widgets.Widget, until time.Time) time.Time // nil = every text is short
	list       *widgets.List
	shows      func(widgets.Widget) bool

	turn     string    // id of the widget whose turn it is; "" = nobody's
	stands   string    // id of the widget that had the last turn, in for those that are not drawn yet
	turnFrom time.Time // when that began, in auto mode; zero = not yet
	held     time.Time // since when the turn's clock stands still; zero = it runs
	turnEnd  time.Time // until when an activated widget stays, in schedule mode
}

// New returns the rotation of the widgets in list. A widget for which shows is false has
// nothing to show, and is passed over.
func New(cfg Config, set Settings, list *widgets.List, shows func(widgets.Widget) bool) Rotation {
	return Rotation{Settings: set, configured: cfg.Blocks, place: cfg.Place, read: cfg.Read, list: list, shows: shows}
}

// Step returns the widget that the mode selects at now, and until when; zero is for good.
// It is idempotent.
func (r *Rotation) Step(now time.Time) (w widgets.Widget, until time.Time) {
	switch r.Mode {
	case AutoMode:
		return r.rotate(now)
	case ScheduleMode:
		if w, ok := r.list.Get(r.turn); ok && now.Before(r.turnEnd) {
			return w, r.turnEnd // activated until the next block
		}
		return r.scheduled(now)
	}
	return r.chosen(), time.Time{}
}

// Hold stops the clock of the turn while something covers the widget: the turn is as much
// longer. It is idempotent.
func (r *Rotation) Hold(covered bool, now time.Time) {
	switch {
	case covered && r.held.IsZero():
		r.held = now
	case !covered && !r.held.IsZero():
		if !r.turnFrom.IsZero() { // a turn that began covered has all of its time left
			r.turnFrom = r.turnFrom.Add(now.Sub(walltime.Later(r.held, r.turnFrom)))
		}
		r.held = time.Time{}
	}
}

// chosen returns the widget activated last, or the first if that is gone.
func (r *Rotation) chosen() widgets.Widget {
	if r.list.Has(r.Chosen) {
		w, _ := r.list.Get(r.Chosen)
		return w
	}
	return r.First()
}

// rotate gives every visible widget its turn.
func (r *Rotation) rotate(now time.Time) (w widgets.Widget, until time.Time) {
	w, ok := r.list.Get(r.turn)
	if !ok {
		if w = r.First(); !r.hasTurn(w) {
			if last, ok := r.list.Get(r.stands); ok {
				w = last
			}
			return w, time.Time{}
		}
	}
	if !ok || r.turnFrom.IsZero() {
		r.turnFrom = now
	}
	until = r.end(w)
	next := r.beside(w.ID, 1)
	if r.held.IsZero() && !until.After(now) || !r.shows(w) {
		w = next
		// From now and not from until: after a night of the screensaver, the turns that were
		// missed are not made up for.
		r.turnFrom = now
		until = r.end(w)
		next = r.beside(w.ID, 1)
	}
	r.turn = w.ID
	if next.ID == w.ID || !r.held.IsZero() { // it is alone, or waits
		return w, time.Time{}
	}
	return w, until
}

// end returns when the turn of w ends: after its seconds, and when its text has been read.
func (r *Rotation) end(w widgets.Widget) time.Time {
	until := r.turnFrom.Add(time.Duration(w.Seconds) * time.Second)
	if r.read == nil {
		return until
	}
	return walltime.Later(until, walltime.Sooner(r.read(w, until), until.Add(readFor)))
}

// Leave takes the turn from a widget that was hidden or removed, in every mode.
func (r *Rotation) Leave(id string) {
	if r.turn == id {
		r.turn, r.stands, r.turnFrom, r.turnEnd = "", id, time.Time{}, time.Time{}
		if next := r.beside(id, 1); r.hasTurn(next) { // else nothing else shows yet
			r.turn = next.ID
		}
	}
	if r.Chosen == id {
		r.Chosen = ""
	}
}

// First returns the first widget that has a turn, or the very first if none has.
func (r *Rotation) First() widgets.Widget { return r.beside("", 1) }

// After returns the widget that has the turn after id; the zero Widget if there are no turns.
func (r *Rotation) After(id string) (w widgets.Widget) {
	if r.Mode != AutoMode {
		return w
	}
	return r.beside(id, 1)
}

// hasTurn reports whether w takes part in the turns: it is visible and shows something.
func (r *Rotation) hasTurn(w widgets.Widget) bool { return w.Visible && r.shows(w) }

// beside returns the widget that is steps places after id among those that have a
// turn, which are visible and show something.
func (r *Rotation) beside(id string, steps int) (w widgets.Widget) {
	all := r.list.All()
	n := len(all)
	if n == 0 {
		return w
	}
	from := slices.IndexFunc(all, func(w widgets.Widget) bool { return w.ID == id })
	if from < 0 && steps < 0 { // before the first is the last, as -1 is not
		from = 0
	}
	for range n {
		from = ((from+steps)%n + n) % n
		if w := all[from]; r.hasTurn(w) {
			return w
		}
	}
	if w, ok := r.list.Get(id); ok {
		return w
	}
	return all[0]
}

// Move moves by steps through the widgets that have a turn: in auto mode the new one shows
// for its seconds, in schedule mode until the next block, in manual mode it stays; in kiosk
// mode nothing happens. It reports whether the settings have changed.
func (r *Rotation) Move(steps int, now time.Time) (changed bool) {
	if r.Mode == KioskMode || len(r.list.All()) == 0 {
		return false
	}
	current, _ := r.Step(now)
	r.turnTo(r.beside(current.ID, steps).ID, now)
	return r.Mode == ManualMode && r.choose(r.turn)
}

// Activate shows the widget as Move does, and makes it the widget of kiosk and manual
// mode. It reports whether the settings have changed.
func (r *Rotation) Activate(id string, now time.Time) (changed bool) {
	r.turnTo(id, now)
	return r.choose(id)
}

// turnTo gives the turn to the widget id.
func (r *Rotation) turnTo(id string, now time.Time) {
	r.turn, r.turnFrom, r.turnEnd = id, now, r.nextBlock(now)
	if r.turnEnd.IsZero() {
		r.turnEnd = now.Add(forever)
	}
}

// forever is longer than a device runs.
const forever = 100 * 365 * 24 * time.Hour

func (r *Rotation) choose(id string) (changed bool) {
	changed = r.Chosen != id
	r.Chosen = id
	return changed
}

// SetMode makes m the mode, and reports whether it was another. Manual and kiosk mode show
// the last activated widget; if nothing ever was, they begin with the widget of now.
func (r *Rotation) SetMode(m Mode, now time.Time) (changed bool) {
	if m == r.Mode {
		return false
	}
	if (m == KioskMode || m == ManualMode) && r.Chosen == "" {
		w, _ := r.Step(now) // in the mode that was
		r.Chosen = w.ID
	}
	r.Mode = m
	r.turnEnd = time.Time{} // an activation in schedule mode is over
	return true
}

// Mode is how the app is chosen (docs/api.md, Device settings). The zero value
// is AutoMode.
type Mode = enum.Of[modes]

const (
	AutoMode     Mode = iota // apps take turns
	ManualMode               // the user switches
	ScheduleMode             // the schedule switches
	KioskMode                // one app stays; only critical notifications show
)

type modes struct{}

func (modes) Words() []string { return []string{"auto", "manual", "schedule", "kiosk"} }
