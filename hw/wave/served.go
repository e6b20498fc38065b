// SPDX-License-Identifier: Apache-2.0

package wave

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/refresh"
)

// maxFrame is more than the longest frame, of 2,048 LEDs with a white channel at three bits
// a bit, and its reset.
const maxFrame = 32 << 10

// parameters are what the refresher process has to know of a port.
type parameters struct {
	Port  string
	Speed int64 // Hz
	Size  int   // of a frame, in bytes
}

// Served returns the backends of the refresher process that send frames to a line, one for
// each peripheral; see [refresh.Serve]. Whatever their parameters, they drive a line that
// [New] knows, and DMA reads the frame and writes to the peripheral.
func Served() map[string]refresh.Opener {
	all := map[string]refresh.Opener{}
	for _, block := range []string{"PWM", "PCM"} {
		all[kindOf(block)] = func(raw []byte) (refresh.Backend, error) { return opened(raw, block, openHere) }
	}
	return all
}

func kindOf(block string) string { return "wave" + block }

// opened opens the port of a backend by open. It holds all memory and registers then: they
// take rights that the process gives away.
func opened(raw []byte, block string, open func(name string) (*Port, error)) (refresh.Backend, error) {
	var p parameters
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, fmt.Errorf("wave: parameters: %w", err)
	}
	_, of, ok := bus.WaveLine(p.Port)
	if !ok || of != block || p.Size < 1 || p.Size > maxFrame || p.Speed < 1 || p.Speed > 25e6 {
		return nil, fmt.Errorf("wave: parameters: %.40q at %d Hz, frames of %d bytes", p.Port, p.Speed, p.Size)
	}
	port, err := open(p.Port)
	if err != nil {
		return nil, err
	}
	c, err := port.Connect(physic.Frequency(p.Speed)*physic.Hertz, spi.Mode0, 8)
	if err == nil {
		err = port.fit(p.Size)
	}
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return &backend{port: port, conn: c, size: p.Size}, nil
}

// backend sends frames in the refresher process.
type backend struct {
	port *Port
	conn conn.Conn
	size int
	dark []byte // the first frame
}

// Lasts implements refresh.Lasting: LEDs keep their light, and who lost it gets it back.
func (b *backend) Lasts() time.Duration { return time.Second }

// Refresh implements refresh.Backend.
func (b *backend) Refresh(frame []byte) error {
	frame = frame[:min(len(frame), b.size)]
	if b.dark == nil {
		b.dark = slices.Clone(frame)
	}
	return b.conn.Tx(frame, nil)
}

// Blank implements refresh.Backend. Whoever opens a matrix makes it dark first.
func (b *backend) Blank() error {
	var err error
	if b.dark != nil {
		err = b.conn.Tx(b.dark, nil)
	}
	return errors.Join(err, b.port.Close())
}

// Open returns the port of a line of this machine's header, by the name of which
// [bus.WaveLine] knows. Its frames have one size, and a refresher process sends them, which
// the first frame starts: it fails with what is to be changed.
func Open(name string) (spi.PortCloser, error) {
	_, block, _ := bus.WaveLine(name)
	return &distant{name: name, block: block, limits: refresh.Usual()}, nil
}

// distant is a port whose frames another process sends.
type distant struct {
	name, block string
	speed       physic.Frequency
	limits      refresh.Limits
	process     *refresh.Process // nil before the first frame, whose size all have
	size        int
}

func (d *distant) String() string                    { return d.name }
func (d *distant) LimitSpeed(physic.Frequency) error { return nil }
func (d *distant) Duplex() conn.Duplex               { return conn.Half }

// Connect implements spi.Port.
func (d *distant) Connect(f physic.Frequency, _ spi.Mode, _ int) (spi.Conn, error) {
	d.speed = f
	return (*distantConn)(d), nil
}

// Close implements spi.PortCloser.
func (d *distant) Close() error {
	if d.process == nil {
		return nil
	}
	return d.process.Close()
}

// distantConn keeps Tx apart from the port's own methods.
type distantConn distant

func (c *distantConn) String() string      { return c.name }
func (c *distantConn) Duplex() conn.Duplex { return conn.Half }

// TxPackets implements spi.Conn.
func (c *distantConn) TxPackets(packets []spi.Packet) error {
	for _, p := range packets {
		if err := c.Tx(p.W, nil); err != nil {
			return err
		}
	}
	return nil
}

// Tx implements conn.Conn: it hands a frame over and does not wait until it is sent.
func (c *distantConn) Tx(w, _ []byte) (err error) {
	if c.process == nil {
		c.process, err = c.limits.Ask(kindOf(c.block), parameters{c.name, int64(c.speed / physic.Hertz), len(w)}, len(w))
		if err != nil {
			return err
		}
		c.size = len(w)
	}
	if len(w) != c.size {
		return fmt.Errorf("%s: a frame of %d bytes, want %d", c.name, len(w), c.size)
	}
	copy(c.process.Back(), w)
	if err := c.process.Publish(); err != nil {
		return err
	}
	return c.process.Wake()
}
