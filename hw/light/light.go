// SPDX-License-Identifier: Apache-2.0

// Package light measures the light in the room: by sensors on I²C, by the
// kernel's sensors, by the sun or the clock. It yields lux and decides
// nothing; how brightness follows is the device's business.
package light

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"github.com/ledpost/ledpost/hw/sample"
	"github.com/ledpost/ledpost/hw/source"
)

// A Sensor measures the light in the room. One goroutine at a time may use it.
type Sensor interface {
	// Lux measures. The reading is finite and not negative. It takes as long as
	// the sensor does, at most about a second, and ends early with ctx.
	Lux(ctx context.Context) (float64, error)
	// Close releases what the sensor hangs on.
	Close() error
}

// most is the largest reading that is believed: direct sunlight has 100,000 lx.
const most = 200_000

// believable refuses readings that no room has.
func believable(lux float64) (float64, error) {
	if math.IsNaN(lux) || lux < 0 || lux > most {
		return 0, fmt.Errorf("light: a reading of %v lx", lux)
	}
	return lux, nil
}

// ConstantConfig is a light that does not change.
type ConstantConfig struct {
	// Lux that is always read; 0 is 300, a lit room.
	Lux float64 `toml:"lux"`
}

// Check returns the faults of the keys.
func (c ConstantConfig) Check() error {
	if _, err := believable(c.Lux); err != nil {
		return fmt.Errorf("light: lux is %v, want 0 to %d", c.Lux, most)
	}
	return nil
}

// Constant is a light that does not change.
type Constant float64

// NewConstant is the sensor of cfg.
func NewConstant(cfg ConstantConfig) (Constant, error) {
	cfg.Lux = cmp.Or(cfg.Lux, litRoom)
	return Constant(cfg.Lux), cfg.Check()
}

// Plan implements source.Driver.
func (c ConstantConfig) Plan() (source.Plan[Sensor], error) {
	s, err := NewConstant(c)
	return source.Plan[Sensor]{Open: func() (Sensor, error) { return s, nil }}, err
}

// litRoom and darkRoom are typical of a home by day and by night, in lux.
const (
	litRoom  = 300
	darkRoom = 1
)

// Lux implements Sensor.
func (c Constant) Lux(context.Context) (float64, error) { return float64(c), nil }

// Close implements Sensor.
func (Constant) Close() error { return nil }

func (c Constant) String() string { return "constant light" }

// A Loop reads a sensor for as long as the device runs, and opens it again
// when it has failed.
type Loop struct {
	// Open opens the sensor.
	Open func() (Sensor, error)
	// Yield takes a reading.
	Yield func(lux float64)
	// Fault, if not nil, is called once when the sensor does not work, and with
	// nil once that it works again.
	Fault func(error)
}

const (
	interval = 250 * time.Millisecond // between readings
	retry    = 5 * time.Second        // before a sensor that failed is opened again
)

// Run reads until ctx ends; it returns nil then.
func (l Loop) Run(ctx context.Context) error {
	return sample.Loop[Sensor, float64]{
		Open: l.Open, Yield: l.Yield, Fault: l.Fault, Interval: interval, Retry: retry,
		Read: func(ctx context.Context, s Sensor) (float64, error) {
			lux, err := s.Lux(ctx)
			if err != nil {
				return 0, err
			}
			return believable(lux)
		},
	}.Run(ctx)
}
