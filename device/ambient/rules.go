// SPDX-License-Identifier: Apache-2.0

// Package ambient decides what follows from the surroundings: how bright the panel is by
// the light in the room, whether the screensaver is on because of the dark or the time, and
// whether the hours are quiet; one switch, the night, joins the last two. It knows neither
// pictures nor clients.
package ambient

import (
	"time"

	"github.com/ledpost/ledpost/device/walltime"
)

// Config is fixed for a run.
type Config struct {
	Light Light
	Quiet Quiet // until a client sets quiet hours
	// Absence is for how long nobody is there before everybody has left; 0 = nothing tells
	// who is there.
	Absence time.Duration
	Limits  Limits
	Place   walltime.Place
}

// Settings are the part that clients set.
type Settings struct {
	Brightness     int // percent, 0 to 100
	BrightnessMode BrightnessMode
	BrightnessBias int // percent, in Bias, by which the panel is brighter than the curve; 0 = as the curve
	Saver          SaverSettings
	Night          NightSettings  // zero = nobody has set a night
	Quiet          *QuietSettings // nil = nobody has set them; never modified in place
}

// Now has the values of one moment.
type Now struct {
	Saver bool // the screensaver is on
	Night bool // it is on because it is night
	Quiet bool // the hours are quiet
	Away  bool // everybody has left
	Far   bool // the reader of the panel is far away
}

// Rules are the settings, the readings of the light sensor, and what follows from both and
// the time. Use New.
type Rules struct {
	Settings
	Log  Log       // the readings of a day
	Here *Position // where the device stands; nil = unknown. Never modified in place

	light      lightRule
	dark       darkRule
	presence   presenceRule
	distance   distanceRule
	limits     Limits
	configured Quiet
	place      walltime.Place
}

// New returns the rules before any reading. Settings are brought within the limits, which
// may have been lowered since they were set.
func New(cfg Config, set Settings) Rules {
	set.Brightness = cfg.Limits.Brightness().Clamp(set.Brightness)
	set.Saver.Brightness = cfg.Limits.Brightness().Clamp(set.Saver.Brightness)
	if set.Night.Color.Set { // else nobody has set a night, and the zero value stays
		set.Night.Brightness = cfg.Limits.Brightness().Clamp(set.Night.Brightness)
	}
	return Rules{
		Settings: set, light: newLightRule(cfg.Light), dark: newDarkRule(cfg.Light),
		presence: presenceRule{after: cfg.Absence},
		limits:   cfg.Limits, configured: cfg.Quiet, place: cfg.Place,
	}
}

// Step returns what holds at now, and when that may change by itself; zero is never. It is
// idempotent.
func (r *Rules) Step(now time.Time) (is Now, wake time.Time) {
	is.Saver, wake = r.saverStep(now)
	is.Night = is.Saver && r.Night.When != NightOff
	quiet, change := r.quietStep(now)
	is.Quiet = quiet
	away, left := r.presence.now(now)
	is.Away = away
	far, nearer := r.distance.now(now)
	is.Far = far
	return is, walltime.Sooner(walltime.Sooner(walltime.Sooner(wake, change), left), nearer)
}

// Sample takes a reading of the light, in lux, which is within the range of a sensor.
func (r *Rules) Sample(lux float64, now time.Time) {
	r.light.sample(lux, now)
	r.dark.sample(lux, now)
}

// Lux returns the last reading of the light.
func (r *Rules) Lux() Measured { return Measured{r.light.raw, r.light.known} }

// Lighting returns the curve, shifted by the bias, and the readings of the day before now. The
// slices are the caller's.
func (r *Rules) Lighting(now time.Time) Lighting {
	curve := append([]LightPoint(nil), r.light.curve...)
	for i := range curve {
		curve[i].Level = min(r.biased(curve[i].Level), 100)
	}
	return Lighting{Curve: curve, Dark: r.dark.below, Past: r.Log.since(now.Add(-24 * time.Hour))}
}

// Level returns the brightness that is set, or that follows the light sensor, within
// the limits, 0 to 1.
func (r *Rules) Level() float64 {
	if r.BrightnessMode == AutoBrightness {
		return r.limited(max(r.biased(r.light.level()), 1)) // 0, which is dark, is for people to set
	}
	return r.Percent(r.Brightness)
}

// Curve returns the brightness that the curve gives in the light of now, 0 to 100: without the
// bias and the limits.
func (r *Rules) Curve() float64 { return r.light.level() }

// Bias is the range of Settings.BrightnessBias: a hundredth of the curve is dark everywhere, and
// ten times the curve makes the least light of a bedroom a fair one. It never changes.
var Bias = Range{-99, 900}

// biased shifts a level of the curve by the bias: in proportion, so that who wants less by day
// is not left in the dark at night.
func (r *Rules) biased(level float64) float64 { return level * float64(100+r.BrightnessBias) / 100 }

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

// presenceRule decides whether everybody has left. The zero value has no sensor.
type presenceRule struct {
	after  time.Duration // 0 = no sensor
	known  bool          // it has told something
	here   bool          // what it told last
	before time.Time     // until then somebody was there for sure
}

// sample takes what the sensor tells.
func (p *presenceRule) sample(here bool, now time.Time) {
	if !p.known || p.here || here { // an empty room at the start may have been left just now
		p.before = now
	}
	p.known, p.here = true, here
}

// now reports whether everybody has left, and when that changes if the sensor tells
// nothing more.
func (p *presenceRule) now(now time.Time) (away bool, change time.Time) {
	if p.after == 0 || !p.known || p.here {
		return false, time.Time{}
	}
	if left := p.before.Add(p.after); left.After(now) { // people sit still, and are not seen for minutes
		return false, left
	}
	return true, time.Time{}
}

// Presence takes whether a sensor sees somebody.
func (r *Rules) Presence(here bool, now time.Time) { r.presence.sample(here, now) }

// Seen notes that somebody was at the device, as by a press of its buttons.
func (r *Rules) Seen(now time.Time) {
	r.presence.before = now
	r.distance.touch(now)
}

// Sees returns what the sensor told last, and whether it has told anything.
func (r *Rules) Sees() (here, known bool) {
	return r.presence.here, r.presence.known && r.presence.after != 0
}
