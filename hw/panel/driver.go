// SPDX-License-Identifier: Apache-2.0

package panel

import (
	"context"
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/vcd"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// A Driver is the configuration of one kind of panel, and all that the rest of
// the program knows of that kind. It is a pointer to a struct whose fields have
// the keys of the panel's table as toml tags; zero values are the defaults.
type Driver interface {
	// Plan checks the keys and returns the panel that they describe, or the fault of one
	// key, a keyerr.Error. It touches no hardware.
	Plan() (Plan, error)
	// Emulate returns the panel as a program, or why it cannot.
	Emulate() (Emulation, error)
}

// A Plan is a panel whose keys have been checked. The zero value is no panel.
type Plan struct {
	Spec
	// Open opens the panel, without checking the keys again. With an error
	// nothing stays open. It may be called again once the panel is closed.
	Open func() (Panel, error)
}

// Spec describes a panel and its needs. The zero value is no panel.
type Spec struct {
	Size image.Point // of the picture
	Kind Kind
	// Place is where it is connected; zero for a composite.
	Place bus.Place
	// Wiring names the arrangement of Place's lines where the table's key wiring chooses
	// it; empty where the table's port gives the lines.
	Wiring string
	// Alone says that the panel takes all that is sent on its bus for its own.
	Alone bool
	// Frame is the length of the longest message on its bus, in bytes; 0 for none.
	Frame int
	// Needs is what it wants of the machine besides its place.
	Needs Needs
	// Terminals are wired to the Pi; a composite has none.
	Terminals []header.Terminal
	// Board says that the panel is usually plugged onto the header.
	Board bool
	// Parts are to buy for it; nil for one of the driver's name.
	Parts []header.Part
	// Amperes of 5 V that it takes at most; 0 where any supply is enough.
	Amperes float64
}

// Names are the terminals of a panel on a bus, as they are printed on it, by the
// lines of the bus.
type Names []struct{ Line, Name string }

// Terminals returns the terminals of a panel at p, none if it is recorded. If
// shifted, its inputs want more than the 3.3 V of a GPIO line.
func (n Names) Terminals(p bus.Place, shifted bool) (all []header.Terminal) {
	for _, t := range n {
		if gpio, ok := p.Line(t.Line); ok {
			all = append(all, header.Terminal{Name: t.Name, Source: header.Source(gpio), Shifted: shifted})
		}
	}
	return all
}

// Needs names the places that the doctor looks at for a panel, besides the port.
type Needs struct {
	SteadyClock bool       // the clock of SPI must not follow the load
	FastI2C     bool       // I²C at 400 kHz
	Refresher   bool       // its own process, see package refresh
	Registers   *Registers // the GPIO registers themselves; nil for none
	Network     *Network   // a panel over the network; nil for none
	Bus         *Bus       // SPI that limits the pictures; nil for none
}

// Bus is the doctor's remark about SPI on which a whole picture takes long.
type Bus struct {
	Speed     physic.Frequency // of the clock
	Warranted physic.Frequency // the chip's highest clock by its datasheet
	Picture   time.Duration    // how long a whole picture takes
}

// Network is a panel that is not at this machine.
type Network struct {
	Hosts []string      // by name or address
	Every time.Duration // at most one picture in this time
	// Ask asks all hosts, some seconds long, and returns those that are away.
	Ask func(context.Context) []Away
}

// Registers are the needs of a panel that is driven through the GPIO registers, or
// by the PIO of a Pi 5.
type Registers struct {
	Backend string // bcm, pio, or auto
	Pulses  string // what times the light: pwm, timed, or auto
	OnPWM   bool   // the line of the light is one of the PWM block's
	// Last are the highest GPIO lines of the first chain of panels, of the first two, and
	// so on, up to the chains in use.
	Last []int
	// Rate is about how often a second the picture is refreshed on a board with that
	// chip, by the name of the device tree, and which share of the time it is lit.
	Rate func(chip string) (hz, lit float64)
	// WithoutRIO is Rate on a Pi 5 that does not let its pins' registers be written, where
	// they are wanted (package rio); nil where not.
	WithoutRIO func() (hz, lit float64)
	// Chains are those that the wiring has lines for, and Chain the panels in each in use.
	Chains, Chain int
	// Lines are how many of the address lines A to E the panels want.
	Lines int
	// Refresh is the rate that the configuration chooses, 0 for none; OwnPlanes says that it
	// has planes or pulses of its own instead.
	Refresh   int
	OwnPlanes bool
}

// An Emulation is a panel as a program, on which captures are played and
// pictures drawn. Only one goroutine may use it.
type Emulation struct {
	// Open opens the panel's driver on the emulated one.
	Open func() (Panel, error)
	// Play plays a capture and calls frame whenever a frame may be complete.
	Play func(d *vcd.Reader, lines vcd.Wiring, frame func(at time.Duration) error) error
	// Picture returns what the LEDs show.
	Picture func() image.Image
}

// Opened keeps a nil pointer from becoming a Panel that is not nil.
func Opened[P Panel](p P, err error) (Panel, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}

// OpenSPI opens the named port, empty for [bus.DefaultSPI], and on it a driver,
// which then owns the port and closes it even if it fails.
func OpenSPI[P Panel](port string, open func(spi.PortCloser) (P, error)) (Panel, error) {
	p, err := bus.OpenSPI(bus.OnSPI(port).Port)
	if err != nil {
		return nil, err
	}
	return Opened(open(p))
}

// OpenI2C is OpenSPI for a bus of I²C, empty for [bus.DefaultI2C].
func OpenI2C[P Panel](port string, open func(i2c.BusCloser) (P, error)) (Panel, error) {
	b, err := bus.OpenI2C(bus.OnI2C(port, 0).Port)
	if err != nil {
		return nil, err
	}
	return Opened(open(b))
}

// OnI2C returns the terminals of a panel of 3.3 V on I²C at p.
func OnI2C(p bus.Place) []header.Terminal {
	return append(Names{{bus.SDA, "SDA"}, {bus.SCL, "SCL"}}.Terminals(p, false),
		header.Terminal{Name: "VCC", Source: header.Volts33}, header.Terminal{Name: "GND", Source: header.Ground})
}

// EmulateI2C returns the emulation of a panel whose chip is on I²C; open opens its driver on
// the chip.
func EmulateI2C[P Panel, M image.Image](chip interface {
	Send(addr uint16, data []byte) error // an error says that addr is another chip's
	Picture() M
}, open func() (P, error)) Emulation {
	return Emulation{
		Open: func() (Panel, error) { return Opened(open()) },
		Play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return d.I2C(lines, func(at time.Duration, addr uint16, data []byte) error {
				if chip.Send(addr, data) != nil {
					return nil
				}
				return frame(at)
			})
		},
		Picture: func() image.Image { return chip.Picture() },
	}
}

