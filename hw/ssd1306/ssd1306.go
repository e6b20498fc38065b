// SPDX-License-Identifier: Apache-2.0

// Package ssd1306 opens OLED displays with an SSD1306, SSD1309 or SH1106 on I²C by
// periph's driver.
package ssd1306

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/drawer"
	"github.com/ledpost/ledpost/hw/panel"
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
	c.Chip = cmp.Or(c.Chip, chipSSD1306)
	if c.Port == "" {
		c.Port = bus.DefaultI2C
	}
	c.Address = cmp.Or(c.Address, usual)
	if c.Size == (pixel.Size{}) {
		c.Size = pixel.Size{X: 128, Y: 64}
	}
	c.Threshold = cmp.Or(c.Threshold, 0.1)
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

// The chips that take the same pictures, a page of eight rows at a time, and differ in
// how they are set up. The configuration has the same names.
const (
	chipSSD1306 = "ssd1306"
	chipSH1106  = "sh1106"  // 1.3 inches; it has 132 columns, of which modules show the middle ones
	chipSSD1309 = "ssd1309" // 2.4 inches, with a separate supply for the light
)

// chips are their names.
func chips() []string { return []string{chipSSD1306, chipSH1106, chipSSD1309} }

// margin is how many columns of a chip's memory are left of the display (SH1106
// datasheet: 132 columns; modules of 128 have two at each side).
func margin(chip string) byte {
	if chip == chipSH1106 {
		return 2
	}
	return 0
}

// dcdc switches the SH1106's converter on, which feeds the light (SH1106 datasheet,
// command 8, "DC-DC control mode set").
const dcdc, dcdcOn = 0xAD, 0x8B

// The commands that have arguments (SSD1306 datasheet, table 9-1; SH1106 datasheet,
// "DC-DC control mode set"): how many.
func arguments(command byte) int {
	switch command {
	case 0x20, 0x81, 0x8D, 0xAD, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB:
		return 1
	case 0x21, 0x22, 0xA3:
		return 2
	case 0x29, 0x2A:
		return 5
	case 0x26, 0x27:
		return 6
	}
	return 0
}

// translate appends commands of an SSD1306 as another chip has them.
func translate(to []byte, chip string, w []byte) []byte {
	for len(w) > 0 {
		op, n := w[0], min(1+arguments(w[0]), len(w))
		command := w[:n]
		w = w[n:]
		switch {
		case op == 0x8D && chip == chipSH1106: // the charge pump
			to = append(to, dcdc, dcdcOn)
		case op == 0x8D && chip == chipSSD1309: // has none
		case chip == chipSH1106 && (op >= 0x20 && op <= 0x22 || op == 0x2E):
			// Ways of addressing, and scrolling: it has pages and no other.
		case op == 0xD5:
			// The fastest clock of an SSD1306 is out of range of others: theirs stays.
		default:
			to = append(to, command...)
		}
	}
	return to
}

// shift adds the margin to the column of a command that chooses a page: page, the low
// and the high half of the column, as periph's driver sends them.
func shift(w []byte, by byte) {
	if len(w) == 3 && w[0]&0xF8 == 0xB0 && w[1]>>4 == 0 && w[2]>>4 == 1 {
		column := (w[1]&0x0F | w[2]&0x0F<<4) + by
		w[1], w[2] = column&0x0F, 0x10|column>>4
	}
}

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	if err := c.resolve(); err != nil {
		return panel.Plan{}, err
	}
	spec := panel.Spec{
		Size: image.Point(c.Size), Kind: panel.Monochrome, Place: bus.OnI2C(c.Port, c.Address),
		Frame: 1 + c.Size.X*c.Size.Y/8, // the control byte, and eight pixels a byte
		Needs: panel.Needs{FastI2C: true},
	}
	spec.Terminals = panel.OnI2C(spec.Place)
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) {
		return panel.OpenI2C(c.Port, func(port i2c.BusCloser) (*drawer.Panel, error) { return openResolved(port, c) })
	}}, nil
}

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	chip := NewChip(c)
	return panel.EmulateI2C(chip, func() (*drawer.Panel, error) { return New(chip, c) }), nil
}
