// SPDX-License-Identifier: Apache-2.0

package lametric

import (
	"errors"
	"fmt"
	"image"
	"image/color"

	"github.com/ledpost/ledpost/hw/bus"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// A Controller is the emulated one: an SPI port, with its line and its registers on I²C. It is
// written from the descriptions of lametric-recovery (CLAUDE.md, Display pixel mapping;
// docs/RECOVERY_NOTES.md, STM32 SPI Protocol and I2C Commands), apart from the program there.
// Only one goroutine may use it.
type Controller struct {
	bus.Emulated
	registers [256]byte
	ready     bool // a frame is announced
	high      bool // the line
	shown     [488]byte
	frames    int
}

// NewController returns one with register 0x50, the animation, at 1. It takes frames whatever
// the registers say.
func NewController() *Controller {
	k := &Controller{}
	k.Name, k.Connected = "LaMetric's controller", connect
	k.Take = func(data []byte) {
		if len(data) == 1 || k.high {
			k.Receive(data)
		}
	}
	k.registers[0x50] = 1
	return k
}

func connect(f physic.Frequency, mode spi.Mode, bits int) error {
	if f > 12*physic.MegaHertz || mode != spi.Mode0 || bits != 8 {
		return fmt.Errorf("lametric: %v in %v with %d bits is not what the controller takes", f, mode, bits)
	}
	return nil
}

// Receive takes a message: a frame counts if it is whole, and announced.
func (k *Controller) Receive(data []byte) {
	if len(data) == 1 {
		k.ready = data[0] == 4
		return
	}
	if k.ready && len(data) == len(k.shown) {
		copy(k.shown[:], data)
		k.frames++
	}
	k.ready = false
}

// Frames is how many frames have come.
func (k *Controller) Frames() int { return k.frames }

// Picture returns the light of the LEDs: a white LED is as bright as its red, green and blue ones
// together, and adds to them.
func (k *Controller) Picture() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 37, 8))
	for y := range 8 {
		for x := range 37 {
			m.SetRGBA(x, y, k.led(x, y))
		}
	}
	return m
}

// led is the light of an LED: some boards begin with the row before.
func (k *Controller) led(x, y int) color.RGBA {
	gray := func(at int) color.RGBA { return color.RGBA{k.shown[at], k.shown[at], k.shown[at], 255} }
	switch {
	case x < 8:
		at := k.shown[y*32+x*4:]
		sum := func(c byte) byte { return byte(min(int(c)+int(at[3]), 255)) }
		return color.RGBA{sum(at[2]), sum(at[1]), sum(at[0]), 255}
	case x < 12 && y == 0:
		return gray(256 + x - 8)
	case x < 12:
		return gray(260 + (y-1)*13 + 9 + x - 8)
	case x < 21:
		return gray(260 + y*13 + x - 12)
	case x < 25 && y == 0:
		return gray(360 + x - 21)
	case x < 25:
		return gray(364 + (y-1)*16 + 12 + x - 21)
	}
	return gray(364 + y*16 + x - 25)
}

// Line returns the line that is high while a frame is taken.
func (k *Controller) Line() Line { return line{k} }

type line struct{ k *Controller }

// Set implements Line.
func (l line) Set(levels, _ uint64) error {
	l.k.high = levels&1 == 1
	return nil
}

// Close implements Line.
func (line) Close() error { return nil }

// I2C returns the bus of the registers.
func (k *Controller) I2C() i2c.BusCloser { return registers{k} }

type registers struct{ k *Controller }

func (registers) String() string                  { return "LaMetric's controller" }
func (registers) SetSpeed(physic.Frequency) error { return nil }
func (registers) Close() error                    { return nil }

// Tx implements i2c.Bus: a register and its value.
func (r registers) Tx(addr uint16, w, in []byte) error {
	if addr != 0x21 || len(w) != 2 || len(in) != 0 {
		return errors.New("lametric: nothing acknowledges")
	}
	r.k.registers[w[0]] = w[1]
	return nil
}
