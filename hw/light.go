package hw

import (
	"fmt"
	"os"
	"slices"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/light"
	"github.com/ledpost/ledpost/internal/keyerr"
	"periph.io/x/conn/v3/i2c"
)

// LightConfig is the [light] table: the name of a source, and that source's
// keys beside it. Of the structs only the one that Source names is used.
type LightConfig struct {
	// Source is what measures the light; empty or "none" for nothing.
	Source string

	IIO      light.IIOConfig
	BH1750   light.BH1750Config
	ADS1115  light.ADS1115Config
	Schedule light.ScheduleConfig
	Constant light.ConstantConfig

	fault error // of the table that it was read from
}

// keys is where the keys of the source go, and what checks them.
func (c *LightConfig) keys() (any, error) {
	switch c.Source {
	case "", "none":
		return &struct{}{}, nil
	case "iio":
		return &c.IIO, nil
	case "bh1750":
		return &c.BH1750, nil
	case "ads1115":
		return &c.ADS1115, nil
	case "schedule":
		return &c.Schedule, nil
	case "constant":
		return &c.Constant, nil
	}
	const want = "want none, iio, bh1750, ads1115, schedule or constant"
	if slices.Contains(light.KernelChips(), c.Source) {
		return nil, keyerr.New("source", "unknown source %q, "+want+": this sensor has a driver in the kernel, write source = \"iio\"", c.Source)
	}
	return nil, keyerr.New("source", "unknown source %q, "+want, c.Source)
}

// read reads the table by the keys of its source. Check returns what is wrong.
func (c *LightConfig) read(meta *toml.MetaData, raw toml.Primitive) {
	*c = LightConfig{}
	c.fault = readSource(meta, raw, &c.Source, c.keys)
}

// Check says what is wrong with the keys, without touching hardware.
func (c LightConfig) Check() error {
	if c.fault != nil {
		return c.fault
	}
	return checkSource(c.keys())
}

// OpenLight opens the light sensor. Without one it returns nil and no error.
func OpenLight(c LightConfig) (light.Sensor, error) {
	s, err := openLight(c)
	if err != nil {
		return nil, fmt.Errorf("hw: %w", err)
	}
	return s, nil
}

func openLight(c LightConfig) (light.Sensor, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	switch c.Source {
	case "", "none":
		return nil, nil
	case "iio":
		return sensor(light.NewIIO(os.DirFS("/"), c.IIO))
	case "bh1750":
		return sensorOnI2C(c.BH1750.Port, c.BH1750, light.NewBH1750)
	case "ads1115":
		return sensorOnI2C(c.ADS1115.Port, c.ADS1115, light.NewADS1115)
	case "schedule":
		return sensor(light.NewSchedule(c.Schedule))
	case "constant":
		return sensor(light.NewConstant(c.Constant))
	}
	return nil, fmt.Errorf("light: unknown source %q", c.Source)
}

// sensor keeps a nil pointer from becoming a Sensor that is not nil.
func sensor[S light.Sensor](s S, err error) (light.Sensor, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// sensorOnI2C opens a bus, which the sensor then owns.
func sensorOnI2C[C any, S light.Sensor](name string, cfg C, open func(i2c.BusCloser, C) (S, error)) (light.Sensor, error) {
	b, err := bus.OpenI2C(bus.OnI2C(name, 0).Port)
	if err != nil {
		return nil, fmt.Errorf("light: %w", err)
	}
	return sensor(open(b, cfg))
}
