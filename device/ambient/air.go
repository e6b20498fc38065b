// SPDX-License-Identifier: Apache-2.0

package ambient

import "math"

// Climate is the air in the room, as measured by a sensor. The zero value is
// unknown.
type Climate struct {
	Temperature Measured // °C, to a tenth
	Humidity    Measured // relative, whole percent
	CO2         Measured // carbon dioxide, ppm, to ten
}

// Measured is a quantity that may be unknown. The zero value is unknown.
type Measured struct {
	Value float64
	Known bool
}

// Pointer returns the value, or nil while it is unknown, so that JSON omits it.
func (m Measured) Pointer() *float64 {
	if !m.Known {
		return nil
	}
	return &m.Value
}

// Sensed has the measurements of the device's sensors.
type Sensed struct {
	Climate
	Lux Measured
}

// Rounded returns c rounded to the precision of a room sensor. possible is false for
// values that no room has.
func (c Climate) Rounded() (r Climate, possible bool) {
	// What such sensors are good for: finer steps would be noise, each a change to publish.
	r = Climate{Temperature: c.Temperature.rounded(0.1), Humidity: c.Humidity.rounded(1), CO2: c.CO2.rounded(10)}
	t, h, p := r.Temperature, r.Humidity, r.CO2
	return r, !(t.Known && math.Abs(t.Value) > 100) && !(h.Known && (h.Value < 0 || h.Value > 100)) &&
		!(p.Known && (p.Value < 0 || p.Value > 100_000))
}

// rounded returns m rounded to whole steps; a value that is not a number is unknown.
func (m Measured) rounded(step float64) Measured {
	v := math.Round(m.Value/step) / (1 / step)
	if !m.Known || v-v != 0 {
		return Measured{}
	}
	return Measured{v, true}
}
