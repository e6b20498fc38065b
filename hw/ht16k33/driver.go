package ht16k33

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
	m, err := c.layout()
	return panel.Spec{
		Size: m.Size, Kind: panel.Monochrome, Place: bus.OnI2C(c.Port, c.Address),
		Frame: 1 + memory, // short enough for a bus of any speed
	}, err
}

// Open implements panel.Driver.
func (c Config) Open() (panel.Panel, error) { return panel.OpenI2C(c.Port, c, New) }

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
