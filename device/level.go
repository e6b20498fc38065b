package device

import "github.com/ledpost/ledpost/device/note"

// lit is the brightness of the scene, 0 to 1: the level, which an app may raise,
// but that a display which is off is dark, and that a critical notification wakes
// it, also one that is set to dark.
func (s *state) lit() float64 {
	limit := s.cfg.Limits.BrightnessLimit
	level := max(s.level(), min(s.appLevel(), float64(limit.Max)/100))
	switch v := s.visible; {
	case v == nil && s.prompt != nil:
		return max(s.level(), float64(max(limit.Min, 1))/100)
	case v == nil && !s.settings.On:
		return 0
	case v != nil && v.entry.Priority == note.PriorityCritical:
		return max(level, float64(max(limit.Min, 1))/100)
	}
	return level
}

// level is the brightness that is set, or that the light sensor makes, within
// the limits, 0 to 1.
func (s *state) level() float64 {
	set := float64(s.settings.Brightness)
	if s.settings.BrightnessMode == AutoBrightness {
		set = max(s.light.level(), 1)
	} else if s.settings.Brightness == 0 {
		return 0
	}
	limit := s.cfg.Limits.BrightnessLimit
	return min(max(set, float64(limit.Min)), float64(limit.Max)) / 100
}
