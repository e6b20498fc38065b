// SPDX-License-Identifier: Apache-2.0

// Package ssd1322 drives OLED displays of 256×64 in 16 greys with an SSD1322.
//
// # Datasheet
//
// Solomon Systech, SSD1322, Rev 1.2: section 9 "Command table", 10 "Command
// descriptions", 13 "AC characteristics" (a clock period of 100 ns at least).
package ssd1322

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/fourwire"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/keyerr"
	"periph.io/x/conn/v3/physic"
)

// Config describes a display. The zero value is upright on SPI0.0.
type Config struct {
	fourwire.Config
	// Rotate turns the picture by 0 or 180 degrees.
	Rotate int `toml:"rotate"`
}

// width and height of the display, in pixels, and its bytes: two pixels each.
const width, height, bytes = 256, 64, 256 * 64 / 2

func kind() *fourwire.Kind {
	return &fourwire.Kind{
		Name: "ssd1322", Speed: 10 * physic.MegaHertz, Least: 100 * physic.KiloHertz, Most: 10 * physic.MegaHertz,
		Clock: "SCLK", Data: "SDIN", Command: "D/C",
	}
}

func (c Config) resolve() (fourwire.Connection, error) {
	if c.Rotate != 0 && c.Rotate != 180 {
		return fourwire.Connection{}, keyerr.New("rotate", "ssd1322: rotate %d, want 0 or 180", c.Rotate)
	}
	return kind().Resolve(c.Config, "")
}

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	r, err := c.resolve()
	if err != nil {
		return panel.Plan{}, err
	}
	spec := panel.Spec{
		Size: image.Pt(width, height), Kind: panel.Grayscale, Place: r.Place(), Frame: fourwire.Message,
		Terminals: r.Terminals(),
		Needs: panel.Needs{
			Bus: &panel.Bus{Speed: r.Speed(), Warranted: 10 * physic.MegaHertz, Picture: strip.Duration(bytes, r.Speed())}},
	}
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) {
		w, err := r.Open()
		if err != nil {
			return nil, err
		}
		return panel.Opened(New(w, c))
	}}, nil
}

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	if _, err := c.resolve(); err != nil {
		return panel.Emulation{}, err
	}
	chip := NewChip()
	return panel.Emulation{
		Open: func() (panel.Panel, error) { return panel.Opened(New(chip, c)) },
		Play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return fourwire.Play(d, lines, func(data bool, b byte) {
				_ = chip.Take(data, b) // of a capture that begins within a command
			}, frame)
		},
		Picture: func() image.Image { return chip.Picture() },
	}, nil
}
