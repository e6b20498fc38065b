// SPDX-License-Identifier: Apache-2.0

package device

import (
	"cmp"
	"context"
	"math"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// Audio is the state of the speaker's volume.
type Audio struct {
	Available    bool
	Volume       int // 0 to 100
	Range, Limit Range
}

// Overview is display, audio and mode at one moment. Overviews can be compared with ==.
type Overview struct {
	Display Display
	Audio   Audio
	Mode    Mode
}

// overviewFor is how long an overview is current at most, even if the rules change nothing:
// whether a sound could be heard, and the offset to GMT, may change by themselves.
const overviewFor = time.Second

// dated is an overview, and until when it is current.
type dated struct {
	Overview
	until time.Time
}

// LastOverview returns the last overview, and whether it is current. It never waits.
func (d *Device) LastOverview() (o Overview, current bool) {
	last := d.overview.Load()
	return last.Overview, time.Now().Before(last.until)
}

// Overview returns an overview that is at most a second old and has every change so far.
func (d *Device) Overview(ctx context.Context) (Overview, error) {
	if o, current := d.LastOverview(); current {
		return o, nil
	}
	err := d.Wake(ctx)
	return d.overview.Load().Overview, err
}

// survey makes a new overview: the rules were applied at now, and will be at wake.
func (s *state) survey(to *Device, now, wake time.Time) {
	o := Overview{s.display(now), s.audio(), s.rotation.Mode}
	to.overview.Store(&dated{o, walltime.Sooner(wake, now.Add(overviewFor))})
}

// Audio returns the volume.
func (d *Device) Audio(ctx context.Context) (Audio, error) {
	return call(ctx, d, func(s *state) (Audio, error) { return s.audio(), nil })
}

// SetVolume changes the volume, within the range and the limit.
func (d *Device) SetVolume(ctx context.Context, volume int) (Audio, error) {
	return call(ctx, d, func(s *state) (Audio, error) {
		if err := s.setVolume(volume); err != nil {
			return Audio{}, err
		}
		return s.audio(), nil
	})
}

func (s *state) audio() Audio {
	return Audio{
		Available: s.cfg.Audio != nil && s.cfg.Audio(),
		Volume:    s.set.Volume, Range: s.cfg.Limits.VolumeRange, Limit: s.cfg.Limits.VolumeLimit,
	}
}

func (s *state) setVolume(v int) error {
	if r := s.cfg.Limits.Volume(); v < r.Min || v > r.Max {
		return note.Outside("volume", v, r.Min, r.Max)
	}
	s.mark(s.set.Volume != v)
	s.set.Volume = v
	return nil
}

// Mode returns how the app is chosen.
func (d *Device) Mode(ctx context.Context) (Mode, error) {
	return call(ctx, d, func(s *state) (Mode, error) { return s.rotation.Mode, nil })
}

// SetMode changes how the app is chosen.
func (d *Device) SetMode(ctx context.Context, m Mode) (Mode, error) {
	return call(ctx, d, func(s *state) (Mode, error) {
		s.mark(s.rotation.SetMode(m, time.Now()))
		return m, nil
	})
}

// SetStream makes w, sent by from, the picture in place of apps and screensaver;
// critical notifications still show over it. nil ends the stream.
func (d *Device) SetStream(ctx context.Context, w render.Widget, from Sender) error {
	return perform(ctx, d, func(s *state, now time.Time) {
		if s.stream = (stream{w, from, now}); w == nil {
			s.stream = stream{}
		}
	})
}

// sound returns what should be playing now, with its volume: a notification's track,
// else an app's, else that of letters that turn over.
func (s *state) sound(now time.Time) sounds.Track {
	r := s.apps.sounding(s.visible)
	clicks := s.clicks(!s.track.Silent() || r != nil, now)
	if t := s.track; !t.Silent() {
		t.Volume = s.volume(s.heard.Priority == note.PriorityCritical, now)
		return t
	}
	if r == nil {
		return clicks
	}
	t := r.now.Track
	t.Key = r.about.Package + "/" + t.Key // two apps may use the same
	loud := s.visible.isAlertOf(r) && s.visible.entry.Priority == note.PriorityCritical
	t.Volume = int(math.Round(portion(cmp.Or(r.now.Gain, 1)) * float64(s.volume(loud, now))))
	return t
}

// sounding returns the app whose track plays when no notification sounds: the one whose
// alert is visible, else the first that wants one; nil = no app wants one.
func (a *apps) sounding(visible *showing) (best *running) {
	for _, r := range a.running {
		if r.now.Track.Silent() || r.now.Track.Key == r.over {
			continue
		}
		if best == nil || visible.isAlertOf(r) {
			best = r
		}
	}
	return best
}

// volume returns the volume that is set, limited by the quiet hours unless the sound
// is critical.
func (s *state) volume(critical bool, now time.Time) int {
	if critical || !s.around.Quiet {
		return s.set.Volume
	}
	return min(s.set.Volume, s.ambient.QuietHours(now).Volume)
}
