// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// Audio is the state of the speaker's volume.
type Audio struct {
	Available    bool
	Volume       int // 0 to 100
	Range, Limit Range
}

// Overview returns display, audio and mode as they are at one moment.
func (d *Device) Overview(ctx context.Context) (disp Display, a Audio, m Mode, err error) {
	_, err = call(ctx, d, func(s *state) (struct{}, error) {
		disp, a, m = s.display(time.Now()), s.audio(), s.rotation.Mode
		return struct{}{}, nil
	})
	return disp, a, m, err
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
	return do(ctx, d, func(s *state, now time.Time) error {
		if s.stream = (stream{w, from, now}); w == nil {
			s.stream = stream{}
		}
		return nil
	})
}
