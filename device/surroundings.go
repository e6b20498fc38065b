// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"math"
	"time"

	"github.com/ledpost/ledpost/device/ambient"
	"github.com/ledpost/ledpost/device/note"
)

// SetLux takes a reading of the light sensor, in lux. Values that no sensor
// can measure are dropped.
func (d *Device) SetLux(ctx context.Context, lux float64) error {
	// Direct sunlight has 100,000 lx; beyond ten times that the wiring is at fault.
	if math.IsNaN(lux) || lux < 0 || lux > 1e6 {
		return nil
	}
	return perform(ctx, d, func(s *state, now time.Time) {
		s.ambient.Sample(lux, now)
		s.ambient.Log.Add(LightReading{At: now, Lux: lux, Level: 100 * d.Status().Level})
		s.apps.sense(Sensed{Climate: s.climate, Lux: s.ambient.Lux()})
	})
}

// SetClimate takes a reading of the air, rounded to the precision of a room sensor;
// the zero Climate means that nothing is measured any more. Values impossible in a
// room are dropped.
func (d *Device) SetClimate(ctx context.Context, c Climate) error {
	c, possible := c.Rounded()
	if !possible {
		return nil
	}
	return perform(ctx, d, func(s *state, _ time.Time) {
		s.climate = c
		s.apps.sense(Sensed{Climate: s.climate, Lux: s.ambient.Lux()})
	})
}

// SetPresence takes whether a sensor sees somebody. Once nobody has been there for
// Config.Absence the display is dark; critical notifications and alarms show all the same.
func (d *Device) SetPresence(ctx context.Context, here bool) error {
	return perform(ctx, d, func(s *state, now time.Time) { s.ambient.Presence(here, now) })
}

// SetDistance takes how far away the reader of the panel is, in metres; unknown when no sensor tells it any more. Apps
// that are a [Distant] show one value to a far reader. A restart forgets the distance. Errors: InvalidError.
func (d *Device) SetDistance(ctx context.Context, m Measured) (DistanceNow, error) {
	if m.Known && !(m.Value >= 0 && m.Value <= ambient.MaxDistance) {
		return DistanceNow{}, note.Invalid("distance", "want 0 to %g m", ambient.MaxDistance)
	}
	return call(ctx, d, func(s *state) (DistanceNow, error) {
		now := time.Now()
		s.ambient.Distance(m, now)
		return s.ambient.DistanceNow(now), nil
	})
}

// Distance returns how far away the reader of the panel is.
func (d *Device) Distance(ctx context.Context) (DistanceNow, error) {
	return call(ctx, d, func(s *state) (DistanceNow, error) { return s.ambient.DistanceNow(time.Now()), nil })
}

// Lighting returns the curve and the readings of the last day. The slices are the
// caller's.
func (d *Device) Lighting(ctx context.Context) (Lighting, error) {
	return call(ctx, d, func(s *state) (Lighting, error) { return s.ambient.Lighting(time.Now()), nil })
}

// QuietHours returns the quiet hours.
func (d *Device) QuietHours(ctx context.Context) (QuietHours, error) {
	return call(ctx, d, func(s *state) (QuietHours, error) { return s.ambient.QuietHours(time.Now()), nil })
}

// SetQuietHours applies p, all or nothing, and returns the new quiet hours. They hold
// at once, also for what sounds already. Errors: InvalidError (joined).
func (d *Device) SetQuietHours(ctx context.Context, p QuietPatch) (QuietHours, error) {
	return call(ctx, d, func(s *state) (QuietHours, error) {
		now := time.Now()
		changed, err := s.ambient.SetQuiet(p, now)
		s.mark(changed)
		return s.ambient.QuietHours(now), err
	})
}

// Night returns the night: one switch for screensaver, quiet hours, and their look. Its
// widget shows.
func (d *Device) Night(ctx context.Context) (NightNow, error) {
	return call(ctx, d, func(s *state) (NightNow, error) { return s.night(time.Now()), nil })
}

// SetNight applies p, all or nothing, and returns the new night, which holds at once and
// survives a restart. Errors: InvalidError (joined).
func (d *Device) SetNight(ctx context.Context, p NightPatch) (NightNow, error) {
	return call(ctx, d, func(s *state) (NightNow, error) {
		changed, err := s.ambient.SetNight(p, s.widgets.Has)
		s.mark(changed)
		return s.night(time.Now()), err
	})
}

func (s *state) night(now time.Time) NightNow {
	n := s.ambient.NightNow(now)
	n.Widget = s.quietWidget(n.Widget).ID
	return n
}

// Playing returns what another player plays, as a client has told it; zero once that is too old.
func (d *Device) Playing(ctx context.Context) (note.Playing, error) {
	return call(ctx, d, func(s *state) (note.Playing, error) {
		if !s.playing.IsZero() && !time.Now().Before(s.playing.Until()) {
			s.playing = note.Playing{}
		}
		return s.playing, nil
	})
}

// SetPlaying takes what another player plays from now on and returns it; the zero value is
// silence. It does not survive a restart. Errors: InvalidError (joined).
func (d *Device) SetPlaying(ctx context.Context, p note.Playing) (note.Playing, error) {
	if err := p.Validate(); err != nil {
		return note.Playing{}, err
	}
	return call(ctx, d, func(s *state) (note.Playing, error) {
		if p.At = time.Now(); p.IsZero() {
			p = note.Playing{}
		}
		s.playing = p
		s.apps.hear(p)
		return p, nil
	})
}
