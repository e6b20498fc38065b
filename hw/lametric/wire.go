// SPDX-License-Identifier: Apache-2.0

package lametric

import (
	"errors"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"github.com/ledpost/ledpost/hw/pixel"
)

// The controller's side of the wires (lametric-recovery, spi_display.h and shell_init.c).
const (
	frameSize = 488
	announce  = 0x04 // the message before a frame

	pinController = "1c20800.pinctrl" // label of the chip's lines in Linux
	framePin      = 4*32 + 4          // PE4

	address = 0x21 // on I²C
)

// A setting is a value of a register, and how long it takes then.
type setting struct {
	register, value byte
	then            time.Duration
}

const between = 10 * time.Millisecond

// settings are the controller's set-up.
var settings = []setting{
	{0x50, 0, 500 * time.Millisecond}, // no animation
	{0x90, 100, between},              // scans a second
	{0x20, 127, between},              // full white
	{0x11, 127, between},              // full red
	{0x12, 127, between},              // full green
	{0x13, 127, between},              // full blue
}

// begun is written when frames have been sent for 100 ms: it makes the controller show the first one.
var begun = []setting{{0xC0, 1, 0}}

const firstFrames = int(100 * time.Millisecond / refresh)

// write writes settings.
func write(b i2c.Bus, wait func(time.Duration), all []setting) error {
	for _, s := range all {
		if err := b.Tx(address, []byte{s.register, s.value}, nil); err != nil {
			return err
		}
		wait(s.then)
	}
	return nil
}

// A Line is the line beside the bus; *gpiomem.Outputs is one.
type Line interface {
	Set(levels, mask uint64) error
	Close() error
}

// framed is a port that announces each frame and raises the line while it is sent.
type framed struct {
	spi.PortCloser
	line Line
}

// Connect implements spi.Port.
func (f *framed) Connect(hz physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	c, err := f.PortCloser.Connect(hz, mode, bits)
	return framedConn{c, f.line}, err
}

// Close implements spi.PortCloser.
func (f *framed) Close() error { return errors.Join(f.PortCloser.Close(), f.line.Close()) }

type framedConn struct {
	spi.Conn
	line Line
}

var announced = []byte{announce}

// Tx implements conn.Conn.
func (c framedConn) Tx(w, r []byte) error {
	if err := c.Conn.Tx(announced, nil); err != nil {
		return err
	}
	if err := c.line.Set(1, 1); err != nil {
		return err
	}
	return errors.Join(c.Conn.Tx(w, r), c.line.Set(0, 1))
}

// MaxTxSize implements conn.Limits.
func (c framedConn) MaxTxSize() int {
	if l, ok := c.Conn.(conn.Limits); ok {
		return l.MaxTxSize()
	}
	return 0
}

// encoder writes frames: three boards of eight rows, of 8 LEDs of blue, green, red and white,
// and of 13 and 16 white ones.
type encoder struct {
	values []byte // of the chain: red, green, blue, white of each LED
}

func newEncoder() *encoder { return &encoder{values: make([]byte, 4*width*height)} }

// Size implements strip.Encoder.
func (*encoder) Size() int { return frameSize }

// Encode implements strip.Encoder.
func (e *encoder) Encode(frame []byte, c *pixel.Chain) {
	c.Bytes(e.values)
	for y := range height {
		row := e.values[4*width*y:]
		for x := range width {
			led := row[4*x : 4*x+4 : 4*x+4]
			switch {
			case x < 8:
				out := frame[32*y+4*x:]
				out[0], out[1], out[2], out[3] = led[2], led[1], led[0], led[3]
			case x < 21:
				frame[8*32+13*y+x-8] = white(led)
			default:
				frame[8*32+8*13+16*y+x-21] = white(led)
			}
		}
	}
}

// white is the light of an LED whose only colour is white (ITU-R BT.709).
func white(led []byte) byte {
	return byte(min(255, int(led[3])+(2126*int(led[0])+7152*int(led[1])+722*int(led[2])+5000)/10000))
}
