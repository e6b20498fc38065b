// SPDX-License-Identifier: Apache-2.0

package unicornhd

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/hw/vcd"
	"periph.io/x/conn/v3/spi"
)

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	o, err := c.resolve()
	if err != nil {
		return panel.Plan{}, err
	}
	spec := panel.Spec{
		Size: o.Map.Size, Kind: panel.Color,
		Place: bus.OnSPI(c.Port), Frame: (*encoder)(nil).Size(), Board: true,
	}
	spec.Terminals = panel.Names{{bus.MOSI, "DIN"}, {bus.SCLK, "CLK"}, {bus.CE, "CS"}}.Terminals(spec.Place, false)
	spec.Amperes = o.Power.Most(len(o.Map.Pixel)) / 5
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) {
		return panel.OpenSPI(c.Port, func(port spi.PortCloser) (*strip.Dev, error) { return openResolved(port, o) })
	}}, nil
}

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	h, err := NewHAT(c)
	if err != nil {
		return panel.Emulation{}, err
	}
	return panel.Emulation{
		Open: func() (panel.Panel, error) { return panel.Opened(New(h, c)) },
		Play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return d.SPI(lines, func(at time.Duration, data []byte) error {
				h.Send(data)
				return frame(at)
			})
		},
		Picture: func() image.Image { return h.Picture() },
	}, nil
}
