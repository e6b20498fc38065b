package device

import (
	"errors"
	"reflect"
	"time"
)

// display is what the API calls the display.
func (s *state) display(now time.Time) Display {
	set, saver := &s.settings, &s.settings.Saver
	on, _ := s.saver(now)
	return Display{
		On: set.On, Brightness: set.Brightness, BrightnessMode: set.BrightnessMode,
		Range: s.cfg.Limits.BrightnessRange, Limit: s.cfg.Limits.BrightnessLimit,
		Width: s.cfg.Width, Height: s.cfg.Height, Type: s.cfg.PanelType,
		Screensaver: Screensaver{
			Enabled: saver.Enabled, Active: on, WhenDark: saver.WhenDark, Widget: s.saverWidget().ID,
			TimeBased: TimeWindow{
				Enabled: saver.TimeBased, Start: saver.Start, End: saver.End,
				StartGMT: s.toGMT(saver.Start, now), EndGMT: s.toGMT(saver.End, now),
			},
		},
	}
}

// setDisplay takes over what p makes of the settings, if nothing is wrong.
func (s *state) setDisplay(p DisplayPatch, now time.Time) error {
	next, err := s.displayed(p, now)
	if err != nil {
		return err
	}
	s.settings, s.changed = next, s.changed || !reflect.DeepEqual(next, s.settings)
	return nil
}

// displayed is a copy of the settings with p applied, or what is wrong with it.
func (s *state) displayed(p DisplayPatch, now time.Time) (next Settings, err error) {
	next = s.settings
	errs := []error{s.setBrightness(&next, p.Brightness)}
	if p.On != nil {
		next.On = *p.On
	}
	if p.BrightnessMode != nil {
		next.BrightnessMode = *p.BrightnessMode
	}
	if p.Screensaver != nil {
		errs = append(errs, s.setSaver(&next.Saver, p.Screensaver, now))
	}
	return next, errors.Join(errs...)
}

func (s *state) setBrightness(next *Settings, v *int) error {
	if v == nil {
		return nil
	}
	r, limit := s.cfg.Limits.BrightnessRange, s.cfg.Limits.BrightnessLimit
	if top := min(r.Max, limit.Max); *v < max(r.Min, 0) || *v > top {
		return invalid("brightness", "%d, want %d to %d", *v, r.Min, top)
	}
	next.Brightness = *v
	return nil
}

func (s *state) setSaver(next *SaverSettings, p *ScreensaverPatch, now time.Time) error {
	if p.Widget != nil {
		if _, err := s.find("", *p.Widget); err != nil || *p.Widget == "" {
			return invalid("screensaver.widget", "there is no widget %q", cut(*p.Widget))
		}
		next.Widget = *p.Widget
	}
	if p.Mode == nil && (p.ModeEnabled != nil || p.Start != nil || p.End != nil) {
		return invalid("screensaver.mode", "is missing: mode_params are those of a mode")
	}
	if p.Mode != nil {
		s.setSaverMode(next, p, now)
	}
	if p.Enabled == nil {
		return nil
	}
	next.Enabled = *p.Enabled
	if next.Enabled && !next.TimeBased && !next.WhenDark {
		next.enable(next.Last)
	}
	return nil
}

// setSaverMode switches p.Mode: enabling one disables the other.
func (s *state) setSaverMode(next *SaverSettings, p *ScreensaverPatch, now time.Time) {
	if p.ModeEnabled != nil {
		switch {
		case *p.ModeEnabled:
			next.enable(*p.Mode)
		case *p.Mode == TimeBased:
			next.TimeBased = false
		default:
			next.WhenDark = false
		}
	}
	if p.Start != nil {
		next.Start = s.toLocal(*p.Start, now)
	}
	if p.End != nil {
		next.End = s.toLocal(*p.End, now)
	}
}

func (n *SaverSettings) enable(m SaverMode) {
	n.TimeBased, n.WhenDark, n.Last = m == TimeBased, m == WhenDark, m
}

func (s *state) audio() Audio {
	return Audio{
		Available: s.cfg.Audio != nil && s.cfg.Audio(),
		Volume:    s.settings.Volume, Range: s.cfg.Limits.VolumeRange, Limit: s.cfg.Limits.VolumeLimit,
	}
}

func (s *state) setVolume(v int) error {
	r, limit := s.cfg.Limits.VolumeRange, s.cfg.Limits.VolumeLimit
	low, top := max(r.Min, limit.Min), min(r.Max, limit.Max)
	if v < low || v > top {
		return invalid("volume", "%d, want %d to %d", v, low, top)
	}
	s.changed = s.changed || s.settings.Volume != v
	s.settings.Volume = v
	return nil
}
