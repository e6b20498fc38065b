// SPDX-License-Identifier: Apache-2.0

// Package st7789 draws a matrix of round LEDs on TFT displays with an ST7789.
//
// # Datasheet
//
// Sitronix, ST7789V2, V1.0: sections 7.4.2 "4-line serial interface" (a clock period of
// 16 ns at least), 8.12 "Address control", 9.1 "System function command table".
package st7789

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/hw/fourwire"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/keyerr"
	"periph.io/x/conn/v3/physic"
)

// Config describes a display. The zero value is one of 240×240 with 24×24 LEDs on SPI0.0.
type Config struct {
	fourwire.Config
	// Backlight is the line that switches the light, high for on; empty or "none" where
	// the display is always lit.
	Backlight string `toml:"backlight"`
	// Module is the display's size, 240x240 (or empty), 240x320 or 320x172.
	Module string `toml:"module"`
	// Size of the picture in LEDs; not given it is what fits with a Pitch of 10.
	Size pixel.Size `toml:"size"`
	// Pitch is the distance of LEDs in pixels of the display, 3 to 40; 0 is the largest
	// that fits.
	Pitch int `toml:"pitch"`
	// Rotate turns the picture clockwise by 0, 90, 180 or 270 degrees.
	Rotate int `toml:"rotate"`
	// Mirror swaps left and right ("x") or top and bottom ("y") before turning.
	Mirror string `toml:"mirror"`
	// Order of the colours, RGB (or empty) or BGR.
	Order string `toml:"order"`
	// Inverse is for displays that show a negative otherwise.
	Inverse bool `toml:"inverse"`
}

// module is the geometry of displays of one size.
type module struct {
	name   string
	screen image.Point // pixels
	leds   image.Point // where none are given
	offset image.Point // of the screen's corner in the memory, as it is addressed
	access byte        // command 36, "Memory data access control"
}

// modules has the turned one with rows and columns exchanged (MV) and columns from the
// right (MX); its 172 columns are the middle ones of 240.
func modules() []module {
	return []module{
		{"240x240", image.Pt(240, 240), image.Pt(24, 24), image.Point{}, 0},
		{"240x320", image.Pt(240, 320), image.Pt(24, 32), image.Point{}, 0},
		{"320x172", image.Pt(320, 172), image.Pt(32, 16), image.Pt(0, 34), 0x60},
	}
}

// resolved is a Config that has been checked.
type resolved struct {
	at     fourwire.Connection
	module module
	layout pixel.Map
	grid   image.Point // LEDs on the screen
	pitch  int
	corner image.Point // of the first LED on the screen
	bgr    bool
	plain  bool // the display inverts nothing
}

func kind() *fourwire.Kind {
	return &fourwire.Kind{
		Name: "st7789", Speed: 32 * physic.MegaHertz, Least: 100 * physic.KiloHertz, Most: 80 * physic.MegaHertz,
		Clock: "SCL", Data: "SDA", Command: "DC",
	}
}

// warranted is the highest clock by the datasheet.
const warranted = 62500 * physic.KiloHertz

func (c Config) resolve() (r resolved, err error) {
	if r.at, err = kind().Resolve(c.Config, c.Backlight); err != nil {
		return r, err
	}
	if r.module, err = named(c.Module); err != nil {
		return r, err
	}
	if c.Order != "" && c.Order != "RGB" && c.Order != "BGR" {
		return r, keyerr.New("order", "st7789: order %q, want RGB or BGR", c.Order)
	}
	r.bgr, r.plain = c.Order == "BGR", c.Inverse
	if err := r.place(c); err != nil {
		return r, fmt.Errorf("st7789: %w", err)
	}
	return r, nil
}

func named(name string) (module, error) {
	all, names := modules(), []string(nil)
	for _, m := range all {
		names = append(names, m.name)
	}
	if name == "" {
		return all[0], nil
	}
	if i := slices.Index(names, name); i >= 0 {
		return all[i], nil
	}
	return module{}, keyerr.New("module", "st7789: module %q, want one of: %s", name, strings.Join(names, ", "))
}

// place finds where the LEDs are.
func (r *resolved) place(c Config) error {
	screen := r.module.screen
	r.grid = r.module.leds
	if c.Size != (pixel.Size{}) {
		r.grid = image.Point(c.Size)
		if c.Rotate%180 != 0 {
			r.grid = image.Pt(c.Size.Y, c.Size.X)
		}
	}
	r.pitch = min(screen.X/r.grid.X, screen.Y/r.grid.Y, mostPitch)
	if r.pitch < leastPitch {
		return keyerr.New("size", "size %v: at %d pixels for each LED, %s has room for %dx%d",
			c.Size, leastPitch, r.module.name, screen.X/leastPitch, screen.Y/leastPitch)
	}
	if c.Pitch != 0 {
		if c.Pitch < leastPitch || c.Pitch > r.pitch {
			return keyerr.New("pitch", "pitch %d, want %d to %d for these LEDs", c.Pitch, leastPitch, r.pitch)
		}
		r.pitch = c.Pitch
	}
	r.corner = screen.Sub(r.grid.Mul(r.pitch)).Div(2)
	var err error
	rows := pixel.Layout{Width: r.grid.X, Height: r.grid.Y, Wiring: pixel.Rows, Rotate: c.Rotate, Mirror: c.Mirror}
	r.layout, err = rows.Map(r.grid.X * r.grid.Y)
	return err
}

// The least distance of LEDs is that at which they look round at all.
const leastPitch, mostPitch = 3, 40

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	r, err := c.resolve()
	if err != nil {
		return panel.Plan{}, err
	}
	spec := panel.Spec{
		Size: r.layout.Size, Kind: panel.Color, Place: r.at.Place(), Frame: fourwire.Message, Terminals: r.at.Terminals(),
		Needs: panel.Needs{Bus: &panel.Bus{
			Speed: r.at.Speed(), Warranted: warranted,
			Picture: strip.Duration(2*r.grid.X*r.grid.Y*r.pitch*r.pitch, r.at.Speed()),
		}},
	}
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) {
		w, err := r.at.Open()
		if err != nil {
			return nil, err
		}
		return panel.Opened(open(w, r))
	}}, nil
}

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	chip, err := NewChip(c)
	if err != nil {
		return panel.Emulation{}, err
	}
	return panel.Emulation{
		Open: func() (panel.Panel, error) { return panel.Opened(open(chip, chip.r)) },
		Play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return fourwire.Play(d, lines, func(data bool, b byte) {
				_ = chip.Take(data, b) // of a capture that begins within a command
			}, frame)
		},
		Picture: func() image.Image { return chip.Picture() },
	}, nil
}
