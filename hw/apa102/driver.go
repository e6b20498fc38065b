// SPDX-License-Identifier: Apache-2.0

package apa102

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/hw/vcd"
)

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) { return kind().Plan(strip.Config(c)) }

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
