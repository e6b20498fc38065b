package ssd1306

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/vcd"
)

// Check implements panel.Driver.
func (c Config) Check() (panel.Spec, error) {
	c.setDefaults()
	if err := c.check(); err != nil {
		return panel.Spec{}, err
	}
	return panel.Spec{
		Size: image.Point(c.Size), Kind: panel.Monochrome, Place: bus.OnI2C(c.Port, c.Address),
		Frame: 1 + c.Size.X*c.Size.Y/8, // the control byte, and eight pixels a byte
		Needs: panel.Needs{FastI2C: true},
	}, nil
}

// Open implements panel.Driver.
func (c Config) Open() (panel.Panel, error) { return panel.OpenI2C(c.Port, c, New) }

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
