// SPDX-License-Identifier: Apache-2.0

// Package bus opens SPI ports and I²C buses by name, without periph's host
// initialisation: that maps registers which a Pi 5 has elsewhere, and panels do
// not need that.
package bus

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/keyerr"
	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/host/v3/sysfs"
)

// HealEvery is how long a picture stands still before a panel is sent
// everything again, including its registers: noise on long leads upsets a chip,
// a dip of its supply resets it, and most chips cannot be read back. It is a
// little below two seconds because a busy machine may be late.
const HealEvery = 1900 * time.Millisecond

// recording is the prefix of a bus that records to a file instead.
const recording = "vcd:"

// OpenSPI opens "SPI0.0" or "/dev/spidev0.0" (bus 0, chip select 0), or records
// to the file of "vcd:/path/file.vcd". The errors say what to change.
func OpenSPI(name string) (spi.PortCloser, error) {
	if path, ok := strings.CutPrefix(name, recording); ok {
		return vcd.CreateSPI(path)
	}
	bus, chip, err := SPIName(name)
	if err != nil {
		return nil, err
	}
	return openSPI(bus, chip)
}

// SPIName splits the name of an SPI port into bus and chip select.
func SPIName(name string) (bus, chip int, err error) {
	rest, ok := strings.CutPrefix(name, "/dev/spidev")
	if !ok {
		rest, ok = strings.CutPrefix(strings.ToUpper(name), "SPI")
	}
	b, c, dot := strings.Cut(rest, ".")
	bus, errBus := strconv.Atoi(b)
	chip, errChip := strconv.Atoi(c)
	if !ok || !dot || errBus != nil || errChip != nil || bus < 0 || bus > 255 || chip < 0 || chip > 255 {
		return 0, 0, newPortError(name)
	}
	return bus, chip, nil
}

// A PortError is the error of a name that is no SPI port.
type PortError struct {
	Name string
	Fix  string // what to do instead, if that is known
}

func (e *PortError) Error() string {
	text := fmt.Sprintf("%q is not an SPI port such as %s", e.Name, DefaultSPI)
	if e.Fix != "" {
		text += "; " + e.Fix
	}
	return text
}

// newPortError knows the lines on which other programs drive strips, such as GPIO 18
// by PWM, 12 and 21: here the data come from SPI.
func newPortError(name string) error {
	e := &PortError{Name: name}
	line := strings.TrimPrefix(strings.ToUpper(name), "GPIO")
	if n, err := strconv.Atoi(strings.TrimSpace(line)); err == nil && n >= 0 && n < 28 {
		e.Fix = fmt.Sprintf("connect DIN to pin 19 (GPIO 10, MOSI) instead of GPIO %d, and write port = %q", n, DefaultSPI)
	}
	return e
}

// CheckSPI returns the faults of name as the value of the key port, without opening
// it; "" is valid and means the driver's usual port.
func CheckSPI(name string) error {
	return check(name, func() error { _, _, err := SPIName(name); return err })
}

// CheckI2C is CheckSPI for buses of I²C.
func CheckI2C(name string) error {
	return check(name, func() error { _, err := I2CName(name); return err })
}

func check(name string, device func() error) error {
	path, recorded := strings.CutPrefix(name, recording)
	switch {
	case name == "" || recorded && path != "":
		return nil
	case recorded:
		return keyerr.New("port", "port %q: want a file, as in vcd:/path/file.vcd", name)
	}
	if err := device(); err != nil {
		return keyerr.New("port", "port %w", err)
	}
	return nil
}

// OpenI2C opens "I2C1" or "/dev/i2c-1", or records to the file of
// "vcd:/path/file.vcd". The errors say what to change.
func OpenI2C(name string) (i2c.BusCloser, error) {
	if path, ok := strings.CutPrefix(name, recording); ok {
		return vcd.CreateI2C(path)
	}
	n, err := I2CName(name)
	if err != nil {
		return nil, err
	}
	path := fmt.Sprintf("/dev/i2c-%d", n)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, explain(err, path, "i2c", I2CLine(n))
	}
	f.Close()
	return sysfs.NewI2C(n)
}

// I2CName returns the number of the named bus.
func I2CName(name string) (int, error) {
	rest, ok := strings.CutPrefix(name, "/dev/i2c-")
	if !ok {
		rest, ok = strings.CutPrefix(strings.ToUpper(name), "I2C")
	}
	n, err := strconv.Atoi(rest)
	if !ok || err != nil || n < 0 || n > 255 {
		return 0, fmt.Errorf("%q is not an I2C bus such as I2C1", name)
	}
	return n, nil
}

// SPILine returns the line of a Raspberry Pi's config.txt that enables a port.
func SPILine(bus, chip int) string {
	if bus == 0 && chip < 2 {
		return "dtparam=spi=on"
	}
	return fmt.Sprintf("dtoverlay=spi%d-%dcs", bus, chip+1)
}

// I2CLine is SPILine for a bus of I²C.
func I2CLine(bus int) string {
	switch bus {
	case 0:
		return "dtparam=i2c_vc=on"
	case 1:
		return "dtparam=i2c_arm=on"
	}
	return fmt.Sprintf("dtoverlay=i2c%d", bus)
}

// explain adds what to change when a device file cannot be opened.
func explain(err error, path, group, line string) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no %s: add %q to /boot/firmware/config.txt and restart the Pi (%w)", path, line, err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s may not be opened: add the user to group %s (%w)", path, group, err)
	}
	return err
}

// BufsizAdvice says how to let spidev take longer messages.
const BufsizAdvice = "add spidev.bufsiz=65536 to the line in /boot/firmware/cmdline.txt and restart the Pi"

// Limit returns how many bytes a connection takes at once; 0 if it does not
// say.
func Limit(c spi.Conn) int {
	if l, ok := c.(conn.Limits); ok {
		return l.MaxTxSize()
	}
	return 0
}

// Speed is the clock of a bus, "2MHz" or "400kHz" in text. Zero means not given.
type Speed physic.Frequency

// UnmarshalText reads a number and a unit.
func (s *Speed) UnmarshalText(text []byte) error {
	var f physic.Frequency
	if err := f.Set(string(text)); err != nil || f <= 0 {
		return fmt.Errorf("%q is not a clock such as 2MHz", text)
	}
	*s = Speed(f)
	return nil
}

// MarshalText writes a number and a unit.
func (s Speed) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s Speed) String() string { return physic.Frequency(s).String() }

// Or returns s, or otherwise if s is zero.
func (s Speed) Or(otherwise physic.Frequency) physic.Frequency {
	if s == 0 {
		return otherwise
	}
	return physic.Frequency(s)
}

// Check returns the faults of s as the value of the key speed, which must be from
// least to most.
func (s Speed) Check(least, most physic.Frequency) error {
	if f := physic.Frequency(s); f < least || f > most {
		return keyerr.New("speed", "speed %v, want %v to %v", f, least, most)
	}
	return nil
}
