// SPDX-License-Identifier: Apache-2.0

// Package strip sends the frames of LED chains over SPI, one write a frame.
package strip

import (
	"errors"
	"fmt"
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pixel"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// An Encoder turns the light of a chain into the bytes of a frame.
type Encoder interface {
	// Size is the length of a frame in bytes.
	Size() int
	// Encode writes the chain's light, in the dither's phase, into frame, which
	// has Size bytes and holds what the last call wrote, at first zeros. It
	// allocates nothing.
	Encode(frame []byte, c *pixel.Chain)
}

// Dev is an open chain of LEDs. Only one goroutine may use it, except for
// Power.
type Dev struct {
	port  spi.PortCloser
	conn  spi.Conn
	chain *pixel.Chain
	enc   Encoder
	frame []byte
}

// New connects to the chain on port and makes it dark. It owns port from then
// on, even if it fails.
func New(port spi.PortCloser, speed physic.Frequency, chain *pixel.Chain, enc Encoder) (*Dev, error) {
	d, err := connect(port, speed, chain, enc)
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return d, nil
}

func connect(port spi.PortCloser, speed physic.Frequency, chain *pixel.Chain, enc Encoder) (*Dev, error) {
	c, err := port.Connect(speed, spi.Mode0, 8)
	if err != nil {
		return nil, err
	}
	if limit := bus.Limit(c); limit != 0 && enc.Size() > limit {
		return nil, fmt.Errorf("%d LEDs take %d bytes a frame, but %v takes %d at once: %s",
			chain.LEDs(), enc.Size(), c, limit, bus.BufsizAdvice)
	}
	d := &Dev{port: port, conn: c, chain: chain, enc: enc, frame: make([]byte, enc.Size())}
	return d, d.Draw(d.Bounds(), image.Black, image.Point{})
}

// Duration is how long so many bytes take on a bus.
func Duration(bytes int, speed physic.Frequency) time.Duration {
	return time.Duration(bytes*8) * speed.Period()
}

// Bounds implements hw.Panel.
func (d *Dev) Bounds() image.Rectangle { return d.chain.Bounds() }

// SetBrightness implements hw.Panel.
func (d *Dev) SetBrightness(level float64) error {
	d.chain.SetBrightness(level)
	return nil
}

// Draw implements hw.Panel.
func (d *Dev) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	d.chain.Draw(r, src, sp)
	return d.send()
}

// RefreshAfter implements hw.Refresher: when the dither's next phase is due, or
// else when a strip that lost its light has to get it back.
func (d *Dev) RefreshAfter() time.Duration {
	if phase := d.chain.RefreshAfter(); phase > 0 {
		return phase
	}
	return bus.HealEvery
}

// Refresh implements hw.Refresher: the same picture, in the dither's next phase
// if there is one.
func (d *Dev) Refresh() error {
	if d.chain.RefreshAfter() > 0 {
		d.chain.Next()
	}
	return d.send()
}

// Power implements hw.PowerMeter.
func (d *Dev) Power() (watts, scale float64) { return d.chain.Power() }

func (d *Dev) send() error {
	d.enc.Encode(d.frame, d.chain)
	return d.conn.Tx(d.frame, nil)
}

// Close implements hw.Panel.
func (d *Dev) Close() error {
	return errors.Join(d.Draw(d.Bounds(), image.Black, image.Point{}), d.port.Close())
}
