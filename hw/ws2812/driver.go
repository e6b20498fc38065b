package ws2812

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/hw/vcd"
)

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	p, err := kind().Plan(strip.Config(c))
	p.Needs.SteadyClock = true // the pulses are made of it
	return p, err
}

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	s, err := NewStrip(c)
	if err != nil {
		return panel.Emulation{}, err
	}
	return panel.Emulation{
		Open:    func() (panel.Panel, error) { return panel.Opened(New(s, c)) },
		Play:    s.play,
		Picture: func() image.Image { return s.Picture() },
	}, nil
}

// play plays the level of one wire.
func (s *Strip) play(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
	n, last := 0, time.Duration(0)
	check := func() error {
		if s.Frames() == n {
			return nil
		}
		n = s.Frames()
		return frame(last)
	}
	err := d.Changes(lines, vcd.Data, func(at time.Duration, high bool) error {
		last = at
		s.Level(at, high)
		return check()
	})
	if err != nil {
		return err
	}
	s.Rest(last + time.Millisecond) // nothing follows the last frame
	return check()
}
