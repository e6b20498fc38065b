// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/hw/light"
	"github.com/ledpost/ledpost/hw/sense"
	"github.com/ledpost/ledpost/hw/source"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/table"
)

// LightConfig is the [light] table: the name of what measures the light, and the
// keys of that sensor beside it. It is checked once, when it is made. The zero
// value measures nothing.
type LightConfig struct{ sensorConfig[light.Sensor] }

// NewLightConfig returns the table with the named source, empty or "none" for nothing.
// keys are the source's, such as a *light.BH1750Config for "bh1750"; nil for its
// defaults. They must not be changed afterwards. Check returns the faults of them.
func NewLightConfig(name string, keys source.Driver[light.Sensor]) LightConfig {
	return LightConfig{newSensorConfig(lights(), name, keys)}
}

// OpenLight opens the light sensor. Without one it returns nil and no error.
func OpenLight(c LightConfig) (light.Sensor, error) { return c.open() }

// SenseConfig is LightConfig for the [sense] table, of what measures the air.
type SenseConfig struct{ sensorConfig[sense.Sensor] }

// NewSenseConfig is NewLightConfig for what measures the air.
func NewSenseConfig(name string, keys source.Driver[sense.Sensor]) SenseConfig {
	return SenseConfig{newSensorConfig(airs(), name, keys)}
}

// Common returns the keys that all sensors of the air have.
func (c SenseConfig) Common() sense.Config {
	if k, ok := c.keys.(interface{ Common() sense.Config }); ok {
		return k.Common()
	}
	return sense.Config{}
}

// OpenSense opens the sensor of the air. Without one it returns nil and no error.
func OpenSense(c SenseConfig) (sense.Sensor, error) { return c.open() }

// sensorConfig is a table in which the key source decides what other keys it has.
type sensorConfig[S any] struct {
	name  string
	keys  source.Driver[S] // nil for no sensor
	plan  source.Plan[S]   // made of them
	fault error            // the faults of the table: then there is no plan
}

func newSensorConfig[S any](from sources[S], name string, keys source.Driver[S]) sensorConfig[S] {
	c := sensorConfig[S]{name: name, keys: keys}
	if c.fault = c.find(from); c.fault == nil {
		c.fault = c.check()
	}
	return c
}

// Source returns the sensor's name; empty or "none" for no sensor.
func (c sensorConfig[S]) Source() string { return c.name }

// Chosen reports whether a sensor is named.
func (c sensorConfig[S]) Chosen() bool { return c.name != "" && c.name != "none" }

// Check returns the faults of the table, without touching hardware.
func (c sensorConfig[S]) Check() error { return c.fault }

// Spec returns what the sensor is and wants, zero without a sensor and for a table
// that is wrong.
func (c sensorConfig[S]) Spec() source.Spec { return c.plan.Spec }

// open opens the sensor; without one it returns the zero S.
func (c sensorConfig[S]) open() (s S, err error) {
	if err = c.fault; err == nil && c.plan.Open != nil {
		s, err = c.plan.Open()
	}
	if err != nil {
		return s, fmt.Errorf("hw: %w", err)
	}
	return s, nil
}

// find gives the sensor that is named its keys, if it has none.
func (c *sensorConfig[S]) find(from sources[S]) error {
	if !c.Chosen() || c.keys != nil {
		return nil
	}
	if c.keys = from.driver(c.name); c.keys != nil {
		return nil
	}
	names := from.names()
	last := len(names) - 1
	return keyerr.New("source", "unknown source %q, want none, %s or %s%s",
		c.name, strings.Join(names[:last], ", "), names[last], from.hint(c.name))
}

// check makes the plan of the keys.
func (c *sensorConfig[S]) check() error {
	if c.keys == nil {
		return nil
	}
	plan, err := c.keys.Plan()
	if err == nil {
		c.plan = plan
	}
	return err
}

// read reads the table by the keys of its source, and checks them. A key that this
// source does not have is an error, even if another source has it.
func (c *sensorConfig[S]) read(from sources[S], meta *toml.MetaData, raw toml.Primitive) {
	*c = sensorConfig[S]{}
	if c.fault = c.readKeys(from, meta, raw); c.fault == nil {
		c.fault = c.check()
	}
}

func (c *sensorConfig[S]) readKeys(from sources[S], meta *toml.MetaData, raw toml.Primitive) error {
	t, err := table.Read(meta, raw)
	if err != nil {
		return err
	}
	if c.name, err = t.Take(meta, "source"); err != nil {
		return err
	}
	if err = c.find(from); err != nil {
		return err
	}
	into := any(&struct{}{})
	if c.keys != nil {
		into = c.keys
	}
	return decodeKeys(t, meta, fmt.Sprintf("source %q", c.name), into)
}
