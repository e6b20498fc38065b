// SPDX-License-Identifier: Apache-2.0

package light

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// errNACK is what a bus says when no chip answers.
var errNACK = errors.New("no acknowledge")

// chip is one address of an emulated I²C bus.
type chip interface {
	tx(w, r []byte) error
}

// emulated is an I²C bus with one chip on it.
type emulated struct {
	address uint16
	chip    chip
	closed  int
}

func (b *emulated) String() string                  { return "I2C1" }
func (b *emulated) SetSpeed(physic.Frequency) error { return nil }
func (b *emulated) Close() error                    { b.closed++; return nil }

func (b *emulated) Tx(addr uint16, w, r []byte) error {
	if addr != b.address {
		return errNACK
	}
	return b.chip.tx(w, r)
}

// faults opens a sensor with wrong keys: each is an error, and the bus is closed.
func faults[S any, C any](t *testing.T, open func(i2c.BusCloser, C) (S, error), c chip, wrong ...C) {
	t.Helper()
	for _, cfg := range wrong {
		bus := &emulated{chip: c}
		if _, err := open(bus, cfg); err == nil || bus.closed != 1 {
			t.Errorf("%+v: error %v, bus closed %d times", cfg, err, bus.closed)
		}
	}
}

// absent opens a sensor on a bus whose chip has an address that no sensor has: the error says which one was asked,
// and the bus is closed.
func absent[S any, C any](t *testing.T, open func(i2c.BusCloser, C) (S, error), c chip, says string) {
	t.Helper()
	bus := &emulated{address: 1, chip: c}
	var cfg C
	if _, err := open(bus, cfg); !errors.Is(err, errNACK) || bus.closed != 1 || !strings.Contains(err.Error(), says) {
		t.Errorf("another address: %v, bus closed %d times", err, bus.closed)
	}
}

// bh1750 emulates the chip by its datasheet: a conversion takes its longest
// time, and what is read before its end is the result before.
type bh1750 struct {
	lux      float64
	on       bool
	time     int // measurement time register
	result   uint16
	next     uint16
	ready    time.Time
	commands []byte
	slowest  time.Duration
}

func (c *bh1750) tx(w, r []byte) error {
	for _, b := range w {
		c.commands = append(c.commands, b)
		c.command(b)
	}
	if len(r) != 0 {
		if !c.ready.IsZero() && !time.Now().Before(c.ready) {
			c.result, c.ready = c.next, time.Time{}
		}
		r[0], r[1] = byte(c.result>>8), byte(c.result)
	}
	return nil
}

func (c *bh1750) command(b byte) {
	switch {
	case b == 0x00:
		c.on = false
	case b == 0x01:
		c.on = true
	case b&0xF8 == 0x40:
		c.time = c.time&0x1F | int(b&7)<<5
	case b&0xE0 == 0x60:
		c.time = c.time&0xE0 | int(b&0x1F)
	case b == 0x20 || b == 0x21:
		counts := c.lux * 1.2 * float64(c.time) / 69
		if b == 0x21 {
			counts *= 2
		}
		c.next = uint16(min(math.Round(counts), 65535))
		took := 180 * time.Millisecond * time.Duration(c.time) / 69
		c.ready, c.slowest = time.Now().Add(took), max(c.slowest, took)
	}
}

// ads1115 emulates the converter: registers, and a conversion that takes 10 %
// longer than its data rate says.
type ads1115 struct {
	volts     [4]float64
	config    uint16
	converted int16
	ready     time.Time
	stuck     bool
}

func (c *ads1115) tx(w, r []byte) error {
	if len(w) == 3 && w[0] == 1 {
		c.config = uint16(w[1])<<8 | uint16(w[2])
		if c.config&0x8000 != 0 {
			c.start()
		}
	}
	if len(r) == 2 && len(w) == 1 {
		v := c.register(w[0])
		r[0], r[1] = byte(v>>8), byte(v)
	}
	return nil
}

func (c *ads1115) start() {
	rates := []float64{8, 16, 32, 64, 128, 250, 475, 860}
	rate := rates[c.config>>5&7]
	c.ready = time.Now().Add(time.Duration(1.1 / rate * float64(time.Second)))
}

func (c *ads1115) register(n byte) uint16 {
	done := !c.stuck && !time.Now().Before(c.ready)
	switch {
	case n == 0 && done:
		full := []float64{6.144, 4.096, 2.048, 1.024, 0.512, 0.256, 0.256, 0.256}[c.config>>9&7]
		v := c.volts[c.config>>12&3] // single-ended
		if c.config>>14&1 == 0 {
			v = 0
		}
		c.converted = int16(min(max(math.Round(v/full*32768), -32768), 32767))
		return uint16(c.converted)
	case n == 0:
		return uint16(c.converted)
	case done:
		return c.config | 0x8000
	}
	return c.config &^ 0x8000
}
