// SPDX-License-Identifier: Apache-2.0

package light

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/i2c"

	"github.com/ledpost/ledpost/hw/source"
	"github.com/ledpost/ledpost/internal/pause"
)

// JSA1127Config describes a JSA1127 on I²C, as in a LaMetric Time. The zero value is at 0x29 of
// I2C1.
type JSA1127Config struct {
	// Port is the I²C bus; empty is I2C1.
	Port string `toml:"port"`
	// Address is 0x29, 0x39 or 0x44; 0 is 0x29.
	Address int `toml:"address"`
	// Factor by which readings are multiplied, for a sensor behind a dark cover;
	// 0 is 1.
	Factor float64 `toml:"factor"`
}

// jsa1127Addresses are those that the chip's pin chooses from.
var jsa1127Addresses = []int{0x29, 0x39, 0x44}

// Check returns the faults of the keys.
func (c JSA1127Config) Check() error {
	if err := source.CheckAddress("light", cmp.Or(c.Address, jsa1127Addresses[0]), jsa1127Addresses); err != nil {
		return err
	}
	return checkFactor(cmp.Or(c.Factor, 1))
}

// Plan implements source.Driver.
func (c JSA1127Config) Plan() (source.Plan[Sensor], error) {
	return source.Chip[Sensor]{
		Title: "JSA1127", Package: "light", Addresses: jsa1127Addresses, Port: c.Port, Address: c.Address,
		Open:  func(b i2c.BusCloser) (Sensor, error) { return NewJSA1127(b, c) },
		Fault: c.Check(),
	}.Plan()
}

// The commands of one measurement.
const (
	jsaOnce  = 0x04 // wakes, for a measurement as long as the program says
	jsaBegin = 0x08
	jsaEnd   = 0x30
	jsaSleep = 0x8C
)

const (
	jsaWakes     = 10 * time.Millisecond
	jsaMeasures  = 200 * time.Millisecond
	jsaValid     = 1 << 15      // bit of a valid value
	jsaCounts    = jsaValid - 1 // the rest of it
	jsaReads     = 3            // attempts until a value is valid
	jsaCountsLux = 6.0          // counts a lux in that time, in a LaMetric Time
)

// JSA1127 is the sensor, which sleeps between readings.
type JSA1127 struct {
	commanded
	factor float64
}

// NewJSA1127 opens the sensor on bus, and finds out whether it answers. It owns bus, even if it
// fails.
func NewJSA1127(bus i2c.BusCloser, cfg JSA1127Config) (*JSA1127, error) {
	if err := cfg.Check(); err != nil {
		return nil, errors.Join(err, bus.Close())
	}
	address := uint16(cmp.Or(cfg.Address, jsa1127Addresses[0]))
	s := &JSA1127{commanded{"JSA1127", bus, i2c.Dev{Bus: bus, Addr: address}}, cmp.Or(cfg.Factor, 1)}
	if err := s.send(jsaSleep); err != nil {
		return nil, errors.Join(err, bus.Close())
	}
	return s, nil
}

// Lux implements Sensor.
func (s *JSA1127) Lux(ctx context.Context) (float64, error) {
	for _, step := range []struct {
		command byte
		then    time.Duration
	}{{jsaOnce, jsaWakes}, {jsaBegin, jsaMeasures}, {jsaEnd, jsaWakes}} {
		if err := s.send(step.command); err != nil {
			return 0, err
		}
		if !pause.For(ctx, step.then) {
			return 0, ctx.Err()
		}
	}
	counts, err := s.counts(ctx)
	return min(float64(counts)/jsaCountsLux*s.factor, most), errors.Join(err, s.send(jsaSleep))
}

// counts returns the value of the measurement that has ended.
func (s *JSA1127) counts(ctx context.Context) (int, error) {
	for range jsaReads {
		r, err := s.value()
		if err != nil {
			return 0, err
		}
		if value := int(r[1])<<8 | int(r[0]); value&jsaValid != 0 {
			return value & jsaCounts, nil
		}
		if !pause.For(ctx, jsaWakes) {
			return 0, ctx.Err()
		}
	}
	return 0, fmt.Errorf("light: no valid value from a %v", &s.commanded)
}

// Close implements Sensor: the chip sleeps.
func (s *JSA1127) Close() error { return errors.Join(s.send(jsaSleep), s.bus.Close()) }
