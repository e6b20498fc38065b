// SPDX-License-Identifier: Apache-2.0

package light

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"

	"github.com/ledpost/ledpost/hw/source"
	"github.com/ledpost/ledpost/hw/sysfs"
)

// IIOConfig names a sensor that a driver of the kernel reads (Industrial I/O).
type IIOConfig struct {
	// Device is the sensor's name, such as "bh1750" or "veml7700", or its folder,
	// such as "iio:device0"; empty is the first that measures light.
	Device string `toml:"device"`
	// Factor by which readings are multiplied, for a sensor behind a dark cover;
	// 0 is 1.
	Factor float64 `toml:"factor"`
}

// Check returns the faults of the keys.
func (c IIOConfig) Check() error { return checkFactor(c.Factor) }

// Plan implements source.Driver.
func (c IIOConfig) Plan() (source.Plan[Sensor], error) {
	if err := c.Check(); err != nil {
		return source.Plan[Sensor]{}, err
	}
	kernel := &source.KernelDriver{
		Find:    func(root fs.FS) (fmt.Stringer, error) { return NewIIO(root, c) },
		Overlay: "dtoverlay=i2c-sensor,tsl4531",
		Without: "a VEML7700 has none: echo veml7700 0x10 | sudo tee /sys/bus/i2c/devices/i2c-1/new_device, with Linux " +
			"6.13 or later",
	}
	return source.Plan[Sensor]{Spec: source.Spec{Driver: kernel}, Open: func() (Sensor, error) {
		s, err := NewIIO(os.DirFS("/"), c)
		if err != nil {
			return nil, err // and not a Sensor that holds a nil pointer
		}
		return s, nil
	}}, nil
}

func checkFactor(f float64) error {
	if !(f >= 0 && f <= 1e4) {
		return fmt.Errorf("light: factor is %v, want more than 0 to 10000", f)
	}
	return nil
}

// ErrNoIIO says that the kernel knows no such sensor.
var ErrNoIIO = errors.New("light: the kernel knows no light sensor")

// IIO is a sensor of the kernel's.
type IIO struct {
	root    fs.FS
	dir     string // of the device
	name    string
	channel channel
	factor  float64
}

// NewIIO finds the sensor under root, which is the file system's.
func NewIIO(root fs.FS, cfg IIOConfig) (*IIO, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	cfg.Factor = cmp.Or(cfg.Factor, 1)
	found, _ := fs.Glob(root, sysfs.IIO)
	for _, dir := range found {
		name, _ := sysfs.Text(root, dir+"/name")
		if cfg.Device != "" && cfg.Device != name && cfg.Device != path.Base(dir) {
			continue
		}
		if c, ok := findChannel(root, dir); ok {
			return &IIO{root: root, dir: dir, name: name, channel: c, factor: cfg.Factor}, nil
		}
	}
	if cfg.Device != "" {
		return nil, fmt.Errorf("%w called %q", ErrNoIIO, cfg.Device)
	}
	return nil, ErrNoIIO
}

func (s *IIO) String() string {
	return fmt.Sprintf("%s (%s/%s)", s.name, path.Base(s.dir), s.channel.value)
}

// Lux implements Sensor. The driver measures while its file is read, which ctx
// cannot end.
func (s *IIO) Lux(context.Context) (float64, error) {
	v, err := s.number(s.channel.value)
	if err != nil {
		return 0, err
	}
	if s.channel.raw {
		offset, err := s.either(s.channel.offset, 0)
		if err != nil {
			return 0, err
		}
		scale, err := s.either(s.channel.scale, 1)
		if err != nil {
			return 0, err
		}
		v = (v + offset) * scale
	}
	v = max(v, 0) // an offset may lead a little below zero
	if !s.channel.relative {
		if v, err = believable(v); err != nil {
			return 0, err
		}
	}
	return min(v*s.factor, most), nil
}

// Close implements Sensor.
func (s *IIO) Close() error { return nil }

// A channel is the files of one quantity.
type channel struct {
	value         string
	raw           bool     // lux is (value + offset) × scale
	relative      bool     // in counts, not in lux
	offset, scale []string // the names to try
}

// What a driver may have, best first. A both or clear intensity is relative:
// with a factor it makes lux.
var quantities = []*regexp.Regexp{
	regexp.MustCompile(`^in_(illuminance)(\d*)()_(input)$`),
	regexp.MustCompile(`^in_(illuminance)(\d*)()_(raw)$`),
	regexp.MustCompile(`^in_(intensity)(\d*)(_both|_clear)_(raw)$`),
}

func findChannel(root fs.FS, dir string) (channel, bool) {
	files, _ := fs.ReadDir(root, dir)
	for _, q := range quantities {
		for _, f := range files {
			m := q.FindStringSubmatch(f.Name())
			if m == nil {
				continue
			}
			kind, index, modifier := m[1], m[2], m[3]
			c := channel{value: m[0], raw: m[4] == "raw", relative: kind == "intensity"}
			// The attribute of the channel itself, else what all of its kind share.
			for _, stem := range []string{kind + index + modifier, kind + index, kind} {
				c.offset = append(c.offset, "in_"+stem+"_offset")
				c.scale = append(c.scale, "in_"+stem+"_scale")
			}
			return c, true
		}
	}
	return channel{}, false
}

// either reads the first of the files that there is; otherwise when there is
// none.
func (s *IIO) either(names []string, otherwise float64) (float64, error) {
	for _, name := range names {
		v, err := s.number(name)
		if !errors.Is(err, fs.ErrNotExist) {
			return v, err
		}
	}
	return otherwise, nil
}

func (s *IIO) number(name string) (float64, error) {
	v, err := sysfs.Number(s.root, s.dir+"/"+name)
	if err != nil {
		return 0, fmt.Errorf("light: %w", err)
	}
	return v, nil
}

// KernelChips returns the names of sensors that the kernel has drivers for (Linux,
// drivers/iio/light), among sensors that people connect to a Pi.
func KernelChips() []string {
	return []string{
		"apds9960", "cm32181", "isl29018", "ltr501", "max44009", "opt3001", "tsl2561", "tsl2563", "tsl2591",
		"tsl4531", "vcnl4000", "veml6030", "veml6070", "veml7700",
	}
}
