package device

import (
	"errors"
	"math"
	"reflect"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/walltime"
)

// display returns the display as the API shows it.
func (s *state) display(now time.Time) Display {
	set, saver := &s.settings, &s.settings.Saver
	on, _ := s.saver(now)
	return Display{
		On: set.On, Brightness: set.Brightness, BrightnessNow: int(math.Round(100 * s.lit())), BrightnessMode: set.BrightnessMode,
		Range: s.cfg.Limits.BrightnessRange, Limit: s.cfg.Limits.BrightnessLimit,
		Width: s.cfg.Width, Height: s.cfg.Height, Type: s.cfg.PanelType,
		Screensaver: Screensaver{
			Enabled: saver.Enabled, Active: on, WhenDark: saver.WhenDark, Widget: s.saverWidget().ID, Brightness: saver.Brightness,
			TimeBased: TimeWindow{
				Enabled: saver.TimeBased, Start: saver.Start, End: saver.End,
				StartGMT: s.place.ToGMT(saver.Start, now), EndGMT: s.place.ToGMT(saver.End, now),
			},
		},
	}
}

// setDisplay applies p to the settings, unless something is wrong with it.
func (s *state) setDisplay(p DisplayPatch, now time.Time) error {
	next, err := s.displayed(p, now)
	if err != nil {
		return err
	}
	s.settings, s.changed = next, s.changed || !reflect.DeepEqual(next, s.settings)
	return nil
}

// displayed returns a copy of the settings with p applied, or what is wrong with p.
func (s *state) displayed(p DisplayPatch, now time.Time) (next Settings, err error) {
	next = s.settings
	errs := []error{s.setBrightness("brightness", &next.Brightness, p.Brightness)}
	if p.On != nil {
		next.On = *p.On
	}
	if p.BrightnessMode != nil {
		next.BrightnessMode = *p.BrightnessMode
	}
	if p.Screensaver != nil {
		errs = append(errs,
			s.setBrightness("screensaver.brightness", &next.Saver.Brightness, p.Screensaver.Brightness),
			s.setSaver(&next.Saver, p.Screensaver, now))
	}
	return next, errors.Join(errs...)
}

func (s *state) setBrightness(field string, to, v *int) error {
	if v == nil {
		return nil
	}
	if r := s.cfg.Limits.Brightness(); *v < r.Min || *v > r.Max {
		return note.Outside(field, *v, r.Min, r.Max)
	}
	*to = *v
	return nil
}

func (s *state) setSaver(next *SaverSettings, p *ScreensaverPatch, now time.Time) error {
	if p.Widget != nil {
		if _, err := s.find("", *p.Widget); err != nil || *p.Widget == "" {
			return note.Invalid("screensaver.widget", "there is no widget %q", cut(*p.Widget))
		}
		next.Widget = *p.Widget
	}
	if p.Enabled != nil {
		next.Enabled = *p.Enabled
	}
	switch p = p.named(next); {
	case p.Mode != nil: // the other fields are about that mode alone
		s.setSaverMode(next, p, now)
	case p.Enabled != nil && *p.Enabled && !next.TimeBased && !next.WhenDark:
		next.enable(next.Last)
	}
	return nil
}

// named returns p with the mode that its parameters belong to, if it does not name it:
// times are those of TimeBased, and a switch alone is that of the mode that is on, else
// of the last one used.
func (p *ScreensaverPatch) named(now *SaverSettings) *ScreensaverPatch {
	mode := now.Last
	switch {
	case p.Mode != nil || p.ModeEnabled == nil && p.Start == nil && p.End == nil:
		return p
	case p.Start != nil || p.End != nil || now.TimeBased:
		mode = TimeBased
	case now.WhenDark:
		mode = WhenDark
	}
	out := *p
	out.Mode = &mode
	return &out
}

// setSaverMode switches p.Mode: enabling one mode disables the other. Switching on the
// master switch while naming a mode switches that mode on too, unless p switches the
// mode off.
func (s *state) setSaverMode(next *SaverSettings, p *ScreensaverPatch, now time.Time) {
	on := p.ModeEnabled
	if on == nil && p.Enabled != nil && *p.Enabled {
		on = p.Enabled
	}
	switch {
	case on == nil: // its times only
	case *on:
		next.enable(*p.Mode)
	case *p.Mode == TimeBased:
		next.TimeBased = false
	default:
		next.WhenDark = false
	}
	if p.Start != nil {
		next.Start = s.place.FromGMT(*p.Start, now)
	}
	if p.End != nil {
		next.End = s.place.FromGMT(*p.End, now)
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
	if r := s.cfg.Limits.Volume(); v < r.Min || v > r.Max {
		return note.Outside("volume", v, r.Min, r.Max)
	}
	s.changed = s.changed || s.settings.Volume != v
	s.settings.Volume = v
	return nil
}

// saver reports whether the screensaver is on at now, and when that may change.
func (s *state) saver(now time.Time) (on bool, until time.Time) {
	set := &s.settings.Saver
	if !set.Enabled {
		return false, time.Time{}
	}
	if set.TimeBased && s.place.Clock.Plausible(now) {
		on = s.place.In(Window{Start: set.Start, End: set.End}, now)
		until = s.place.Next(now, set.Start, set.End)
	}
	if set.WhenDark {
		dark, change := s.dark.now(now)
		on = on || dark
		until = walltime.Sooner(until, change)
	}
	return on, until
}
