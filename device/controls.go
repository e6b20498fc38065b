package device

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/ledpost/ledpost/internal/enum"
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
		s.step(now) // the answer has the brightness that the rules make of p
		return s.display(now), nil
	})
}

// CheckDisplay returns the error that SetDisplay would, and changes nothing. The
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

// Mode returns how the app is chosen.
func (d *Device) Mode(ctx context.Context) (Mode, error) {
	return call(ctx, d, func(s *state) (Mode, error) { return s.settings.Mode, nil })
}

// SetMode changes how the app is chosen.
func (d *Device) SetMode(ctx context.Context, m Mode) (Mode, error) {
	return call(ctx, d, func(s *state) (Mode, error) {
		s.setMode(m, time.Now())
		return m, nil
	})
}

// SoundEnded reports that the track with this Key is over: it can no longer be
// dismissed.
func (d *Device) SoundEnded(ctx context.Context, key string) error {
	return do(ctx, d, func(s *state, _ time.Time) error {
		if s.track.Key == key {
			s.track = sounds.Track{}
		}
		s.trackEnded(key)
		return nil
	})
}

// SetLux takes a reading of the light sensor, in lux. Values that no sensor
// can measure are dropped.
func (d *Device) SetLux(ctx context.Context, lux float64) error {
	if math.IsNaN(lux) || lux < 0 || lux > 1e6 {
		return nil
	}
	return do(ctx, d, func(s *state, now time.Time) error {
		s.light.sample(lux, now)
		s.dark.sample(lux, now)
		s.lightLog.add(LightReading{now, lux, 100 * d.Status().Level})
		s.sensed()
		return nil
	})
}

// SetStream makes w, sent by from, the picture in place of apps and screensaver;
// critical notifications still show over it. nil ends the stream.
func (d *Device) SetStream(ctx context.Context, w render.Widget, from Sender) error {
	return do(ctx, d, func(s *state, now time.Time) error {
		s.setStream(w, from, now)
		return nil
	})
}

// Wake applies the rules now, because the wall clock was set.
func (d *Device) Wake(ctx context.Context) error {
	return do(ctx, d, func(*state, time.Time) error { return nil })
}

// Button is a button of the device, or a key that stands for one.
type Button uint8

const (
	ButtonLeft   Button = iota // previous app
	ButtonRight                // next app
	ButtonAction               // dismiss what is visible
	ButtonVolumeUp
	ButtonVolumeDown
)

var buttonNames = []string{"left", "right", "action", "volume_up", "volume_down"}

func (b Button) String() string { return enum.Name(buttonNames, b) }

// ParseButton is the inverse of String.
func ParseButton(s string) (Button, error) { return enum.Parse[Button](buttonNames, s) }

// MarshalText gives the word of String.
func (b Button) MarshalText() ([]byte, error) { return enum.Marshal(buttonNames, b) }

// UnmarshalText is the inverse of MarshalText.
func (b *Button) UnmarshalText(text []byte) error { return enum.Unmarshal(buttonNames, text, b) }

// volumeStep is the step of the volume buttons.
const volumeStep = 5

// Press performs b: first for the app whose notification is visible, or
// whose widget shows if there is none; then, unless the app handles it, for the device.
func (d *Device) Press(ctx context.Context, b Button) error {
	return do(ctx, d, func(s *state, now time.Time) error { return s.press(b, now) })
}

func (s *state) press(b Button, now time.Time) error {
	if s.taken(b, now) {
		return nil
	}
	switch b {
	case ButtonLeft:
		s.switchApp(-1, now)
	case ButtonRight:
		s.switchApp(1, now)
	case ButtonAction:
		s.dismissVisible(now)
	case ButtonVolumeUp:
		return s.setVolume(s.cfg.Limits.Volume().clamp(s.settings.Volume + volumeStep))
	case ButtonVolumeDown:
		return s.setVolume(s.cfg.Limits.Volume().clamp(s.settings.Volume - volumeStep))
	default:
		return fmt.Errorf("device: no button %d", b)
	}
	return nil
}

// taken reports whether an app handles the press.
func (s *state) taken(b Button, now time.Time) bool {
	pkg, widget := "", ""
	switch {
	case int(b) >= len(buttonNames):
	case s.visible != nil:
		pkg = s.visible.entry.alert.pkg
	case s.settings.On:
		w, _ := s.widget(s.shown)
		pkg, widget = w.Package, w.ID
	}
	r := s.app(pkg)
	if r == nil {
		return false
	}
	p, ok := r.app.(Presser)
	return ok && p.Press(widget, b, now)
}
