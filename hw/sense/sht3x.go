// SPDX-License-Identifier: Apache-2.0

package sense

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

// SHT3xConfig describes an SHT30, SHT31 or SHT35 on I²C. The zero value is at 0x44
// of I2C1.
type SHT3xConfig struct {
	Config
	// Port is the I²C bus; empty is I2C1.
	Port string `toml:"port"`
	// Address is 0x44, or 0x45 with the chip's ADDR pin high; 0 is 0x44.
	Address int `toml:"address"`
}

// sht3xAddresses are those that the chip's pin ADDR chooses from (SHT3x-DIS
// datasheet, table 7).
var sht3xAddresses = []int{0x44, 0x45}

// Check returns the faults of the keys.
func (c SHT3xConfig) Check() error {
	if err := source.CheckAddress("sense", c.Address, sht3xAddresses); err != nil {
		return err
	}
	return c.Config.Check()
}

// Plan implements source.Driver.
func (c SHT3xConfig) Plan() (source.Plan[Sensor], error) {
	return source.Chip[Sensor]{
		Title: "SHT3x", Package: "sense", Addresses: sht3xAddresses, Port: c.Port, Address: c.Address,
		Open:  func(b i2c.BusCloser) (Sensor, error) { return NewSHT3x(b, c) },
		Fault: c.Check(),
	}.Plan()
}

// once measures once with high repeatability and without holding the clock
// (SHT3x-DIS datasheet, table 8); conversion is the longest that takes (table 4:
// 15.5 ms below 2.4 V of supply).
var once = []byte{0x24, 0x00}

const conversion = 16 * time.Millisecond

// SHT3x is the sensor, which rests between readings.
type SHT3x struct {
	bus i2c.BusCloser
	dev i2c.Dev
}

// NewSHT3x opens the sensor on bus. It owns bus, even if it fails.
func NewSHT3x(bus i2c.BusCloser, cfg SHT3xConfig) (*SHT3x, error) {
	if err := cfg.Check(); err != nil {
		return nil, errors.Join(err, bus.Close())
	}
	address := cmp.Or(cfg.Address, sht3xAddresses[0])
	return &SHT3x{bus: bus, dev: i2c.Dev{Bus: bus, Addr: uint16(address)}}, nil
}

func (s *SHT3x) String() string { return fmt.Sprintf("SHT3x at %#x of %v", s.dev.Addr, s.bus) }

// Read implements Sensor.
func (s *SHT3x) Read(ctx context.Context) (r Reading, err error) {
	if err := s.dev.Tx(once, nil); err != nil {
		return r, s.fault(err)
	}
	if !pause.For(ctx, conversion) {
		return r, ctx.Err()
	}
	var b [6]byte // temperature, its checksum, humidity, its checksum
	if err := s.dev.Tx(nil, b[:]); err != nil {
		return r, s.fault(err)
	}
	if crc(b[0], b[1]) != b[2] || crc(b[3], b[4]) != b[5] {
		return r, fmt.Errorf("sense: a reading of the %v came garbled: % x", s, b)
	}
	// Datasheet, 4.13 Conversion of Signal Output.
	r.Temperature = known(-45 + 175*ratio(b[0], b[1]))
	r.Humidity = known(100 * ratio(b[3], b[4]))
	return r, nil
}

// ratio returns a value of 16 bits as a share of the largest.
func ratio(high, low byte) float64 { return float64(uint16(high)<<8|uint16(low)) / 0xFFFF }

// crc is the checksum of two bytes (datasheet, 4.12: polynomial 0x31, from 0xFF).
func crc(data ...byte) byte {
	sum := byte(0xFF)
	for _, b := range data {
		sum ^= b
		for range 8 {
			carry := sum&0x80 != 0
			if sum <<= 1; carry {
				sum ^= 0x31
			}
		}
	}
	return sum
}

func (s *SHT3x) fault(err error) error { return fmt.Errorf("sense: no answer from an %v: %w", s, err) }

// Close implements Sensor.
func (s *SHT3x) Close() error { return s.bus.Close() }
