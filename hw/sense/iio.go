// SPDX-License-Identifier: Apache-2.0

package sense

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/ledpost/ledpost/hw/source"
	"github.com/ledpost/ledpost/hw/sysfs"
)

// IIOConfig names a sensor that a driver of the kernel reads (Industrial I/O).
type IIOConfig struct {
	Config
	// Device is the sensor's name, such as "bme280", "hdc1080" or "dht11@0", or its
	// folder, such as "iio:device0"; empty is the first that measures humidity,
	// else the first that measures temperature.
	Device string `toml:"device"`
}

// Plan implements source.Driver.
func (c IIOConfig) Plan() (source.Plan[Sensor], error) {
	if err := c.Check(); err != nil {
		return source.Plan[Sensor]{}, err
	}
	kernel := &source.KernelDriver{
		Find:    func(root fs.FS) (fmt.Stringer, error) { return NewIIO(root, c) },
		Overlay: "dtoverlay=i2c-sensor,bme280 or dtoverlay=dht11,gpiopin=LINE",
	}
	return source.Plan[Sensor]{Spec: source.Spec{Driver: kernel}, Open: func() (Sensor, error) {
		s, err := NewIIO(os.DirFS("/"), c)
		if err != nil {
			return nil, err // and not a Sensor that holds a nil pointer
		}
		return s, nil
	}}, nil
}

// ErrNoIIO says that the kernel knows no such sensor.
var ErrNoIIO = errors.New("sense: the kernel knows no sensor of temperature or humidity")

// IIO is a sensor of the kernel's.
type IIO struct {
	root                  fs.FS
	dir, name             string
	temperature, humidity string // channels, "" = not measured
}

// The channels, by the names of their files.
const (
	tempChannel     = "in_temp"
	humidityChannel = "in_humidityrelative"
)

// NewIIO finds the sensor under root, which is the file system's.
func NewIIO(root fs.FS, cfg IIOConfig) (*IIO, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	var best *IIO
	found, _ := fs.Glob(root, sysfs.IIO)
	for _, dir := range found {
		s := &IIO{root: root, dir: dir}
		s.name, _ = sysfs.Text(root, dir+"/name")
		if cfg.Device != "" && cfg.Device != s.name && cfg.Device != path.Base(dir) {
			continue
		}
		s.temperature, s.humidity = s.channel(tempChannel), s.channel(humidityChannel)
		if s.humidity != "" || s.temperature != "" && best == nil {
			best = s
		}
		if s.humidity != "" { // many a chip measures its own temperature, few the air's humidity
			break
		}
	}
	if best != nil {
		return best, nil
	}
	if cfg.Device != "" {
		return nil, fmt.Errorf("%w called %q", ErrNoIIO, cfg.Device)
	}
	return nil, ErrNoIIO
}

// channel is stem if the device has it.
func (s *IIO) channel(stem string) string {
	for _, file := range []string{"_input", "_raw"} {
		if _, err := fs.Stat(s.root, s.dir+"/"+stem+file); err == nil {
			return stem
		}
	}
	return ""
}

func (s *IIO) String() string { return fmt.Sprintf("%s (%s)", s.name, path.Base(s.dir)) }

// Read implements Sensor. The driver measures while its files are read, which ctx
// cannot end.
func (s *IIO) Read(context.Context) (r Reading, err error) {
	if s.temperature != "" {
		if r.Temperature, err = s.value(s.temperature); err != nil {
			return Reading{}, err
		}
	}
	if s.humidity != "" {
		if r.Humidity, err = s.value(s.humidity); err != nil {
			return Reading{}, err
		}
	}
	return r, nil
}

// Close implements Sensor.
func (s *IIO) Close() error { return nil }

// value reads a channel: its input, in thousandths, or raw with offset and scale.
func (s *IIO) value(stem string) (Value, error) {
	v, err := s.number(stem+"_input", 0)
	if errors.Is(err, fs.ErrNotExist) {
		v, err = s.scaled(stem)
	}
	if err != nil {
		return Value{}, fmt.Errorf("sense: %w", err)
	}
	return known(v / 1000), nil
}

func (s *IIO) scaled(stem string) (float64, error) {
	raw, err := s.number(stem+"_raw", 0)
	if err != nil {
		return 0, err
	}
	offset, err := s.number(stem+"_offset", 0)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	scale, err := s.number(stem+"_scale", 1)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	return (raw + offset) * scale, nil
}

// number reads a file; otherwise, with the error, where that fails.
func (s *IIO) number(name string, otherwise float64) (float64, error) {
	v, err := sysfs.Number(s.root, s.dir+"/"+name)
	if err != nil {
		return otherwise, err
	}
	return v, nil
}
