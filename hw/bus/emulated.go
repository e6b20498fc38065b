// SPDX-License-Identifier: Apache-2.0

package bus

import (
	"errors"
	"fmt"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// Emulated is an SPI port with a program at its other end, such as an emulated
// chip. The zero value accepts whatever is sent. Only one goroutine may use it.
type Emulated struct {
	// Name is what String returns.
	Name string
	// Connected, if not nil, is called with the connection; an error refuses
	// it.
	Connected func(f physic.Frequency, mode spi.Mode, bits int) error
	// Take, if not nil, gets the bytes between two rises of chip select. It must
	// not keep them.
	Take func(data []byte)
	// Most is the largest number of bytes in one message; 0 is any number.
	Most int

	// Messages is the number of messages so far, which are system calls on a
	// Pi.
	Messages int
	// Closed says that the port was closed.
	Closed bool
}

func (e *Emulated) String() string { return e.Name }

// LimitSpeed implements spi.PortCloser.
func (e *Emulated) LimitSpeed(physic.Frequency) error { return nil }

// Close implements spi.PortCloser.
func (e *Emulated) Close() error {
	e.Closed = true
	return nil
}

// Connect implements spi.Port.
func (e *Emulated) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	if e.Connected != nil {
		if err := e.Connected(f, mode, bits); err != nil {
			return nil, err
		}
	}
	return emulatedConn{e}, nil
}

// emulatedConn keeps Tx apart from the port's own methods.
type emulatedConn struct{ e *Emulated }

func (c emulatedConn) String() string      { return c.e.Name }
func (c emulatedConn) Duplex() conn.Duplex { return conn.Full }
func (c emulatedConn) MaxTxSize() int      { return c.e.Most }

// Tx implements conn.Conn.
func (c emulatedConn) Tx(w, _ []byte) error {
	if c.e.Closed {
		return errors.New("bus: the port is closed")
	}
	if c.e.Most != 0 && len(w) > c.e.Most {
		return fmt.Errorf("bus: %d bytes at once, at most %d are possible", len(w), c.e.Most)
	}
	c.e.Messages++
	c.take(w)
	return nil
}

// TxPackets implements spi.Conn.
func (c emulatedConn) TxPackets(packets []spi.Packet) error {
	if c.e.Closed {
		return errors.New("bus: the port is closed")
	}
	c.e.Messages++
	for i := 0; i < len(packets); i++ {
		data := packets[i].W
		for ; packets[i].KeepCS && i+1 < len(packets); i++ {
			data = append(data[:len(data):len(data)], packets[i+1].W...)
		}
		c.take(data)
	}
	return nil
}

func (c emulatedConn) take(data []byte) {
	if c.e.Take != nil {
		c.e.Take(data)
	}
}
