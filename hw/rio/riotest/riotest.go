// SPDX-License-Identifier: Apache-2.0

// Package riotest is a model of the pins of a Raspberry Pi 5, for tests of what reaches
// them: the registers of the RP1, the state machines beside them, and a program whose
// writes come late.
package riotest

import (
	"fmt"
	"time"

	"github.com/ledpost/ledpost/hw/pio/piotest"
)

// Spacing is the least time between two writes at the pins, however many wait: two cycles
// of the RP1. On a board 25 ns were measured.
const Spacing = 10 * time.Nanosecond

// A Chip is the registers and the pins in modelled time, as a rio.Memory. Its program
// takes Write for a write, Read for a read, and the time that Stall adds before either; it
// goes by Now and SleepUntil. Only one goroutine may use it.
type Chip struct {
	Write, Read time.Duration
	Reads       int // until now
	// Stall, if set, is how long the program is held up before it goes on.
	Stall func() time.Duration
	// Late, if set, is how long after the program a write reaches the pins. Writes keep
	// their order.
	Late func() time.Duration
	// Pins, if set, gets the levels after each change.
	Pins func(at time.Duration, levels uint32)

	block   *piotest.Block
	now     time.Duration // of the program
	waiting []write       // in order
	last    time.Duration // when the last one reaches the pins
	out, oe uint32        // SYS_RIO
	control [28]uint32
	pad     [28]uint32
	driven  uint32 // pins that the registers drive
	err     error
}

type write struct {
	at     time.Duration
	offset uintptr
	v      uint32
}

// New returns a chip with state machines, whose pins have no function yet.
func New(b *piotest.Block) *Chip {
	c := &Chip{Write: 25 * time.Nanosecond, Read: time.Microsecond, block: b}
	for pin := range c.control {
		c.control[pin], c.pad[pin] = 0x1f, 0x96 // as after a reset: no function, pads off
	}
	b.Outside = c.outside
	c.connect()
	return c
}

// Connect gives a pin to the state machines, as the kernel does. Its pad lets no level in:
// whether the kernel sees to that is not known.
func (c *Chip) Connect(pin int) {
	c.control[pin], c.pad[pin] = 7, 0x16
	c.connect()
}

// Function is a pin's function: 5 for the registers, 7 for the state machines.
func (c *Chip) Function(pin int) uint32 { return c.control[pin] & 0x1f }

// Output reports whether the registers drive a pin.
func (c *Chip) Output(pin int) bool { return c.oe>>pin&1 != 0 && c.Function(pin) == 5 }

// Err is the first write that the model does not know.
func (c *Chip) Err() error { return c.err }

// Now is the program's time, which goes on with each question.
func (c *Chip) Now() time.Duration {
	c.spend(20 * time.Nanosecond)
	return c.now
}

// SleepUntil implements the program's sleep.
func (c *Chip) SleepUntil(t time.Duration) {
	c.now = max(c.now, t)
	c.spend(5 * time.Microsecond)
}

// Rest lets time go by at the pins until all writes are there, and d more.
func (c *Chip) Rest(d time.Duration) {
	c.now = max(c.now, c.last) + d
	c.run(c.now)
}

func (c *Chip) spend(d time.Duration) {
	if c.Stall != nil {
		d += c.Stall()
	}
	c.now += d
}

// Store implements rio.Memory: the program goes on before the pins have the write.
func (c *Chip) Store(offset uintptr, v uint32) {
	c.spend(c.Write)
	at := c.now
	if c.Late != nil {
		at += c.Late()
	}
	c.last = max(at, c.last+Spacing)
	c.waiting = append(c.waiting, write{c.last, offset, v})
}

// Load implements rio.Memory: the question reaches the pins after all writes.
func (c *Chip) Load(offset uintptr) uint32 {
	c.Reads++
	c.spend(c.Read / 2)
	c.now = max(c.now, c.last+Spacing)
	c.run(c.now)
	v := c.read(offset)
	c.spend(c.Read / 2)
	return v
}

// run lets the pins see what happens until t.
func (c *Chip) run(t time.Duration) {
	if err := c.block.RunUntil(t, c.Pins); err != nil && c.err == nil {
		c.err = err
	}
}

// outside is the levels of the pins that the registers drive, in a cycle of the block.
func (c *Chip) outside(at time.Duration) (levels, mask uint32) {
	for len(c.waiting) > 0 && c.waiting[0].at <= at {
		c.write(c.waiting[0])
		c.waiting = c.waiting[1:]
	}
	return c.out, c.driven
}

// connect finds out which pins the registers drive, and which the machines see.
func (c *Chip) connect() {
	c.driven = 0
	for pin := range c.control {
		if c.Output(pin) && c.pad[pin]&0x80 == 0 {
			c.driven |= 1 << pin
		}
	}
	c.block.Deaf = ^c.listening()
}

func (c *Chip) read(offset uintptr) uint32 {
	switch {
	case offset < 8*28:
		return c.control[offset/8]
	case offset == 0x10000:
		return c.out
	case offset == 0x10004:
		return c.oe
	case offset == 0x10008:
		return c.block.Levels(2) & c.listening()
	case offset >= 0x20004 && offset < 0x20004+4*28:
		return c.pad[(offset-0x20004)/4]
	}
	c.fault("read", offset)
	return 0
}

// listening are the pins whose pads let their level in.
func (c *Chip) listening() (mask uint32) {
	for pin := range c.pad {
		mask |= c.pad[pin] >> 6 & 1 << pin
	}
	return mask
}

func (c *Chip) write(w write) {
	switch o := w.offset; {
	case o < 8*28 && o%8 == 4:
		c.control[o/8] = w.v
		c.connect()
	case o >= 0x20004 && o < 0x20004+4*28:
		c.pad[(o-0x20004)/4] = w.v
		c.connect()
	case o >= 0x10000 && o < 0x14000 && o%0x1000 == 0:
		alias(&c.out, o, w.v)
	case o >= 0x10000 && o < 0x14000 && o%0x1000 == 4:
		alias(&c.oe, o, w.v)
		c.connect()
	default:
		c.fault("write", o)
	}
}

// alias writes a register of SYS_RIO by one of its four addresses.
func alias(register *uint32, offset uintptr, v uint32) {
	switch offset >> 12 & 3 {
	case 0:
		*register = v
	case 1:
		*register ^= v
	case 2:
		*register |= v
	case 3:
		*register &^= v
	}
}

func (c *Chip) fault(what string, offset uintptr) {
	if c.err == nil {
		c.err = fmt.Errorf("riotest: %s at %#x, which no register has", what, offset)
	}
}
