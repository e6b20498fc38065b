// SPDX-License-Identifier: Apache-2.0

package tm1640

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/vcd"
)

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	r, err := c.resolve()
	if err != nil {
		return panel.Plan{}, err
	}
	spec := panel.Spec{
		Size: r.layout.Size, Kind: panel.Monochrome,
		Place: bus.Place{Kind: bus.GPIO, Port: c.Port, Pins: 1<<r.data | 1<<r.clock},
		Terminals: []header.Terminal{
			{Name: "DIN", Source: header.Source(r.data)}, {Name: "SCLK", Source: header.Source(r.clock)},
			{Name: "VCC", Source: header.Volts33}, {Name: "GND", Source: header.Ground},
		},
	}
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) {
		l, err := openLines(r)
		if err != nil {
			return nil, err
		}
		return panel.Opened(openResolved(l, r))
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
			return d.Levels(lines, func(at time.Duration, high []bool) error {
				before := chip.messages
				if err := chip.Set(high[0], high[1]); err != nil || chip.messages == before {
					return err
				}
				return frame(at)
			}, vcd.Data, vcd.Clock)
		},
		Picture: func() image.Image { return chip.Picture() },
	}, nil
}
