package device

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ledpost/ledpost/internal/maskurl"
)

// Restored is what a backup puts in the place of what is in force.
type Restored struct {
	Settings Settings
	Identity Identity            // zero = the device stays who it is
	Apps     map[string]SavedApp // what apps keep for themselves; a backup has nothing of it
}

// Backup returns the settings for a backup. Without secrets, those of apps are
// replaced by a stand-in.
func (d *Device) Backup(ctx context.Context, secrets bool) (Settings, error) {
	return call(ctx, d, func(s *state) (Settings, error) {
		out := s.settings
		out.Apps.Widgets = slices.Clone(out.Apps.Widgets)
		for i := range out.Apps.Widgets {
			w := &out.Apps.Widgets[i]
			w.Settings = slices.Clone(w.Settings)
			if r := s.app(w.Package); !secrets && r != nil {
				w.Settings = r.about.hidden(w.Settings)
			} else if !secrets {
				w.Settings = nil // of an app that this build lacks nobody knows the secrets
			}
		}
		return out, nil
	})
}

// hidden returns settings without their secrets.
func (a *About) hidden(settings json.RawMessage) json.RawMessage {
	v, err := decodeSettings(settings)
	if err != nil || len(settings) == 0 {
		return nil
	}
	a.Settings.hide(v)
	return encodeSettings(v)
}

// completed returns settings of a backup with the secrets of the settings now in
// force; the parts of addresses that remain hidden are left out.
func (a *About) completed(settings, now json.RawMessage) json.RawMessage {
	v, err := decodeSettings(settings)
	if err != nil {
		return settings // it is refused with its reason
	}
	old, _ := decodeSettings(now)
	a.Settings.reveal(v, old)
	a.Settings.recall(v, old)
	a.Settings.eachAddress(v, maskurl.Bare)
	return encodeSettings(v)
}

// Restored returns what the device has to save so that r is in force from the next start
// on, and what is in its place now; it changes nothing. A stand-in for a secret becomes
// the secret that the widget of that id has now. Errors: InvalidError and others that
// name a field (joined).
func (d *Device) Restored(ctx context.Context, r Restored) (next, now Restored, err error) {
	err = do(ctx, d, func(s *state, _ time.Time) error {
		now = Restored{s.settings, s.identity, s.savedApps()}
		r.Apps = now.Apps
		next = r
		return s.complete(&next)
	})
	return next, now, err
}

// complete checks r and adds what it does not have.
func (s *state) complete(r *Restored) error {
	if r.Identity == (Identity{}) {
		r.Identity = s.identity
	} else if id := r.Identity; !id.Fill(Identity{}) {
		return errors.New("identity: a field is missing or wrong")
	}
	if err := errors.Join(r.Settings.Mend()...); err != nil {
		return err
	}
	r.Settings.Apps.Widgets = slices.Clone(r.Settings.Apps.Widgets)
	var errs faultList
	for i := range r.Settings.Apps.Widgets {
		w := &r.Settings.Apps.Widgets[i]
		if s.app(w.Package) == nil {
			continue
		}
		was, ok := s.widget(w.ID)
		if ok && was.Package != w.Package {
			was = WidgetSettings{}
		}
		w.Settings = s.app(w.Package).about.completed(w.Settings, was.Settings)
		s.prepare(fmt.Sprintf("apps.widgets[%d]", i), w, was, &errs)
	}
	return errs.err()
}
