// SPDX-License-Identifier: Apache-2.0

package ht16k33

import (
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel"
	"periph.io/x/conn/v3/i2c"
)

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	m, err := c.resolve()
	if err != nil {
		return panel.Plan{}, err
	}
	spec := panel.Spec{
		Size: m.Size, Kind: panel.Monochrome, Place: bus.OnI2C(c.Port, c.Address),
		Frame: 1 + memory, // short enough for a bus of any speed
	}
	spec.Terminals = panel.OnI2C(spec.Place)
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) {
		return panel.OpenI2C(c.Port, func(port i2c.BusCloser) (*Dev, error) { return openResolved(port, c, m) })
	}}, nil
}

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	chip, err := NewChip(c)
	if err != nil {
		return panel.Emulation{}, err
	}
	return panel.EmulateI2C(chip, func() (*Dev, error) { return New(chip, c) }), nil
}
