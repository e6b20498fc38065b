// SPDX-License-Identifier: Apache-2.0

package ssd1306

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/drawer"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/vcd"
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
	spec.Terminals = append(panel.Names{{bus.SDA, "SDA"}, {bus.SCL, "SCL"}}.Terminals(spec.Place, false),
		header.Terminal{Name: "VCC", Source: header.Volts33}, header.Terminal{Name: "GND", Source: header.Ground})
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) {
		return panel.OpenI2C(c.Port, func(port i2c.BusCloser) (*drawer.Panel, error) { return openResolved(port, c) })
	}}, nil
}

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	chip := NewChip(c)
	return panel.Emulation{
		Open: func() (panel.Panel, error) { return panel.Opened(New(chip, c)) },
		Play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return d.I2C(lines, func(at time.Duration, addr uint16, data []byte) error {
				if chip.Send(addr, data) != nil {
					return nil // to another chip on the bus
				}
				return frame(at)
			})
		},
		Picture: func() image.Image { return chip.Picture() },
	}, nil
}
