package device

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// Display returns the display's state.
func (d *Device) Display(ctx context.Context) (Display, error) {
	return call(ctx, d, func(s *state) (Display, error) { return s.display(time.Now()), nil })
}

// SetDisplay applies p, whole or not at all, and returns the new state.
func (d *Device) SetDisplay(ctx context.Context, p DisplayPatch) (Display, error) {
	return call(ctx, d, func(s *state) (Display, error) {
		now := time.Now()
		if err := s.setDisplay(p, now); err != nil {
			return Display{}, err
		}
		return s.display(now), nil
	})
}

// CheckDisplay tells what SetDisplay would refuse of p, and changes nothing. The
// error joins an InvalidError for every fault.
func (d *Device) CheckDisplay(ctx context.Context, p DisplayPatch) error {
	return do(ctx, d, func(s *state, now time.Time) error {
		_, err := s.displayed(p, now)
		return err
	})
}

// Overview returns display, audio and mode as they are at one moment.
func (d *Device) Overview(ctx context.Context) (disp Display, a Audio, m Mode, err error) {
	_, err = call(ctx, d, func(s *state) (struct{}, error) {
		disp, a, m = s.display(time.Now()), s.audio(), s.settings.Mode
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

// Mode returns who chooses the app.
func (d *Device) Mode(ctx context.Context) (Mode, error) {
	return call(ctx, d, func(s *state) (Mode, error) { return s.settings.Mode, nil })
}

// SetMode changes who chooses the app.
func (d *Device) SetMode(ctx context.Context, m Mode) (Mode, error) {
	return call(ctx, d, func(s *state) (Mode, error) {
		s.setMode(m, time.Now())
		return m, nil
	})
}

// SoundEnded says that the track of this Key is over: it can no longer be
// dismissed.
func (d *Device) SoundEnded(ctx context.Context, key string) error {
	return do(ctx, d, func(s *state, _ time.Time) error {
		if s.track.Key == key {
			s.track = sounds.Track{}
		}
		return nil
	})
}

// SetLux takes a reading of the light sensor, in lux. Anything that no sensor
// can say is dropped.
func (d *Device) SetLux(ctx context.Context, lux float64) error {
	if math.IsNaN(lux) || lux < 0 || lux > 1e6 {
		return nil
	}
	return do(ctx, d, func(s *state, now time.Time) error {
		s.light.sample(lux, now)
		s.dark.sample(lux, now)
		return nil
	})
}

// SetStream makes w the ground picture, over apps and screensaver, under
// critical notifications; nil ends that.
func (d *Device) SetStream(ctx context.Context, w render.Widget) error {
	return do(ctx, d, func(s *state, now time.Time) error {
		s.setStream(w, now)
		return nil
	})
}

// Wake applies the rules now: the wall clock was set.
func (d *Device) Wake(ctx context.Context) error {
	return do(ctx, d, func(*state, time.Time) error { return nil })
}

// Button of the device, or a key that stands for it.
type Button uint8

const (
	Left   Button = iota // previous app
	Right                // next app
	Action               // dismiss what is visible
	VolumeUp
	VolumeDown
)

var buttonNames = []string{"left", "right", "action", "volume_up", "volume_down"}

func (b Button) String() string { return name(buttonNames, b) }

// ParseButton is the inverse of String.
func ParseButton(s string) (Button, error) { return parse[Button](buttonNames, s) }

// volumeStep of the volume buttons.
const volumeStep = 5

// Press does what b does.
func (d *Device) Press(ctx context.Context, b Button) error {
	return do(ctx, d, func(s *state, now time.Time) error { return s.press(b, now) })
}

func (s *state) press(b Button, now time.Time) error {
	switch b {
	case Left:
		s.switchApp(-1, now)
	case Right:
		s.switchApp(1, now)
	case Action:
		s.dismissVisible(now)
	case VolumeUp:
		return s.setVolume(min(s.settings.Volume+volumeStep, s.cfg.Limits.VolumeLimit.Max, s.cfg.Limits.VolumeRange.Max))
	case VolumeDown:
		return s.setVolume(max(s.settings.Volume-volumeStep, s.cfg.Limits.VolumeLimit.Min, s.cfg.Limits.VolumeRange.Min))
	default:
		return fmt.Errorf("device: no button %d", b)
	}
	return nil
}
