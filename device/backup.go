// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"errors"
	"time"
)

// Restored is what a backup puts in the place of the present state.
type Restored struct {
	Settings Settings
	Identity Identity            // zero = the device stays who it is
	Apps     map[string]SavedApp // what apps keep for themselves; a backup has nothing of it
}

// Backup returns the settings for a backup. Without secrets, a stand-in replaces the
// secrets of apps.
func (d *Device) Backup(ctx context.Context, secrets bool) (Settings, error) {
	return call(ctx, d, func(s *state) (Settings, error) {
		out := s.settings()
		out.Apps.Widgets = s.widgets.Backup(secrets)
		return out, nil
	})
}

// Restored returns what the device has to save so that r is in force from the next start
// on, and the present state in its place; it changes nothing. A stand-in for a secret
// becomes the secret that the widget of that id has now. Errors: InvalidError and others
// that name a field (joined).
func (d *Device) Restored(ctx context.Context, r Restored) (next, now Restored, err error) {
	err = do(ctx, d, func(s *state, _ time.Time) error {
		now = Restored{s.settings(), s.identity, s.apps.saved()}
		r.Apps = now.Apps
		next = r
		return next.complete(s)
	})
	return next, now, err
}

// complete checks r and adds what it does not have from s.
func (r *Restored) complete(s *state) error {
	if r.Identity == (Identity{}) {
		r.Identity = s.identity
	} else if id := r.Identity; !id.Fill(Identity{}) {
		return errors.New("identity: a field is missing or wrong")
	}
	if err := errors.Join(r.Settings.Mend()...); err != nil {
		return err
	}
	whole, err := s.widgets.Completed("apps.widgets", r.Settings.Apps.Widgets)
	r.Settings.Apps.Widgets = whole
	return err
}
