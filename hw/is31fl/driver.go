// SPDX-License-Identifier: Apache-2.0

package is31fl

import (
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel"
	"periph.io/x/conn/v3/i2c"
)

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	r, err := c.resolve()
	if err != nil {
		return panel.Plan{}, err
	}
	spec := panel.Spec{
		Size: r.layout.Size, Kind: panel.Grayscale, Place: bus.OnI2C(r.Port, r.Address), Frame: 1 + split,
		Needs: panel.Needs{FastI2C: true}, Board: r.Module == "scroll-phat-hd" || r.Module == "charlie-bonnet",
	}
	if r.module.rgb {
		spec.Kind = panel.Color
	}
	spec.Terminals = panel.OnI2C(spec.Place)
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) {
		return panel.OpenI2C(r.Port, func(port i2c.BusCloser) (*Dev, error) { return openResolved(port, r) })
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
