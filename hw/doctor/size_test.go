// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"testing"

	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/ws2812"
	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// port is an SPI port that takes so many bytes at once.
type port int

func (p port) String() string                                            { return "SPI0.0" }
func (p port) Close() error                                              { return nil }
func (p port) LimitSpeed(physic.Frequency) error                         { return nil }
func (p port) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return p, nil }
func (p port) Tx(w, r []byte) error                                      { return nil }
func (p port) TxPackets([]spi.Packet) error                              { return nil }
func (p port) Duplex() conn.Duplex                                       { return conn.Full }
func (p port) MaxTxSize() int                                            { return int(p) }

// frame is the length that the driver says its frames have.
func frame(t *testing.T, c interface{ Plan() (panel.Plan, error) }) int {
	t.Helper()
	s := must.Get(c.Plan())(t)
	return s.Frame
}

// TestFrameBytes: what the doctor compares with the kernel's limit is what the
// drivers do.
func TestFrameBytes(t *testing.T) {
	for _, c := range []struct {
		name string
		size int
		open func(p port) error
	}{
		{"ws2812", frame(t, ws2812.Config{}), func(p port) error { _, err := ws2812.New(p, ws2812.Config{}); return err }},
		{"ws2812 RGBW", frame(t, ws2812.Config{Order: "GRBW", Layout: pixel.Layout{Width: 9, Height: 3}}), func(p port) error {
			_, err := ws2812.New(p, ws2812.Config{Order: "GRBW", Layout: pixel.Layout{Width: 9, Height: 3}})
			return err
		}},
		{"apa102", frame(t, apa102.Config{}), func(p port) error { _, err := apa102.New(p, apa102.Config{}); return err }},
		{"apa102 small", frame(t, apa102.Config{Layout: pixel.Layout{Width: 5, Height: 5}}), func(p port) error {
			_, err := apa102.New(p, apa102.Config{Layout: pixel.Layout{Width: 5, Height: 5}})
			return err
		}},
	} {
		if err := c.open(port(c.size)); err != nil {
			t.Errorf("%s: %d bytes are not enough: %v", c.name, c.size, err)
		}
		if err := c.open(port(c.size - 1)); err == nil {
			t.Errorf("%s: %d bytes are enough", c.name, c.size-1)
		}
	}
}
