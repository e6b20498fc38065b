// SPDX-License-Identifier: Apache-2.0

package ambient

// Level returns the brightness that is set, or that follows the light sensor, within
// the limits, 0 to 1.
func (r *Rules) Level() float64 {
	if r.BrightnessMode == AutoBrightness {
		return r.limited(max(r.light.level(), 1)) // 0, which is dark, is for people to set
	}
	return r.Percent(r.Brightness)
}

// Percent returns the brightness of a setting, 0 to 1: 0 is dark, and other values
// lie within the limits.
func (r *Rules) Percent(set int) float64 {
	if set == 0 {
		return 0
	}
	return r.limited(float64(set))
}

// Least returns the lowest brightness, 0 to 1, of what must be seen: never 0.
func (r *Rules) Least() float64 { return float64(max(r.limits.BrightnessLimit.Min, 1)) / 100 }

// Most returns the highest brightness, 0 to 1.
func (r *Rules) Most() float64 { return float64(r.limits.BrightnessLimit.Max) / 100 }

// limited returns a percentage within the limits, as 0 to 1.
func (r *Rules) limited(percent float64) float64 {
	limit := r.limits.BrightnessLimit
	return min(max(percent, float64(limit.Min)), float64(limit.Max)) / 100
}
