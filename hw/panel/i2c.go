// SPDX-License-Identifier: Apache-2.0

package panel

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/vcd"
)

// OnI2C returns the terminals of a panel of 3.3 V on I²C at p.
func OnI2C(p bus.Place) []header.Terminal {
	return append(Names{{bus.SDA, "SDA"}, {bus.SCL, "SCL"}}.Terminals(p, false),
		header.Terminal{Name: "VCC", Source: header.Volts33}, header.Terminal{Name: "GND", Source: header.Ground})
}

// EmulateI2C returns the emulation of a panel whose chip is on I²C; open opens its driver on
// the chip.
func EmulateI2C[P Panel, M image.Image](chip interface {
	Send(addr uint16, data []byte) error // an error says that addr is another chip's
	Picture() M
}, open func() (P, error)) Emulation {
	return Emulation{
		Open: func() (Panel, error) { return Opened(open()) },
		Play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return d.I2C(lines, func(at time.Duration, addr uint16, data []byte) error {
				if chip.Send(addr, data) != nil {
					return nil
				}
				return frame(at)
			})
		},
		Picture: func() image.Image { return chip.Picture() },
	}
}
