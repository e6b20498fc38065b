package apa102

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/hw/vcd"
)

// Check implements panel.Driver.
func (c Config) Check() (panel.Spec, error) { return kind().Check(strip.Config(c)) }

// Open implements panel.Driver.
func (c Config) Open() (panel.Panel, error) { return panel.OpenSPI(c.Port, c, New) }

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	s, err := NewStrip(c)
	if err != nil {
		return panel.Emulation{}, err
	}
	return panel.Emulation{
		Open: func() (panel.Panel, error) { return panel.Opened(New(s, c)) },
		Play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return d.Bits(lines, func(at time.Duration, high bool) error {
				n := s.Frames()
				if s.Bit(high); s.Frames() == n {
					return nil
				}
				return frame(at)
			})
		},
		Picture: func() image.Image { return s.Picture() },
	}, nil
}
