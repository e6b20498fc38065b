package hw

import (
	"fmt"
	"os"

	"github.com/BurntSushi/toml"
	"periph.io/x/conn/v3/i2c"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/sense"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// SenseConfig is the [sense] table: the name of what measures the air in the room,
// and that sensor's keys beside it. Of the structs only the one that Source names
// is used. The zero value measures nothing.
type SenseConfig struct {
	// Source is the sensor; empty or "none" for nothing.
	Source string

	IIO    sense.IIOConfig
	BME280 sense.BME280Config
	SHT3x  sense.SHT3xConfig

	fault error // of the table that it was read from
}

// Chosen reports whether a sensor is named.
func (c *SenseConfig) Chosen() bool { return c.Source != "" && c.Source != "none" }

// Common is what all sensors have in common, of the one that is named.
func (c *SenseConfig) Common() sense.Config {
	switch c.Source {
	case "iio":
		return c.IIO.Config
	case "bme280":
		return c.BME280.Config
	case "sht3x":
		return c.SHT3x.Config
	}
	return sense.Config{}
}

// keys is where the keys of the source go, and what checks them.
func (c *SenseConfig) keys() (any, error) {
	switch c.Source {
	case "", "none":
		return &struct{}{}, nil
	case "iio":
		return &c.IIO, nil
	case "bme280":
		return &c.BME280, nil
	case "sht3x":
		return &c.SHT3x, nil
	}
	return nil, keyerr.New("source", "unknown source %q, want none, iio, bme280 or sht3x; of other sensors many have a driver in the kernel, then write source = \"iio\"", c.Source)
}

// read reads the table by the keys of its source. Check returns what is wrong.
func (c *SenseConfig) read(meta *toml.MetaData, raw toml.Primitive) {
	*c = SenseConfig{}
	c.fault = readSource(meta, raw, &c.Source, c.keys)
}

// Check says what is wrong with the keys, without touching hardware.
func (c SenseConfig) Check() error {
	if c.fault != nil {
		return c.fault
	}
	return checkSource(c.keys())
}

// OpenSense opens the sensor that c names.
func OpenSense(c SenseConfig) (s sense.Sensor, err error) {
	if err := c.Check(); err != nil {
		return nil, fmt.Errorf("hw: %w", err)
	}
	switch c.Source {
	case "iio":
		s, err = sense.NewIIO(os.DirFS("/"), c.IIO)
	case "bme280":
		s, err = senseOnI2C(c.BME280.Port, c.BME280, sense.NewBME280)
	case "sht3x":
		s, err = senseOnI2C(c.SHT3x.Port, c.SHT3x, sense.NewSHT3x)
	default:
		err = fmt.Errorf("sense: no sensor is named")
	}
	if err != nil {
		return nil, fmt.Errorf("hw: %w", err)
	}
	return s, nil
}

// senseOnI2C opens a bus, which the sensor then owns.
func senseOnI2C[C any, S sense.Sensor](name string, cfg C, open func(i2c.BusCloser, C) (S, error)) (sense.Sensor, error) {
	b, err := bus.OpenI2C(bus.OnI2C(name, 0).Port)
	if err != nil {
		return nil, fmt.Errorf("sense: %w", err)
	}
	return open(b, cfg)
}
