// SPDX-License-Identifier: Apache-2.0

// Package max7219 drives chains of MAX7219 (or MAX7221) 8×8 LED modules.
//
// The chips and their registers: MAX7219/MAX7221 datasheet, 19-4452 rev 4.
package max7219

import (
	"cmp"
	"fmt"
	"image"
	"strings"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/internal/keyerr"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// Config describes a chain. The zero value is five FC-16 modules in a row on
// SPI0.0 that show 37×8 pixels.
type Config struct {
	// Port is the SPI port; empty is SPI0.0.
	Port string `toml:"port"`
	// Speed of the clock, 100 kHz to 10 MHz; zero is 2 MHz, which long leads bear.
	Speed bus.Speed `toml:"speed"`
	// Modules in the chain, 1 to 128; 0 is 5.
	Modules int `toml:"modules"`
	// Rows of modules, above each other; 0 is 1.
	Rows int `toml:"rows"`
	// Wiring of the LEDs within a module.
	Wiring Wiring `toml:"wiring"`
	// First is the corner where the module next to the Pi sits; empty is
	// top-right, where the input of FC-16 modules is.
	First pixel.Corner `toml:"first"`
	// Serpentine says that every second row of modules runs the other way, with
	// its modules "upright" or "turned" by 180 degrees. Empty: all run the same.
	Serpentine string `toml:"serpentine"`
	// Rotate turns the picture clockwise by 0, 90, 180 or 270 degrees.
	Rotate int `toml:"rotate"`
	// Size of the picture, if it is smaller than the LEDs; five modules in a row
	// show 37x8 when it is not given.
	Size pixel.Size `toml:"size"`
	// Dither shows shades as patterns of dots; without it a pixel is lit when its
	// luma is above Threshold, below 1; 0 is 0.1, so that dark blue is lit.
	Dither    bool    `toml:"dither"`
	Threshold float64 `toml:"threshold"`
	// Levels of brightness of a pixel: 2, or 4 or 8, which need the refresher
	// process; 0 is 2.
	Levels int `toml:"levels"`
}

// maxSpeed is the fastest clock (datasheet, timing characteristics: tCP 100 ns).
const maxSpeed = 10 * physic.MegaHertz

// minSpeed is one at which a frame of 16 modules takes 20 ms.
const minSpeed = 100 * physic.KiloHertz

// maxModules is the longest chain that is sent everything in one message of
// spidev, which takes 4,096 bytes unless it is set up for more: 13 registers of
// two bytes make 26 bytes a module, so 157 would do. 128 of them get a frame of
// eight rows in 8.3 ms at 2 MHz, two for each picture of 60 a second.
const maxModules = 128

func (c *Config) setDefaults() {
	c.Port = cmp.Or(c.Port, bus.DefaultSPI)
	c.Speed = bus.Speed(c.Speed.Or(2 * physic.MegaHertz))
	c.Modules = cmp.Or(c.Modules, 5)
	if c.Rows == 0 {
		c.Rows = 1
	}
	c.First = cmp.Or(c.First, pixel.TopRight)
	if c.Size == (pixel.Size{}) && c.Modules == 5 && c.Rows == 1 && c.Rotate%180 == 0 {
		c.Size = pixel.Size{X: 37, Y: 8}
	}
	c.Threshold = cmp.Or(c.Threshold, 0.1)
	if c.Levels == 0 {
		c.Levels = 2
	}
}

// resolve sets the defaults, and returns the geometry or which key is wrong.
func (c *Config) resolve() (geometry, error) {
	c.setDefaults()
	if err := c.check(); err != nil {
		return geometry{}, err
	}
	return newGeometry(*c)
}

func (c *Config) check() error {
	switch {
	case c.Modules < 1 || c.Modules > maxModules:
		return keyerr.New("modules", "max7219: %d modules, want 1 to %d", c.Modules, maxModules)
	case c.Rows < 1 || c.Modules%c.Rows != 0:
		return keyerr.New("rows", "max7219: %d modules in %d rows do not fill them", c.Modules, c.Rows)
	case c.Serpentine != "" && c.Serpentine != "upright" && c.Serpentine != "turned":
		return keyerr.New("serpentine", "max7219: serpentine %q: want upright or turned", c.Serpentine)
	case !(c.Threshold > 0 && c.Threshold < 1):
		return keyerr.New("threshold", "max7219: threshold %v, want above 0 and below 1", c.Threshold)
	case c.Levels != 2 && c.Levels != 4 && c.Levels != 8:
		return keyerr.New("levels", "max7219: %d levels, want 2, 4 or 8", c.Levels)
	case c.Levels > 2 && c.planeTakes() > c.planeLasts():
		return keyerr.New("speed",
			"max7219: at %v a plane for %d modules takes %v to send, and with %d levels it has %v: raise speed, up to %v",
			c.Speed, c.Modules, c.planeTakes().Round(10*time.Microsecond), c.Levels, c.planeLasts(), maxSpeed)
	}
	if err := cmp.Or(bus.CheckSPI(c.Port), c.Speed.Check(minSpeed, maxSpeed), c.First.Check("first")); err != nil {
		return fmt.Errorf("max7219: %w", err)
	}
	return nil
}

// Wiring is how the LEDs of a module hang on its chip. The zero value is the wiring of
// FC-16 modules: digit 0 is the top row, segment DP the left column.
type Wiring struct {
	DigitIsCol bool // digits are columns, counted from the left; else rows, from the top
	RevDigit   bool // digits count the other way
	RevSeg     bool // segment DP is at the right, or the bottom
}

// wirings are the known modules (as pictured in the documentation of the Arduino
// library MD_MAX72XX) and the orientations of luma.led_matrix.
func wirings() map[string]Wiring {
	return map[string]Wiring{
		"fc16":      {},
		"parola":    {RevSeg: true},
		"icstation": {RevDigit: true, RevSeg: true},
		"generic":   {DigitIsCol: true, RevDigit: true},
		"luma0":     {DigitIsCol: true, RevSeg: true},
		"luma90":    {},
		"luma-90":   {RevDigit: true, RevSeg: true},
		"luma180":   {DigitIsCol: true, RevDigit: true},
	}
}

// UnmarshalText reads a module's name, or any of "columns", "reverse-digits" and
// "reverse-segments" joined by commas, or "rows" for none.
func (w *Wiring) UnmarshalText(text []byte) error {
	if known, ok := wirings()[strings.ToLower(string(text))]; ok {
		*w = known
		return nil
	}
	var out Wiring
	for word := range strings.SplitSeq(string(text), ",") {
		switch strings.TrimSpace(word) {
		case "rows":
		case "columns":
			out.DigitIsCol = true
		case "reverse-digits":
			out.RevDigit = true
		case "reverse-segments":
			out.RevSeg = true
		default:
			return fmt.Errorf("wiring %q: want fc16, generic, parola, icstation, luma0, luma90, luma-90, luma180, "+
				"or rows or columns with reverse-digits and reverse-segments", text)
		}
	}
	*w = out
	return nil
}

// local is the pixel of an upright module that a digit's segment lights, segment
// 7 being DP and 0 being G, the last bit sent.
func (w Wiring) local(digit, segment int) image.Point {
	if w.RevDigit {
		digit = 7 - digit
	}
	if !w.RevSeg {
		segment = 7 - segment
	}
	if w.DigitIsCol {
		return image.Pt(digit, segment)
	}
	return image.Pt(segment, digit)
}

// rowsOfAll are the rows that tell the chain everything: four control registers,
// eight digits, and shutdown.
const rowsOfAll = 13

// moduleAmperes is the current of a module with all LEDs lit: 40 mA for each of the 8 segments
// of one digit at a time (MAX7219 datasheet, Selecting RSET Resistor).
const moduleAmperes = 0.32

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	g, err := c.resolve()
	if err != nil {
		return panel.Plan{}, err
	}
	spec := panel.Spec{Size: g.size, Kind: panel.Monochrome, Place: bus.OnSPI(c.Port), Frame: rowsOfAll * 2 * c.Modules}
	spec.Terminals = append(panel.Names{{bus.MOSI, "DIN"}, {bus.CE, "CS"}, {bus.SCLK, "CLK"}}.Terminals(spec.Place, true),
		header.Terminal{Name: "VCC", Source: header.Supply}, header.Terminal{Name: "GND", Source: header.Ground})
	spec.Parts = []header.Part{{Name: "MAX7219 module, 8×8 LEDs", Count: c.Modules}}
	spec.Amperes = moduleAmperes * float64(c.Modules)
	if c.gray() {
		spec.Kind, spec.Frame, spec.Needs.Refresher = panel.Grayscale, rowsOfPlane*2*c.Modules, true
		return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) {
			return panel.Opened(startGray(c, g, startRefresher))
		}}, nil
	}
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) {
		return panel.OpenSPI(c.Port, func(port spi.PortCloser) (*Dev, error) { return openResolved(port, c, g) })
	}}, nil
}

// gray reports whether the panel has levels, which the refresher shows.
func (c Config) gray() bool { return c.Levels > 2 }

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	if c.gray() {
		return c.emulateGray()
	}
	chain, err := NewChain(c)
	if err != nil {
		return panel.Emulation{}, err
	}
	take := func(data []byte) bool {
		chain.Send(data)
		return true
	}
	return panel.EmulateSPI(take, chain.Picture, func() (*Dev, error) { return New(chain, c) }), nil
}

// Backends returns the backends of the refresher process for these panels, by
// name.
func (Config) Backends() map[string]refresh.Opener {
	return map[string]refresh.Opener{"max7219": OpenGray}
}
