package device

import (
	"context"
	"math"
	"time"
)

// Climate is the air in the room, as measured by a sensor. The zero value is
// unknown.
type Climate struct {
	Temperature Measured // °C, to a tenth
	Humidity    Measured // relative, whole percent
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

// Sensed is what the device's sensors measure.
type Sensed struct {
	Climate
	Lux Measured
}

// Senser is an App that shows what the device's sensors measure: Sense is called
// after each reading.
type Senser interface{ Sense(Sensed) }

// SetClimate takes a reading of the air, rounded to the precision of a room sensor;
// the zero Climate means that nothing is measured any more. Values impossible in a
// room are dropped.
func (d *Device) SetClimate(ctx context.Context, c Climate) error {
	c.Temperature = c.Temperature.rounded(0.1)
	c.Humidity = c.Humidity.rounded(1)
	if t := c.Temperature; t.Known && math.Abs(t.Value) > 100 {
		return nil
	}
	if h := c.Humidity; h.Known && (h.Value < 0 || h.Value > 100) {
		return nil
	}
	return do(ctx, d, func(s *state, _ time.Time) error {
		s.climate = c
		s.sensed()
		return nil
	})
}

// rounded returns m rounded to whole steps; a value that is not a number is unknown.
func (m Measured) rounded(step float64) Measured {
	v := math.Round(m.Value/step) / (1 / step)
	if !m.Known || v-v != 0 {
		return Measured{}
	}
	return Measured{v, true}
}

// sensed passes the measurements to the apps.
func (s *state) sensed() {
	now := Sensed{s.climate, Measured{s.light.raw, s.light.known}}
	for _, r := range s.apps {
		if app, ok := r.app.(Senser); ok {
			app.Sense(now)
		}
	}
}
