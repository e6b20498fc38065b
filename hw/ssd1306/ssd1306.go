// SPDX-License-Identifier: Apache-2.0

// Package ssd1306 opens OLED displays with an SSD1306, SSD1309 or SH1106 on I²C by
// periph's driver.
package ssd1306

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/drawer"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/keyerr"
	"periph.io/x/conn/v3/display"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/devices/v3/ssd1306"
)

// Config describes a display. The zero value is 128×64 at address 0x3C of I2C1.
type Config struct {
	// Chip is ssd1306 (or empty), sh1106 or ssd1309.
	Chip string `toml:"chip"`
	// Port is the I²C bus; empty is I2C1.
	Port string `toml:"port"`
	// Address on the bus; 0 is 0x3C.
	Address int `toml:"address"`
	// Size in pixels: widths of 8 to 128, heights of 8 to 64, in steps of 8;
	// not given it is 128x64, the only one of an SH1106.
	Size pixel.Size `toml:"size"`
	// Rotate turns the picture by 0 or 180 degrees.
	Rotate int `toml:"rotate"`
	// Sequential is for displays on which every second row is missing, as 128x32
	// ones are; they have it set when their size says so.
	Sequential bool `toml:"sequential"`
	// Threshold of the luma above which a pixel is lit, below 1; 0 is 0.1.
	Threshold float64 `toml:"threshold"`
}

// usual is the address that periph's driver knows.
const usual = 0x3C

func (c *Config) setDefaults() {
	if c.Chip == "" {
		c.Chip = chipSSD1306
	}
	if c.Port == "" {
		c.Port = bus.DefaultI2C
	}
	if c.Address == 0 {
		c.Address = usual
	}
	if c.Size == (pixel.Size{}) {
		c.Size = pixel.Size{X: 128, Y: 64}
	}
	if c.Threshold == 0 {
		c.Threshold = 0.1
	}
}

func (c Config) check() error {
	switch {
	case !slices.Contains(chips(), c.Chip):
		return keyerr.New("chip", "ssd1306: chip %q, want one of: %s", c.Chip, strings.Join(chips(), ", "))
	case c.Chip == chipSH1106 && c.Size != (pixel.Size{X: 128, Y: 64}):
		return keyerr.New("size", "ssd1306: size %v, an sh1106 has 128x64", c.Size)
	case c.Address < 0x08 || c.Address > 0x77:
		return keyerr.New("address", "ssd1306: address %#x, want 0x3C or 0x3D", c.Address)
	case c.Size.X < 8 || c.Size.X > 128 || c.Size.X%8 != 0 || c.Size.Y < 8 || c.Size.Y > 64 || c.Size.Y%8 != 0:
		return keyerr.New("size", "ssd1306: size %v, want steps of 8 up to 128x64", c.Size)
	case c.Rotate != 0 && c.Rotate != 180:
		return keyerr.New("rotate", "ssd1306: rotate %d, want 0 or 180", c.Rotate)
	case !(c.Threshold > 0 && c.Threshold < 1):
		return keyerr.New("threshold", "ssd1306: threshold %v, want above 0 and below 1", c.Threshold)
	}
	if err := bus.CheckI2C(c.Port); err != nil {
		return fmt.Errorf("ssd1306: %w", err)
	}
	return nil
}

// New opens the display on port. It owns port, even if it fails.
func New(port i2c.BusCloser, cfg Config) (*drawer.Panel, error) {
	if err := cfg.resolve(); err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return openResolved(port, cfg)
}

// resolve sets the defaults and says which key is wrong.
func (c *Config) resolve() error {
	c.setDefaults()
	return c.check()
}

// openResolved is New for a resolved Config.
func openResolved(port i2c.BusCloser, cfg Config) (*drawer.Panel, error) {
	l := &link{Bus: port, address: uint16(cfg.Address), chip: cfg.Chip}
	p, err := drawer.Open(func(contrast byte) (display.Drawer, error) {
		d, err := ssd1306.NewI2C(l.setUp(contrast), &ssd1306.Opts{
			W: cfg.Size.X, H: cfg.Size.Y, Rotated: cfg.Rotate == 180,
			Sequential: cfg.Sequential || cfg.Size.Y == 32,
		})
		if err != nil {
			return nil, fmt.Errorf("ssd1306: no display at %#x of %v: %w", cfg.Address, port, err)
		}
		return d, nil
	}, port, cfg.Threshold)
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return p, nil
}
