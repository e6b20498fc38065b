// SPDX-License-Identifier: Apache-2.0

package light

import (
	"context"
	"errors"
	"time"

	"periph.io/x/conn/v3/i2c"

	"github.com/ledpost/ledpost/hw/source"
	"github.com/ledpost/ledpost/internal/pause"
)

// BH1750Config describes a BH1750 on I²C. The zero value is at 0x23 of I2C1.
type BH1750Config struct {
	// Port is the I²C bus; empty is I2C1.
	Port string `toml:"port"`
	// Address is 0x23, or 0x5C with the chip's ADDR pin high; 0 is 0x23.
	Address int `toml:"address"`
	// Factor by which readings are multiplied, for a sensor behind a dark cover;
	// 0 is 1.
	Factor float64 `toml:"factor"`
}

// bh1750Addresses are those that the chip's pin ADDR chooses from (BH1750FVI
// datasheet, Slave Address).
var bh1750Addresses = []int{0x23, 0x5C}

func (c *BH1750Config) setDefaults() {
	if c.Address == 0 {
		c.Address = bh1750Addresses[0]
	}
	if c.Factor == 0 {
		c.Factor = 1
	}
}

// Check returns the faults of the keys.
func (c BH1750Config) Check() error {
	c.setDefaults()
	if err := source.CheckAddress("light", c.Address, bh1750Addresses); err != nil {
		return err
	}
	return checkFactor(c.Factor)
}

// Plan implements source.Driver.
func (c BH1750Config) Plan() (source.Plan[Sensor], error) {
	return source.Chip[Sensor]{
		Title: "BH1750", Package: "light", Addresses: bh1750Addresses, Port: c.Port, Address: c.Address,
		Open:  func(b i2c.BusCloser) (Sensor, error) { return NewBH1750(b, c) },
		Fault: c.Check(),
	}.Plan()
}

// The commands (BH1750FVI datasheet, Instruction Set Architecture).
const (
	powerOn      = 0x01
	powerDown    = 0x00
	onceHighRes  = 0x20 // 1 lx a count, then powers down by itself
	onceHighRes2 = 0x21 // 0.5 lx a count, likewise
	timeHigh     = 0x40 // high three bits of the measurement time register
	timeLow      = 0x60 // low five bits
)

// conversion is the longest that a high resolution reading takes with the
// usual measurement time (datasheet, Electrical Characteristics: 180 ms), which
// the register stretches in proportion.
const (
	conversion = 180 * time.Millisecond
	usualTime  = 69
)

// A span is one way to measure: the longer, the finer and the sooner full.
type span struct {
	mode  byte
	time  byte    // measurement time register, 31 to 254
	fine  float64 // counts a count of mode onceHighRes
	below float64 // lux below which it is chosen
	until float64 // lux up to which it stays
}

// The spans, finest first: 0.11 lx a count in 663 ms, 0.42 lx in 180 ms, 1.9 lx
// in 81 ms up to 121,000 lx.
var spans = []span{
	{onceHighRes2, 254, 2, 50, 200},
	{onceHighRes2, usualTime, 2, 10_000, 20_000},
	{onceHighRes, 31, 1, most, most},
}

const full = 0xFFFF // counts of a span that saw too much

// lux of a reading (datasheet, Measurement Result: 1.2 counts a lux, scaled by
// the measurement time).
func (s span) lux(counts uint16) float64 {
	return float64(counts) / 1.2 / s.fine * usualTime / float64(s.time)
}

func (s span) wait() time.Duration { return conversion * time.Duration(s.time) / usualTime }

// BH1750 is the sensor, which sleeps between readings.
type BH1750 struct {
	commanded
	factor float64
	span   int
}

// NewBH1750 opens the sensor on bus. It owns bus, even if it fails.
func NewBH1750(bus i2c.BusCloser, cfg BH1750Config) (*BH1750, error) {
	if err := cfg.Check(); err != nil {
		return nil, errors.Join(err, bus.Close())
	}
	cfg.setDefaults()
	s := &BH1750{commanded: commanded{"BH1750", bus, i2c.Dev{Bus: bus, Addr: uint16(cfg.Address)}},
		factor: cfg.Factor, span: 1}
	if err := s.send(powerOn); err != nil {
		return nil, errors.Join(err, bus.Close())
	}
	return s, nil
}

// Lux implements Sensor: a reading in half lux or finer, in the span that the
// last one suggests, and at once again in a coarser one when it was full.
func (s *BH1750) Lux(ctx context.Context) (float64, error) {
	for {
		counts, err := s.measure(ctx, spans[s.span])
		if err != nil {
			return 0, err
		}
		if counts == full && s.span < len(spans)-1 {
			s.span++
			continue
		}
		lux := spans[s.span].lux(counts)
		s.choose(lux)
		return min(lux*s.factor, most), nil // a factor may lead beyond what any room has
	}
}

// choose picks the span of the next reading.
func (s *BH1750) choose(lux float64) {
	for s.span > 0 && lux < spans[s.span-1].below {
		s.span--
	}
	for s.span < len(spans)-1 && lux > spans[s.span].until {
		s.span++
	}
}

// measure takes one reading. It sends all settings each time, since a chip that
// lost its power for a moment forgets them.
func (s *BH1750) measure(ctx context.Context, by span) (uint16, error) {
	if err := s.send(powerOn, timeHigh|by.time>>5, timeLow|by.time&0x1F, by.mode); err != nil {
		return 0, err
	}
	if !pause.For(ctx, by.wait()) {
		return 0, ctx.Err()
	}
	r, err := s.value()
	return uint16(r[0])<<8 | uint16(r[1]), err
}

// Close implements Sensor: the chip sleeps.
func (s *BH1750) Close() error { return errors.Join(s.send(powerDown), s.bus.Close()) }
