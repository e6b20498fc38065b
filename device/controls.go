package device

import (
	"context"
	"math"
	"time"

	"github.com/ledpost/ledpost/device/ambient"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// Display returns the display's state.
func (d *Device) Display(ctx context.Context) (Display, error) {
	return call(ctx, d.loop, func(s *state) (Display, error) { return s.display(time.Now()), nil })
}

// SetDisplay applies p, whole or not at all, and returns the new state.
func (d *Device) SetDisplay(ctx context.Context, p DisplayPatch) (Display, error) {
	return call(ctx, d.loop, func(s *state) (Display, error) {
		now := time.Now()
		if err := s.setDisplay(p, now); err != nil {
			return Display{}, err
		}
		s.step(now) // the answer has the brightness that the rules make of p
		return s.display(now), nil
	})
}

// CheckDisplay returns the error that SetDisplay would, and changes nothing. The
// error joins an InvalidError for every fault.
func (d *Device) CheckDisplay(ctx context.Context, p DisplayPatch) error {
	return do(ctx, d.loop, func(s *state, now time.Time) error {
		_, err := s.ambient.Patched(p.ambient(), now, s.widgets.Has)
		return err
	})
}

// display returns the display as the API shows it.
func (s *state) display(now time.Time) Display {
	saver := &s.ambient.Saver
	is, _ := s.ambient.Step(now)
	return Display{
		On: s.set.On, Brightness: s.ambient.Brightness, BrightnessNow: int(math.Round(100 * s.lit())), BrightnessMode: s.ambient.BrightnessMode,
		Range: s.cfg.Limits.BrightnessRange, Limit: s.cfg.Limits.BrightnessLimit,
		Width: s.cfg.Width, Height: s.cfg.Height, Type: s.cfg.PanelType,
		Screensaver: Screensaver{
			Enabled: saver.Enabled, Active: is.Saver, WhenDark: saver.WhenDark, Widget: s.saverWidget().ID, Brightness: saver.Brightness,
			TimeBased: TimeWindow{
				Enabled: saver.TimeBased, Start: saver.Start, End: saver.End,
				StartGMT: s.place.ToGMT(saver.Start, now), EndGMT: s.place.ToGMT(saver.End, now),
			},
		},
	}
}

// setDisplay applies p to the settings, unless something is wrong with it.
func (s *state) setDisplay(p DisplayPatch, now time.Time) error {
	next, err := s.ambient.Patched(p.ambient(), now, s.widgets.Has)
	if err != nil {
		return err
	}
	s.mark(next != s.ambient.Settings)
	s.ambient.Settings = next
	if p.On != nil {
		s.mark(*p.On != s.set.On)
		s.set.On = *p.On
	}
	return nil
}

// ambient returns what p changes of the surroundings' settings.
func (p DisplayPatch) ambient() ambient.Patch {
	return ambient.Patch{Brightness: p.Brightness, BrightnessMode: p.BrightnessMode, Screensaver: p.Screensaver}
}

// Overview returns display, audio and mode as they are at one moment.
func (d *Device) Overview(ctx context.Context) (disp Display, a Audio, m Mode, err error) {
	_, err = call(ctx, d.loop, func(s *state) (struct{}, error) {
		disp, a, m = s.display(time.Now()), s.audio(), s.rotation.Mode
		return struct{}{}, nil
	})
	return disp, a, m, err
}

// Audio returns the volume.
func (d *Device) Audio(ctx context.Context) (Audio, error) {
	return call(ctx, d.loop, func(s *state) (Audio, error) { return s.audio(), nil })
}

// SetVolume changes the volume, within the range and the limit.
func (d *Device) SetVolume(ctx context.Context, volume int) (Audio, error) {
	return call(ctx, d.loop, func(s *state) (Audio, error) {
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
	return call(ctx, d.loop, func(s *state) (Mode, error) { return s.rotation.Mode, nil })
}

// SetMode changes how the app is chosen.
func (d *Device) SetMode(ctx context.Context, m Mode) (Mode, error) {
	return call(ctx, d.loop, func(s *state) (Mode, error) {
		s.mark(s.rotation.SetMode(m, time.Now()))
		return m, nil
	})
}

// SetStream makes w, sent by from, the picture in place of apps and screensaver;
// critical notifications still show over it. nil ends the stream.
func (d *Device) SetStream(ctx context.Context, w render.Widget, from Sender) error {
	return do(ctx, d.loop, func(s *state, now time.Time) error {
		if s.stream = (stream{w, from, now}); w == nil {
			s.stream = stream{}
		}
		return nil
	})
}
