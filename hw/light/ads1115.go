// SPDX-License-Identifier: Apache-2.0

package light

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"periph.io/x/conn/v3/i2c"

	"github.com/ledpost/ledpost/hw/source"
	"github.com/ledpost/ledpost/internal/pause"
)

// ADS1115Config describes a light dependent resistor (LDR) and a resistor in
// series between supply and ground, and an ADS1115 that measures the voltage
// between them. The zero value is a GL5528 above 10 kΩ on input 0 at 0x48 of
// I2C1.
type ADS1115Config struct {
	// Port is the I²C bus; empty is I2C1.
	Port string `toml:"port"`
	// Address is 0x48 to 0x4B, by the chip's ADDR pin; 0 is 0x48.
	Address int `toml:"address"`
	// Channel is the input, 0 to 3.
	Channel int `toml:"channel"`
	// Supply of the divider in volts, up to 4; 0 is 3.3.
	Supply float64 `toml:"supply"`
	// Resistor in series with the LDR, in ohms; 0 is 10,000.
	Resistor float64 `toml:"resistor"`
	// LDR is where it sits: "top", between supply and input, or "bottom",
	// between input and ground; empty is top.
	LDR string `toml:"ldr"`
	// Dim and Bright are the LDR's resistance at two known lights; zeros are the
	// datasheet's of a GL5528: 14 kΩ at 10 lx, 2.8 kΩ at 100 lx.
	Dim    Calibration `toml:"dim"`
	Bright Calibration `toml:"bright"`
}

// Calibration is the resistance of an LDR at some light.
type Calibration struct {
	Lux  float64 `toml:"lux"`
	Ohms float64 `toml:"ohms"`
}

// ads1115Addresses are those that the chip's pin ADDR chooses from (ADS1115
// datasheet, I2C Address Selection).
var ads1115Addresses = []int{0x48, 0x49, 0x4A, 0x4B}

func (c *ADS1115Config) setDefaults() {
	if c.Address == 0 {
		c.Address = ads1115Addresses[0]
	}
	if c.Supply == 0 {
		c.Supply = 3.3
	}
	c.Resistor = cmp.Or(c.Resistor, 10_000)
	if c.LDR == "" {
		c.LDR = "top"
	}
	if c.Dim == (Calibration{}) && c.Bright == (Calibration{}) {
		c.Dim, c.Bright = Calibration{10, 14_000}, Calibration{100, 2_800}
	}
}

// Check returns the faults of the keys.
func (c ADS1115Config) Check() error {
	c.setDefaults()
	if err := source.CheckAddress("light", c.Address, ads1115Addresses); err != nil {
		return err
	}
	switch {
	case c.Channel < 0 || c.Channel > 3:
		return fmt.Errorf("light: channel is %d, want 0 to 3", c.Channel)
	case !(c.Supply >= 1 && c.Supply <= 4):
		return fmt.Errorf("light: supply is %v, want 1 to 4 volts", c.Supply)
	case !(c.Resistor >= 100 && c.Resistor <= 1e7):
		return fmt.Errorf("light: resistor is %v, want 100 to 10000000 ohms", c.Resistor)
	case c.LDR != "top" && c.LDR != "bottom":
		return fmt.Errorf("light: ldr is %q, want top or bottom", c.LDR)
	case !c.Dim.possible() || !c.Bright.possible():
		return errors.New("light: dim and bright each want a lux and an ohms above 0")
	case c.Dim.Lux >= c.Bright.Lux || c.Dim.Ohms <= c.Bright.Ohms:
		return errors.New("light: dim wants fewer lux and more ohms than bright")
	}
	return nil
}

// Plan implements source.Driver.
func (c ADS1115Config) Plan() (source.Plan[Sensor], error) {
	return source.Chip[Sensor]{
		Title: "ADS1115", Package: "light", Addresses: ads1115Addresses, Port: c.Port, Address: c.Address,
		Open:  func(b i2c.BusCloser) (Sensor, error) { return NewADS1115(b, c) },
		Fault: c.Check(),
	}.Plan()
}

func (c Calibration) possible() bool {
	return c.Lux > 0 && c.Lux <= most && c.Ohms > 0 && c.Ohms <= 1e9
}

