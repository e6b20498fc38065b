// SPDX-License-Identifier: Apache-2.0

package bus

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/internal/keyerr"
)

// The default ports, on the 40-pin header that every model has.
const (
	DefaultSPI = "SPI0.0"
	DefaultI2C = "I2C1"
)

// Kind is the kind of connection of a device.
type Kind uint8

// The kinds of connection; the zero value is no connection.
const (
	None Kind = iota
	SPI
	I2C
	GPIO // its own lines
	LEDs // the kernel's driver of a strip, see IsLEDs
	Wave // one line that a peripheral drives, see WaveLine
)

// A Place is where a device is connected to the 40-pin header. The zero value is
// nowhere.
type Place struct {
	Kind Kind
	// Port is the name of the port, complete: SPI0.0, I2C1, or vcd:FILE for a recording.
	// Of a device with its own lines it is empty or vcd:FILE.
	Port string
	// Bus is what other devices can share, such as SPI0 or I2C1; empty for a recording,
	// which has its own file, and for its own lines.
	Bus string
	// Chip is the chip select of SPI or the address on I²C.
	Chip int
	// Pins are the GPIO lines that it takes, of the header or, up to GPIO 45, of a Compute
	// Module: bit n is GPIO n.
	Pins uint64
	// Own is the part of Pins beside the lines of the bus, such as D/C of a display.
	Own uint64
}

// Recorded returns the file that the place is recorded to, if it is.
func (p Place) Recorded() (path string, ok bool) { return strings.CutPrefix(p.Port, recording) }

// Recording returns the file that a port is recorded to, if it is.
func Recording(port string) (path string, ok bool) { return strings.CutPrefix(port, recording) }

// OnSPI returns the place of a device on the named port, empty for [DefaultSPI].
func OnSPI(port string) Place {
	p := Place{Kind: SPI, Port: cmp.Or(port, DefaultSPI)}
	n, chip, err := SPIName(p.Port)
	if err != nil {
		return p // a recording
	}
	p.Bus, p.Chip, p.Pins = fmt.Sprintf("SPI%d", n), chip, spiPins(n, chip)
	return p
}

// OnI2C returns the place of a device with this address on the named bus, empty
// for [DefaultI2C].
func OnI2C(port string, address int) Place {
	p := Place{Kind: I2C, Port: cmp.Or(port, DefaultI2C), Chip: address}
	n, err := I2CName(p.Port)
	if err != nil {
		return p // a recording
	}
	p.Bus, p.Pins = fmt.Sprintf("I2C%d", n), i2cPins(n)
	return p
}

// The lines of buses.
const (
	MOSI = "MOSI"
	SCLK = "SCLK"
	CE   = "CE" // of the place's chip
	SDA  = "SDA"
	SCL  = "SCL"
)

// Line returns the GPIO line of the header that carries a line of the place's bus,
// and whether there is one.
func (p Place) Line(name string) (gpio int, ok bool) {
	if p.Kind == Wave {
		gpio, _, ok = WaveLine(p.Port)
		return gpio, ok && name == MOSI
	}
	switch p.Bus {
	case "SPI0":
		gpio, ok = map[string]int{MOSI: 10, SCLK: 11, CE: 8 - p.Chip}[name]
	case "SPI1":
		gpio, ok = map[string]int{MOSI: 20, SCLK: 21, CE: 18 - p.Chip}[name]
	case "I2C0":
		gpio, ok = map[string]int{SDA: 0, SCL: 1}[name]
	case "I2C1":
		gpio, ok = map[string]int{SDA: 2, SCL: 3}[name]
	}
	return gpio, ok && p.Pins>>gpio&1 == 1
}

// spiPins returns the lines of a bus of the header (raspberrypi.com, "Raspberry Pi
// hardware", GPIO and the 40-pin header: alternative functions), none for another.
// Of chip selects SPI0 always takes both, SPI1 those up to chip, by the overlay
// that a port with that one needs (spi1-1cs, spi1-2cs, spi1-3cs).
func spiPins(n, chip int) uint64 {
	switch n {
	case 0:
		return 1<<7 | 1<<8 | 1<<9 | 1<<10 | 1<<11
	case 1:
		pins := uint64(1<<18 | 1<<19 | 1<<20 | 1<<21)
		for n := 1; n <= min(chip, 2); n++ {
			pins |= 1 << (18 - n)
		}
		return pins
	}
	return 0
}

// i2cPins is spiPins for a bus of I²C.
func i2cPins(n int) uint64 {
	switch n {
	case 0:
		return 1<<0 | 1<<1
	case 1:
		return 1<<2 | 1<<3
	}
	return 0
}

// HeaderLine returns the number of the line of the header that the value of a key
// names, as "GPIO23" or "23", or the fault of that key.
func HeaderLine(key, name string) (int, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.ToUpper(name), "GPIO"))
	if err != nil || n < 0 || n > 27 {
		return 0, keyerr.New(key, "%s %q, want GPIO0 to GPIO27", key, name)
	}
	return n, nil
}

// WaveLine returns the line of the header that a port names, as "GPIO18", and the
// peripheral of the models 0 to 4 that makes its level from memory: PWM or PCM (BCM2835
// ARM Peripherals, table 6-31). ok is false for another port.
func WaveLine(port string) (line int, block string, ok bool) {
	if !strings.HasPrefix(strings.ToUpper(port), "GPIO") {
		return 0, "", false
	}
	line, err := HeaderLine("port", port)
	if err != nil {
		return 0, "", false
	}
	switch line {
	case 12, 13, 18, 19:
		return line, "PWM", true
	case 21:
		return line, "PCM", true
	}
	return 0, "", false
}

// OnWave returns the place of a device on such a line; Bus is the peripheral, which
// makes one line at a time.
func OnWave(port string) Place {
	line, block, _ := WaveLine(port)
	return Place{Kind: Wave, Port: strings.ToUpper(port), Bus: block, Pins: 1 << line}
}
