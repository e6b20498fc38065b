package device

import "github.com/ledpost/ledpost/device/note"

// lit returns the brightness of the scene, 0 to 1. It is the level, or the
// screensaver's while that shows, and an app may raise it. A display that is off is
// dark, but a critical notification wakes it, even one whose brightness is set to 0.
func (s *state) lit() float64 {
	limit := s.cfg.Limits.BrightnessLimit
	level := s.level()
	if k := s.showingNow().Kind; s.saverOn && (k == ScreensaverShows || k == WidgetShows) { // also over a light that rises in it
		level = min(level, s.percent(s.settings.Saver.Brightness))
	}
	if b := s.settings.Mood.Brightness; b != 0 && s.showingNow().Kind == MoodShows {
		level = s.percent(b)
	}
	level = max(level, min(s.appLevel(), float64(limit.Max)/100))
	switch v := s.visible; {
	case s.test != nil, v == nil && (s.prompt != nil || s.guided()):
		return max(s.level(), float64(max(limit.Min, 1))/100)
	case v == nil && !s.settings.On:
		return 0
	case v != nil && v.entry.Priority == note.PriorityCritical:
		return max(level, float64(max(limit.Min, 1))/100)
	}
	return level
}

// level returns the brightness that is set, or that follows the light sensor, within
// the limits, 0 to 1.
func (s *state) level() float64 {
	if s.settings.BrightnessMode == AutoBrightness {
		return s.limited(max(s.light.level(), 1))
	}
	return s.percent(s.settings.Brightness)
}

// percent returns the brightness of a setting, 0 to 1: 0 is dark, and other values
// lie within the limits.
func (s *state) percent(set int) float64 {
	if set == 0 {
		return 0
	}
	return s.limited(float64(set))
}

// limited returns a percentage within the limits, as 0 to 1.
func (s *state) limited(percent float64) float64 {
	limit := s.cfg.Limits.BrightnessLimit
	return min(max(percent, float64(limit.Min)), float64(limit.Max)) / 100
}