// EmulateSPI returns the emulation of what hangs on an SPI bus. take takes a message of the bus, and reports whether
// a frame may be complete.
func EmulateSPI[P Panel, M image.Image](take func(data []byte) bool, picture func() M,
	open func() (P, error)) Emulation {
	return Emulation{
		Open: func() (Panel, error) { return Opened(open()) },
		Play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return d.SPI(lines, func(at time.Duration, data []byte) error {
				if !take(data) {
					return nil
				}
				return frame(at)
			})
		},
		Picture: func() image.Image { return picture() },
	}
}

// Turned is what people see of an emulated module of LEDs that are lit or not: white on black, mirrored along an axis
// and then turned clockwise by quarters. It is worked out apart from package pixel, which the drivers use.
func Turned(size image.Point, mirror string, degrees int, lit func(x, y int) bool) *image.RGBA {
	if degrees%180 != 0 {
		size = image.Pt(size.Y, size.X)
	}
	m := image.NewRGBA(image.Rectangle{Max: size})
	for i := range size.X * size.Y {
		at, box := image.Pt(i%size.X, i/size.X), size
		m.Set(at.X, at.Y, color.Black)
		x, y := at.X, at.Y
		switch mirror {
		case "x":
			x = box.X - 1 - x
		case "y":
			y = box.Y - 1 - y
		}
		for range degrees / 90 {
			x, y, box = box.Y-1-y, x, image.Pt(box.Y, box.X)
		}
		if lit(x, y) {
			m.Set(at.X, at.Y, color.White)
		}
	}
	return m
}
