// SPDX-License-Identifier: Apache-2.0

package device

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// stepApps steps every app, visible or not.
func (s *state) stepApps(now time.Time) {
	for _, r := range s.apps.running {
		r.now = r.app.Step(now)
		if s.widgets.Adopt(r.about.Package, r.now.Settings) { // what it has changed itself
			s.changed = true
			r.now = r.app.Step(now)
		}
		if keep := r.now.Keep; !bytes.Equal(keep, r.kept) && len(keep) <= maxKeep && (keep == nil || json.Valid(keep)) {
			r.kept, s.changed = bytes.Clone(keep), true
		}
		s.alerts(r, now)
	}
	s.ambient.Here = s.apps.here()
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
	// Remembered before it is known to be valid: an invalid one is refused once, not at every
	// step.
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
	s.cfg.warm(&n)
}

// rings reports whether a critical alert, such as an alarm, has not ended.
func (a *apps) rings() bool {
	return slices.ContainsFunc(a.running, func(r *running) bool {
		now := r.now.Alert
		return r.alert != "" && r.alert == now.Key && now.Note != nil && now.Note.Priority == note.PriorityCritical
	})
}

// takeBack ends the current alert of r.
func (s *state) takeBack(r *running, now time.Time) {
	mine := alertOf{r.about.Package, r.alert}
	r.alert = "" // it has withdrawn it itself, and is told nothing
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
func (a *apps) deliver(over []alertOver, now time.Time) {
	for _, o := range over {
		r := a.find(o.alert.pkg)
		if r == nil {
			continue
		}
		if r.alert == o.alert.key { // else the app has raised the next already
			r.alert = ""
		}
		if e, ok := r.app.(Ender); ok {
			e.Ended(o.alert.key, o.outcome, now)
		}
	}
}

// restoreAlert makes e, which had not ended before the restart, its app's alert.
func (a *apps) restoreAlert(e *entry, pkg, key string) {
	if r := a.find(pkg); r != nil && key != "" {
		e.alert, r.alert = alertOf{pkg, key}, key
	}
}

// alertView returns what its app draws for an alert now; no Root = nothing.
func (a *apps) alertView(which alertOf) View {
	r := a.find(which.pkg)
	if r == nil || r.now.Alert.Key != which.key {
		return View{}
	}
	return r.now.Alert.View
}
