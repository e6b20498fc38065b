// SPDX-License-Identifier: Apache-2.0

package widgets

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/maskurl"
)

// Backup returns the widgets to save for a backup, nil if nobody has changed the list.
// Without secrets, a stand-in takes the place of each.
func (l *List) Backup(secrets bool) []Widget {
	out := slices.Clone(l.kept)
	for i := range out {
		w := &out[i]
		w.Settings = slices.Clone(w.Settings)
		if k := l.kind(w.Package); !secrets && k != nil {
			w.Settings = k.hidden(w.Settings)
		} else if !secrets {
			w.Settings = nil // of an app that this build lacks nobody knows the secrets
		}
	}
	return out
}

// hidden returns settings without their secrets.
func (k *Kind) hidden(settings json.RawMessage) json.RawMessage {
	v, err := decode(settings)
	if err != nil || len(settings) == 0 {
		return nil
	}
	k.Schema.hide(v)
	return encode(v)
}

// Completed returns the widgets of a backup with the secrets that they have now, where a
// stand-in is in their place. It changes nothing. at is the name of the list in the errors,
// which are InvalidErrors (joined).
func (l *List) Completed(at string, backup []Widget) ([]Widget, error) {
	out := slices.Clone(backup)
	var errs note.Faults
	for i := range out {
		w := &out[i]
		k := l.kind(w.Package)
		if k == nil {
			continue
		}
		was, ok := l.Get(w.ID)
		if ok && was.Package != w.Package {
			was = Widget{}
		}
		w.Settings = k.completed(w.Settings, was.Settings)
		l.prepare(fmt.Sprintf("%s[%d]", at, i), w, was, true, &errs)
	}
	return out, errs.Err()
}

// completed returns settings of a backup with the secrets of the settings now in
// force; the parts of addresses that remain hidden are left out.
func (k *Kind) completed(settings, now json.RawMessage) json.RawMessage {
	v, err := decode(settings)
	if err != nil {
		return settings // it is refused with its reason
	}
	old, _ := decode(now)
	old = k.heritage(v, old)
	k.Schema.reveal(v, old)
	k.Schema.recall(v, old)
	k.Schema.eachAddress(v, maskurl.Bare)
	return encode(v)
}

// Repair returns a saved list without its invalid widgets, and with defaults for values
// out of range in the others; nil if nothing is left. at is the name of the list in the
// faults, InvalidErrors that name each repair.
func Repair(at string, saved []Widget) (kept []Widget, faults []error) {
	ids := map[string]bool{"": true}
	for i, w := range saved {
		at := fmt.Sprintf("%s[%d]", at, i)
		if ids[w.ID] || len(kept) == MaxWidgets {
			faults = append(faults,
				note.Invalid(at, "%q has no unique id, or comes after the last widget that fits", note.Short(w.ID)))
			continue
		}
		ids[w.ID] = true
		if w.Seconds < 1 || w.Seconds > MaxSeconds { // a turn without length would loop for ever
			faults = append(faults, note.Invalid(at+".seconds", "%d, want 1 to %d", w.Seconds, MaxSeconds))
			w.Seconds = int(DefaultDwell / time.Second)
		}
		if fault := titleFault(w.Title); fault != "" {
			faults = append(faults, note.Invalid(at+".title", "%s", fault))
			w.Title = ""
		}
		kept = append(kept, w)
	}
	return kept, faults
}

// secretIsSet stands for a secret, which is never shown: a reader of settings learns
// that it is set, and writing the settings back as they were read keeps it.
func secretIsSet() any { return map[string]any{"set": true} }

// keeps reports whether v is the stand-in for a secret.
func keeps(v any) bool {
	m, ok := v.(map[string]any)
	return ok && len(m) == 1 && m["set"] == true
}

// hide replaces the secrets in v, in place, and leaves of its addresses where they lead.
// It returns v.
func (s *Schema) hide(v any) any { return s.mask(s.hideSecrets(v)) }

// hideSecrets replaces the secrets in v, in place, and returns it.
func (s *Schema) hideSecrets(v any) any {
	if s.Secret && v != nil && v != "" {
		return secretIsSet()
	}
	switch v := v.(type) {
	case map[string]any:
		for name, item := range v {
			if p := s.property(name); p != nil {
				v[name] = p.hideSecrets(item)
			}
		}
	case []any:
		for i, item := range v {
			if s.Items != nil {
				v[i] = s.Items.hideSecrets(item)
			}
		}
	}
	return v
}

// reveal restores in v, in place, the secrets of old that v keeps, and returns v.
// Items of an array are matched by index.
func (s *Schema) reveal(v, old any) any {
	if s.Secret && keeps(v) {
		return old // nil, which is absent, where there was none
	}
	switch v := v.(type) {
	case map[string]any:
		was, _ := old.(map[string]any)
		for name, item := range v {
			if p := s.property(name); p != nil {
				v[name] = p.reveal(item, was[name])
			}
			if v[name] == nil {
				delete(v, name) // null is absent
			}
		}
	case []any:
		was, _ := old.([]any)
		for i, item := range v {
			var before any
			if i < len(was) {
				before = was[i]
			}
			if s.Items != nil {
				v[i] = s.Items.reveal(item, before)
			}
		}
	}
	return v
}
