package unicornhd

import (
	"fmt"
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/vcd"
)

// Check implements panel.Driver.
func (c Config) Check() (panel.Spec, error) {
	chain, err := newChain(c)
	if err != nil {
		return panel.Spec{}, fmt.Errorf("unicornhd: %w", err)
	}
	return panel.Spec{
		Size: chain.Bounds().Size(), Kind: panel.Color,
		Place: bus.OnSPI(c.Port), Frame: (*encoder)(nil).Size(),
	}, nil
}

// Open implements panel.Driver.
func (c Config) Open() (panel.Panel, error) { return panel.OpenSPI(c.Port, c, New) }

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
