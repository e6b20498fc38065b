// SPDX-License-Identifier: Apache-2.0

package ssd1306

import (
	"image"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/drawer"
	"github.com/ledpost/ledpost/hw/panel"
	"periph.io/x/conn/v3/i2c"
)

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
