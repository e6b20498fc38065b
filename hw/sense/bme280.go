// SPDX-License-Identifier: Apache-2.0

package sense

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/bmxx80"

	"github.com/ledpost/ledpost/hw/source"
)

// BME280Config describes a BME280, or a BMP280 (which has no humidity), on I²C.
// The zero value is at 0x76 of I2C1.
type BME280Config struct {
	Config
	// Port is the I²C bus; empty is I2C1.
	Port string `toml:"port"`
	// Address is 0x76, or 0x77 with the chip's SDO pin high; 0 is 0x76.
	Address int `toml:"address"`
}

// bme280Addresses are those that the chip's pin SDO chooses from (BME280
// datasheet, 6.2 I2C Interface).
var bme280Addresses = []int{0x76, 0x77}

// Check returns the faults of the keys.
func (c BME280Config) Check() error {
	if err := source.CheckAddress("sense", c.Address, bme280Addresses); err != nil {
		return err
	}
	return c.Config.Check()
}

// Plan implements source.Driver.
func (c BME280Config) Plan() (source.Plan[Sensor], error) {
	return source.Chip[Sensor]{
		Title: "BME280", Package: "sense", Addresses: bme280Addresses, Port: c.Port, Address: c.Address,
		Open:  func(b i2c.BusCloser) (Sensor, error) { return NewBME280(b, c) },
		Fault: c.Check(),
	}.Plan()
}

// patient is a bus that gives up after so many transfers: periph's driver would
// wait for a chip for ever that says it measures still.
type patient struct {
	i2c.BusCloser
	left int
}

// mostTransfers are enough for opening the chip, and for each reading: while it
// measures it is asked about once a millisecond.
const mostTransfers = 100

func (p *patient) Tx(addr uint16, w, r []byte) error {
	if p.left--; p.left < 0 {
		return errors.New("it does not end its measurement")
	}
	return p.BusCloser.Tx(addr, w, r)
}

// BME280 is the sensor, which sleeps between readings.
type BME280 struct {
	bus   *patient
	dev   *bmxx80.Dev
	name  string
	moist bool // it measures humidity
}

// NewBME280 opens the sensor on bus. It owns bus, even if it fails.
func NewBME280(bus i2c.BusCloser, cfg BME280Config) (*BME280, error) {
	if err := cfg.Check(); err != nil {
		return nil, errors.Join(err, bus.Close())
	}
	address := cmp.Or(cfg.Address, bme280Addresses[0])
	limited := &patient{bus, mostTransfers}
	// One reading at a time warms the chip least (datasheet, 3.5.1 Weather monitoring).
	dev, err := bmxx80.NewI2C(limited, uint16(address),
		&bmxx80.Opts{Temperature: bmxx80.O1x, Pressure: bmxx80.O1x, Humidity: bmxx80.O1x})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("sense: no answer from a BME280 at %#x of %v: %w", address, bus, err), bus.Close())
	}
	chip, _, _ := strings.Cut(dev.String(), "{")
	return &BME280{bus: limited, dev: dev, name: fmt.Sprintf("%s at %#x of %v", chip, address, bus),
		moist: chip == "BME280"}, nil
}

func (s *BME280) String() string { return s.name }

// Read implements Sensor. It takes about 10 ms, which ctx cannot end.
func (s *BME280) Read(context.Context) (r Reading, err error) {
	s.bus.left = mostTransfers
	var e physic.Env
	if err := s.dev.Sense(&e); err != nil {
		return r, fmt.Errorf("sense: %w", err)
	}
	r.Temperature = known(e.Temperature.Celsius())
	if s.moist {
		r.Humidity = known(float64(e.Humidity) / float64(physic.PercentRH))
	}
	return r, nil
}

// Close implements Sensor.
func (s *BME280) Close() error { return s.bus.Close() }
