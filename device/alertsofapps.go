package device

import "time"

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

// isAlertOf reports whether the visible notification is the alert of r. v may be nil.
func (v *showing) isAlertOf(r *running) bool {
	return v != nil && r.alert != "" && v.entry.alert == alertOf{r.about.Package, r.alert}
}
