// SPDX-License-Identifier: Apache-2.0

package is31fl

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/vcd"
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
	spec.Terminals = append(panel.Names{{bus.SDA, "SDA"}, {bus.SCL, "SCL"}}.Terminals(spec.Place, false),
		header.Terminal{Name: "VCC", Source: header.Volts33}, header.Terminal{Name: "GND", Source: header.Ground})
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
