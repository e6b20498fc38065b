// SPDX-License-Identifier: Apache-2.0

// Package sense measures the air in the room: how warm it is, and how humid, by
// sensors on I²C and by the kernel's sensors. It decides nothing.
package sense

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/ledpost/ledpost/hw/sample"
)

// Value is a quantity. The zero value is not measured.
type Value struct {
	Is    float64
	Known bool
}

func known(v float64) Value { return Value{v, true} }

// Reading has the values that a sensor measured at once.
type Reading struct {
	Temperature Value // °C
	Humidity    Value // relative, percent
	CO2         Value // carbon dioxide, ppm
}

// A Sensor measures. One goroutine at a time may use it.
type Sensor interface {
	// Read measures. It takes as long as the sensor does, at most about seven seconds,
	// and ends early with ctx.
	Read(ctx context.Context) (Reading, error)
	// Close releases what the sensor hangs on.
	Close() error
}

// Config is common to all sensors. The zero value changes nothing.
type Config struct {
	// Offset is added to the temperature, °C: beside LEDs and a Pi it is warmer
	// than in the room.
	Offset float64 `toml:"offset"`
}

// Check returns the faults of the keys.
func (c Config) Check() error {
	if !(c.Offset >= -40 && c.Offset <= 40) {
		return fmt.Errorf("sense: offset is %v, want -40 to 40", c.Offset)
	}
	return nil
}

// Common returns c, of a sensor whose configuration has it embedded.
func (c Config) Common() Config { return c }

// corrected is r with the offset. The air that is warmer at the sensor holds as
// much water there as in the room, so that the relative humidity follows (Magnus
// formula, WMO-No. 8, annex 4.B: over water).
func (c Config) corrected(r Reading) Reading {
	if c.Offset == 0 || !r.Temperature.Known {
		return r
	}
	room := r.Temperature.Is + c.Offset
	if r.Humidity.Known {
		r.Humidity.Is = min(r.Humidity.Is*saturation(r.Temperature.Is)/saturation(room), 100)
	}
	r.Temperature.Is = room
	return r
}

// saturation is the pressure of saturated vapour, hPa.
func saturation(celsius float64) float64 { return 6.112 * math.Exp(17.62*celsius/(243.12+celsius)) }

// mostCO2 is the most that sensors of rooms tell, ppm (SCD4x datasheet, table 1).
const mostCO2 = 40_000

// believable refuses what no room has: sensors that are not wired well say -45 or
// 130 °C.
func believable(r Reading) (Reading, error) {
	t, h, c := r.Temperature, r.Humidity, r.CO2
	beyond := t.Known && !(t.Is > -40 && t.Is < 85) || h.Known && !(h.Is >= 0 && h.Is <= 100) ||
		c.Known && !(c.Is > 0 && c.Is <= mostCO2)
	if beyond || !t.Known && !h.Known && !c.Known {
		if c.Known {
			return Reading{}, fmt.Errorf("sense: a reading of %v °C, %v %% and %v ppm", t.Is, h.Is, c.Is)
		}
		return Reading{}, fmt.Errorf("sense: a reading of %v °C and %v %%", t.Is, h.Is)
	}
	return r, nil
}

// A Loop reads a sensor for as long as the device runs, and opens it again when it
// has failed.
type Loop struct {
	// Open opens the sensor.
	Open func() (Sensor, error)
	// Config corrects what it reads.
	Config Config
	// Yield takes a reading.
	Yield func(Reading)
	// Fault, if not nil, gets an error once when the sensor stops working, and nil
	// once when it works again.
	Fault func(error)
}

const (
	interval = 10 * time.Second // between readings: air changes slowly, and a sensor that rests stays cool
	retry    = 10 * time.Second // before a sensor that failed is opened again
)

// Run reads until ctx ends; it returns nil then.
func (l Loop) Run(ctx context.Context) error {
	return sample.Loop[Sensor, Reading]{
		Open: l.Open, Yield: l.Yield, Fault: l.Fault, Interval: interval, Retry: retry,
		Read: func(ctx context.Context, s Sensor) (Reading, error) { return l.Config.read(ctx, s) },
	}.Run(ctx)
}

// read reads a sensor once.
func (c Config) read(ctx context.Context, s Sensor) (Reading, error) {
	r, err := s.Read(ctx)
	if err == nil {
		r, err = believable(r)
	}
	return c.corrected(r), err
}

// Once opens a sensor, reads it and closes it: for the doctor.
func Once(ctx context.Context, open func() (Sensor, error), cfg Config) (r Reading, name string, err error) {
	s, err := open()
	if err != nil {
		return r, "", err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	r, err = cfg.read(ctx, s)
	return r, fmt.Sprint(s), err
}