// The chip's registers and the bits of one single-ended reading of ±4.096 V at
// 128 samples a second (ADS1115 datasheet, Register Map).
const (
	registerConversion = 0x00
	registerConfig     = 0x01

	startOrIdle    = 1 << 15
	singleEnded    = 0b100 << 12 // plus the channel << 12
	range4096      = 0b001 << 9
	singleShot     = 1 << 8
	samples128     = 0b100 << 5
	noComparator   = 0b11
	voltsPerCount  = 4.096 / 32768
	conversionTime = 9 * time.Millisecond // 1/128 s, and 10 % for the oscillator
)

// ADS1115 is an LDR behind the converter.
type ADS1115 struct {
	bus   i2c.BusCloser
	dev   i2c.Dev
	cfg   ADS1115Config
	gamma float64 // lux goes with resistance to the power of -gamma
	ohms  float64 // of the last reading
}

// NewADS1115 opens the converter on bus. It owns bus, even if it fails.
func NewADS1115(bus i2c.BusCloser, cfg ADS1115Config) (*ADS1115, error) {
	if err := cfg.Check(); err != nil {
		return nil, errors.Join(err, bus.Close())
	}
	cfg.setDefaults()
	s := &ADS1115{
		bus: bus, dev: i2c.Dev{Bus: bus, Addr: uint16(cfg.Address)}, cfg: cfg,
		gamma: math.Log(cfg.Bright.Lux/cfg.Dim.Lux) / math.Log(cfg.Dim.Ohms/cfg.Bright.Ohms),
	}
	if _, err := s.register(registerConfig); err != nil {
		return nil, errors.Join(err, bus.Close())
	}
	return s, nil
}

// String includes the last resistance, for the calibration.
func (s *ADS1115) String() string {
	return fmt.Sprintf("LDR of %.0f ohms on ADS1115 at %#x of %v", s.ohms, s.dev.Addr, s.bus)
}

// Lux implements Sensor.
func (s *ADS1115) Lux(ctx context.Context) (float64, error) {
	volts, err := s.volts(ctx)
	if err != nil {
		return 0, err
	}
	s.ohms = s.resistance(volts)
	return min(s.cfg.Dim.Lux*math.Pow(s.cfg.Dim.Ohms/s.ohms, s.gamma), most), nil
}

// resistance of the LDR by the voltage of the divider, 1 Ω to 1 GΩ.
func (s *ADS1115) resistance(volts float64) float64 {
	over := s.cfg.Supply - volts // what drops over the upper part
	ohms := s.cfg.Resistor * over / volts
	if s.cfg.LDR == "bottom" {
		ohms = s.cfg.Resistor * volts / over
	}
	if math.IsNaN(ohms) || ohms < 1 {
		return 1
	}
	return min(ohms, 1e9)
}

// volts takes one reading, within 0 and the supply.
func (s *ADS1115) volts(ctx context.Context) (float64, error) {
	config := uint16(startOrIdle | singleEnded | s.cfg.Channel<<12 | range4096 | singleShot | samples128 | noComparator)
	if err := s.dev.Tx([]byte{registerConfig, byte(config >> 8), byte(config)}, nil); err != nil {
		return 0, s.fault(err)
	}
	for range 5 {
		if !pause.For(ctx, conversionTime) {
			return 0, ctx.Err()
		}
		state, err := s.register(registerConfig)
		if err != nil {
			return 0, err
		}
		if state&startOrIdle != 0 {
			counts, err := s.register(registerConversion)
			return min(max(float64(int16(counts))*voltsPerCount, 0), s.cfg.Supply), err
		}
	}
	return 0, fmt.Errorf("light: the ADS1115 at %#x of %v does not end its conversion", s.dev.Addr, s.bus)
}

func (s *ADS1115) register(n byte) (uint16, error) {
	var r [2]byte
	if err := s.dev.Tx([]byte{n}, r[:]); err != nil {
		return 0, s.fault(err)
	}
	return uint16(r[0])<<8 | uint16(r[1]), nil
}

func (s *ADS1115) fault(err error) error {
	return fmt.Errorf("light: no answer from an ADS1115 at %#x of %v: %w", s.dev.Addr, s.bus, err)
}

// Close implements Sensor.
func (s *ADS1115) Close() error { return s.bus.Close() }
