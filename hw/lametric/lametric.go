// SPDX-License-Identifier: Apache-2.0

// Package lametric drives the panel of a LaMetric Time that boots Linux, from within: 8×8 LEDs
// of four colours and 29×8 white ones behind a controller that takes 488 bytes a frame over SPI,
// and its set-up over I²C. What is known of it was found by the project lametric-recovery.
package lametric

import (
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/keyerr"
)

const (
	width, height = 37, 8
	speed         = 12 * physic.MegaHertz // of SPI
	usualPort     = "SPI2.0"
	usualI2C      = "I2C1" // Linux numbers the chip's third bus so, since the second is not used
	// refresh is how often a picture is sent that stands still: as often as the controller
	// scans. Whether it would keep a picture is not known.
	refresh = 10 * time.Millisecond
)

// Frame is the line of a recording that is high while the controller takes a frame.
const Frame = "FRAME"

// Config describes the panel. The zero value is how the clock is built.
type Config struct {
	// Port is the SPI port; empty is SPI2.0.
	Port string `toml:"port"`
	// I2C is the bus of the controller's set-up; empty is I2C1.
	I2C string `toml:"i2c"`
	pixel.Colour
}

// resolve returns the chain's options, or which key is wrong. LEDs are numbered row by row.
func (c Config) resolve() (pixel.Options, error) {
	if err := bus.CheckSPI(c.Port); err != nil {
		return pixel.Options{}, fmt.Errorf("lametric: %w", err)
	}
	if _, err := bus.I2CName(c.i2c()); err != nil {
		return pixel.Options{}, fmt.Errorf("lametric: %w", keyerr.New("i2c", "i2c: %v", err))
	}
	m, err := pixel.Layout{Width: width, Height: height, Wiring: pixel.Rows}.Map(width * height)
	if err != nil {
		return pixel.Options{}, fmt.Errorf("lametric: %w", err)
	}
	o := pixel.Options{Map: m, Colour: c.Colour, White: true, Power: pixel.Power{Limit: -1}, Frame: refresh}
	if _, err := pixel.NewChain(o); err != nil {
		return o, fmt.Errorf("lametric: %w", err)
	}
	return o, nil
}

func (c Config) port() string {
	if c.Port == "" {
		return usualPort
	}
	return c.Port
}

func (c Config) i2c() string {
	if c.I2C == "" {
		return usualI2C
	}
	return c.I2C
}

// Dev is an open panel. Only one goroutine may use it, except for Power.
type Dev struct{ *strip.Dev }

// RefreshAfter implements hw.Refresher.
func (d Dev) RefreshAfter() time.Duration { return min(d.Dev.RefreshAfter(), refresh) }

// New opens the panel on port, dark, with the controller's set-up on control, nil for none. It
// owns all three, even if it fails.
func New(port spi.PortCloser, line Line, control i2c.BusCloser, cfg Config) (*Dev, error) {
	o, err := cfg.resolve()
	if err != nil {
		return nil, errors.Join(err, port.Close(), line.Close(), closed(control))
	}
	return open(port, line, control, o, time.Sleep)
}

// open is New for checked options; wait lets time pass.
func open(port spi.PortCloser, line Line, control i2c.BusCloser, o pixel.Options, wait func(time.Duration)) (*Dev, error) {
	framed := &framed{PortCloser: port, line: line}
	chain, err := pixel.NewChain(o)
	if err == nil && control != nil {
		err = write(control, wait, settings)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lametric: %w", err), closed(control), framed.Close())
	}
	d, err := strip.New(framed, speed, chain, newEncoder())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lametric: %w", err), closed(control))
	}
	if control != nil {
		err = begin(d, control, wait)
	}
	if err = errors.Join(err, closed(control)); err != nil {
		return nil, errors.Join(fmt.Errorf("lametric: %w", err), d.Close())
	}
	return &Dev{d}, nil
}

// begin sends the first frames, and what the controller wants after them.
func begin(d *strip.Dev, control i2c.BusCloser, wait func(time.Duration)) error {
	for range firstFrames {
		if err := d.Refresh(); err != nil {
			return err
		}
		wait(refresh)
	}
	return write(control, wait, begun)
}

func closed(b i2c.BusCloser) error {
	if b == nil {
		return nil
	}
	return b.Close()
}

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	o, err := c.resolve()
	if err != nil {
		return panel.Plan{}, err
	}
	spec := panel.Spec{Size: o.Map.Size, Kind: panel.Mixed, Place: bus.OnSPI(c.port()), Frame: frameSize, Board: true}
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) { return panel.Opened(c.open(o)) }}, nil
}

// open opens the panel where the configuration says, or its recording.
func (c Config) open(o pixel.Options) (*Dev, error) {
	if path, ok := bus.Recording(c.Port); ok {
		port, err := vcd.CreateSPI(path, vcd.Line{Name: Frame})
		if err != nil {
			return nil, err
		}
		return open(port, recorded{port}, nil, o, nil)
	}
	port, err := bus.OpenSPI(c.port())
	if err != nil {
		return nil, err
	}
	line, err := gpiomem.OpenOutputsOf(pinController, framePin)
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	control, err := bus.OpenI2C(c.i2c())
	if err != nil {
		return nil, errors.Join(err, port.Close(), line.Close())
	}
	return open(port, line, control, o, time.Sleep)
}

// recorded is the line of a recording; the bus closes the file.
type recorded struct{ port *vcd.SPI }

// Set implements Line.
func (r recorded) Set(levels, _ uint64) error { return r.port.Set(0, levels != 0) }

// Close implements Line.
func (recorded) Close() error { return nil }

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	o, err := c.resolve()
	if err != nil {
		return panel.Emulation{}, err
	}
	k := NewController()
	take := func(data []byte) bool {
		k.Receive(data)
		return len(data) != 1
	}
	return panel.EmulateSPI(take, k.Picture, func() (*Dev, error) {
		return open(k, k.Line(), k.I2C(), o, func(time.Duration) {})
	}), nil
}
