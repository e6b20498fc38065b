// SPDX-License-Identifier: Apache-2.0

package fourwire

import (
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/spi"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/vcd"
)

// A Wire is what a display is connected to.
type Wire interface {
	// Send sends one command, or, where data is true, what belongs to the last one.
	// It keeps nothing.
	Send(data bool, bytes []byte) error
	// Set sets the level of a line; it does nothing where that is not connected.
	Set(line Line, high bool) error
	// Close gives bus and lines back.
	Close() error
}

// Line is a line beside the bus and D/C.
type Line int

// The lines: RES, at whose low level the display is reset, and what switches the light.
const (
	Reset Line = iota + 1
	Backlight
)

// outputs are lines that a program drives, as [gpiomem.Outputs].
type outputs interface {
	Set(levels, mask uint64) error
	Close() error
}

// wire is a bus and its lines.
type wire struct {
	port  spi.PortCloser
	conn  spi.Conn
	lines outputs
	bit   [3]uint64 // of D/C and of each Line; 0 for one that is not connected
	most  int       // bytes at once
	data  bool      // D/C is high
}

// Open opens the bus, or its recording. With an error nothing stays open.
func (r Connection) Open() (Wire, error) {
	port, lines, err := r.open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.kind.Name, err)
	}
	w, err := r.on(port, lines)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", r.kind.Name, err), port.Close(), lines.Close())
	}
	return w, nil
}

// on connects to a port with those lines.
func (r Connection) on(port spi.PortCloser, lines outputs) (*wire, error) {
	conn, err := port.Connect(r.speed, spi.Mode0, 8)
	if err != nil {
		return nil, err
	}
	w := &wire{port: port, conn: conn, lines: lines, most: Message}
	if limit := bus.Limit(conn); limit != 0 {
		w.most = min(limit, Message)
	}
	bit := uint64(1)
	for i, n := range []int{r.dc, r.reset, r.light} {
		if n != absent {
			w.bit[i] = bit
			bit <<= 1
		}
	}
	return w, w.level(0, false)
}

// Message is how many bytes are sent at once at most: what spidev takes by itself.
const Message = 4096

func (r Connection) open() (spi.PortCloser, outputs, error) {
	if path, ok := bus.Recording(r.port); ok {
		port, err := vcd.CreateSPI(path, vcd.Line{Name: vcd.Command}, vcd.Line{Name: "RES"}, vcd.Line{Name: "BLK"})
		if err != nil {
			return nil, nil, err
		}
		return port, recorded{port, len(r.lines())}, nil
	}
	port, err := bus.OpenSPI(r.port)
	if err != nil {
		return nil, nil, err
	}
	lines, err := gpiomem.OpenOutputs(r.lines()...)
	if err != nil {
		return nil, nil, errors.Join(err, port.Close())
	}
	return port, lines, nil
}

// Send implements Wire.
func (w *wire) Send(data bool, bytes []byte) error {
	if data != w.data {
		if err := w.level(0, data); err != nil {
			return err
		}
		w.data = data
	}
	for len(bytes) > 0 {
		n := min(len(bytes), w.most)
		if err := w.conn.Tx(bytes[:n], nil); err != nil {
			return err
		}
		bytes = bytes[n:]
	}
	return nil
}

// Set implements Wire.
func (w *wire) Set(line Line, high bool) error { return w.level(int(line), high) }

func (w *wire) level(n int, high bool) error {
	if w.bit[n] == 0 {
		return nil
	}
	levels := w.bit[n]
	if !high {
		levels = 0
	}
	return w.lines.Set(levels, w.bit[n])
}

// Close implements Wire.
func (w *wire) Close() error { return errors.Join(w.lines.Close(), w.port.Close()) }

// recorded are the lines of a recording, beside its bus.
type recorded struct {
	port  *vcd.SPI
	lines int
}

// Set implements outputs.
func (r recorded) Set(levels, mask uint64) error {
	for n := range r.lines {
		if mask>>n&1 == 1 {
			if err := r.port.Set(n, levels>>n&1 == 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// Close implements outputs; the bus closes the file.
func (recorded) Close() error { return nil }

// Play decodes a capture: it calls take with each byte, and frame whenever the display
// is no longer selected after a byte of data.
func Play(d *vcd.Reader, lines vcd.Wiring, take func(data bool, b byte), frame func(at time.Duration) error) error {
	var word byte
	bits, before, data := 0, true, false
	if err := d.Expect(lines, vcd.Clock, []string{vcd.Data}, []string{vcd.Select, vcd.Command}); err != nil {
		return err
	}
	return d.Levels(lines, func(at time.Duration, high []bool) error {
		clock, bit, resting, dc := high[0], high[1], high[2], high[3]
		rose := clock && !before
		before = clock
		switch {
		case resting:
			bits = 0
			if data {
				data = false
				return frame(at)
			}
		case rose:
			word = word << 1
			if bit {
				word |= 1
			}
			if bits++; bits == 8 {
				bits, data = 0, data || dc
				take(dc, word)
			}
		}
		return nil
	}, vcd.Clock, vcd.Data, vcd.Select, vcd.Command)
}

// Picture, as a number of arguments, says that a command is followed by any number of
// bytes of the picture.
const Picture = -1

// Commands takes what arrives at an emulated display apart. Its first three fields must
// be set. Only one goroutine may use it.
type Commands struct {
	// Arguments is how many a command has, or Picture; ok is false where the
	// display has no such command.
	Arguments func(op byte) (n int, ok bool)
	// Do is called with each command once it is complete, and of a Picture before its
	// bytes.
	Do func(op byte, args []byte)
	// Write is called with each byte of the picture.
	Write func(b byte)

	op   byte
	args []byte
	want int
}

// Take takes a byte, of a command or, where data is true, of what follows it. It refuses
// what the display does not have.
func (c *Commands) Take(data bool, b byte) error {
	switch {
	case !data:
		return c.command(b)
	case c.want == Picture:
		c.Write(b)
		return nil
	case len(c.args) >= c.want:
		return fmt.Errorf("%#02x after command %#02x, which has %d arguments", b, c.op, c.want)
	}
	if c.args = append(c.args, b); len(c.args) == c.want {
		c.Do(c.op, c.args)
	}
	return nil
}

func (c *Commands) command(op byte) error {
	n, ok := c.Arguments(op)
	switch {
	case c.want > len(c.args):
		return fmt.Errorf("command %#02x after %d of the %d arguments of %#02x", op, len(c.args), c.want, c.op)
	case !ok:
		return fmt.Errorf("there is no command %#02x", op)
	}
	c.op, c.want, c.args = op, n, c.args[:0]
	if n <= 0 {
		c.Do(op, nil)
	}
	return nil
}
