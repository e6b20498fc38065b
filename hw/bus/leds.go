// SPDX-License-Identifier: Apache-2.0

package bus

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// ledsPrefix begins the names of strips that the kernel's driver ws2812-pio has.
const ledsPrefix = "/dev/leds"

// IsLEDs reports whether a port is a strip of the kernel's, "/dev/leds0": the driver
// ws2812-pio of a Raspberry Pi 5 has up to four.
func IsLEDs(port string) bool {
	rest, ok := strings.CutPrefix(port, ledsPrefix)
	n, err := strconv.Atoi(rest)
	return ok && err == nil && n >= 0 && n < 4 && rest == strconv.Itoa(n)
}

// OnLEDs returns the place of such a strip.
func OnLEDs(port string) Place {
	return Place{Kind: LEDs, Port: port, Bus: strings.TrimPrefix(port, "/dev/")}
}

// LEDsLine returns the line of config.txt that gives a strip of so many LEDs to the
// kernel's driver, on a line of the header.
func LEDsLine(gpio, leds int) string {
	return fmt.Sprintf("dtoverlay=ws2812-pio,gpio=%d,num_leds=%d", gpio, leds)
}

// OpenLEDs opens a strip of the kernel's as a port that takes whole frames. The errors
// say what to change.
func OpenLEDs(name string) (spi.PortCloser, error) {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		const says = "there is no %s: on a Raspberry Pi 5 add a line such as %q to /boot/firmware/config.txt " +
			"and restart the Pi (%w)"
		return nil, fmt.Errorf(says, name, LEDsLine(18, 64), err)
	case errors.Is(err, fs.ErrPermission):
		const says = "%s may not be opened: add the user to group gpio, to which the package's udev rule gives it (%w)"
		return nil, fmt.Errorf(says, name, err)
	case err != nil:
		return nil, err
	}
	return NewLEDs(name, f), nil
}

// A LEDsFile is the device of a strip of the kernel's.
type LEDsFile interface {
	io.WriterAt
	io.Closer
}

// NewLEDs returns the port of a device, which it owns.
func NewLEDs(name string, f LEDsFile) spi.PortCloser { return leds{name, f} }

// leds is a strip of the kernel's. A write of one byte at the beginning sets the
// brightness; 0 leaves the values as they are, without the driver's own gamma. Others
// write pixels (Linux drivers/misc/ws2812-pio-rp1.c, of Raspberry Pi).
type leds struct {
	name string
	file LEDsFile
}

func (l leds) String() string { return l.name }

// LimitSpeed implements spi.PortCloser; the driver has its own clock.
func (l leds) LimitSpeed(physic.Frequency) error { return nil }

// Close implements spi.PortCloser.
func (l leds) Close() error { return l.file.Close() }

// Connect implements spi.Port.
func (l leds) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) {
	if _, err := l.file.WriteAt([]byte{0}, 0); err != nil {
		return nil, err
	}
	return ledsConn{l}, nil
}

// ledsConn keeps Tx apart from the port's own methods.
type ledsConn struct{ l leds }

func (c ledsConn) String() string      { return c.l.name }
func (c ledsConn) Duplex() conn.Duplex { return conn.Half }

// Tx implements conn.Conn: a frame, from the first LED on.
func (c ledsConn) Tx(w, _ []byte) error {
	_, err := c.l.file.WriteAt(w, 0)
	if errors.Is(err, syscall.EFBIG) {
		return fmt.Errorf("%s has fewer LEDs: write num_leds=%d into its line in config.txt and restart the Pi (%w)",
			c.l.name, len(w)/4, err)
	}
	return err
}

// TxPackets implements spi.Conn.
func (c ledsConn) TxPackets(packets []spi.Packet) error {
	for _, p := range packets {
		if err := c.Tx(p.W, nil); err != nil {
			return err
		}
	}
	return nil
}
