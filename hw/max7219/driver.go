// SPDX-License-Identifier: Apache-2.0

package max7219

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/hw/vcd"
	"periph.io/x/conn/v3/spi"
)

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
		return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) { return panel.Opened(startGray(c, g, startRefresher)) }}, nil
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
	return panel.Emulation{
		Open: func() (panel.Panel, error) { return panel.Opened(New(chain, c)) },
		Play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return d.SPI(lines, func(at time.Duration, data []byte) error {
				chain.Send(data)
				return frame(at)
			})
		},
		Picture: func() image.Image { return chain.Picture() },
	}, nil
}

// Backends returns the backends of the refresher process for these panels, by
// name.
func (Config) Backends() map[string]refresh.Opener {
	return map[string]refresh.Opener{"max7219": OpenGray}
}
