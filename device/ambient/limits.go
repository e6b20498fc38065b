// SPDX-License-Identifier: Apache-2.0

package ambient

// Limits bound the settings (docs/decisions.md 5, limits).
type Limits struct {
	BrightnessRange Range `toml:"brightness_range"`
	BrightnessLimit Range `toml:"brightness_limit"`
	VolumeRange     Range `toml:"volume_range"`
	VolumeLimit     Range `toml:"volume_limit"`
}

// DefaultLimits are the limits of docs/decisions.md 5.
var DefaultLimits = Limits{
	BrightnessRange: Range{0, 100}, BrightnessLimit: Range{2, 100},
	VolumeRange: Range{0, 100}, VolumeLimit: Range{0, 100},
}

// Brightness returns the allowed settings. A value below the limit's minimum is kept,
// and shown at the minimum.
func (l *Limits) Brightness() Range {
	return Range{l.BrightnessRange.Min, min(l.BrightnessRange.Max, l.BrightnessLimit.Max)}
}

// Volume returns the allowed settings.
func (l *Limits) Volume() Range {
	return Range{max(l.VolumeRange.Min, l.VolumeLimit.Min), min(l.VolumeRange.Max, l.VolumeLimit.Max)}
}

// Range is an inclusive range of percentages.
type Range struct {
	Min int `json:"min" toml:"min"`
	Max int `json:"max" toml:"max"`
}

// Clamp returns the value in r that is nearest to v.
func (r Range) Clamp(v int) int { return max(r.Min, min(v, r.Max)) }
