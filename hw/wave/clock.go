// SPDX-License-Identifier: Apache-2.0

package wave

import (
	"fmt"

	"periph.io/x/conn/v3/physic"
)

// Registers of the clock manager (BCM2835 ARM Peripherals, section 6.3; the errata have
// the offsets of the clocks of PCM and PWM).
const (
	pcmClock = 0x98
	pwmClock = 0xa0
	divisor  = 4 // after the control register

	password    = 0x5a << 24
	clockEnable = 1 << 4
	clockKill   = 1 << 5
	clockBusy   = 1 << 7
	clockPLLD   = 6 // the source

	mostDivisor = 0xfff
)

// clock is the rate of a peripheral's bits. Whole divisors only: a fraction would shift
// single pulses.
type clock struct {
	regs    Words
	at      uintptr // of the control register
	source  int64   // Hz
	divider uint32
}

// rate chooses the divider.
func (c *clock) rate(f physic.Frequency) error {
	n := (c.source + int64(f/physic.Hertz)/2) / max(int64(f/physic.Hertz), 1)
	if n < 20 || n > mostDivisor {
		return fmt.Errorf("speed %v, want %v to 25MHz", f, physic.Frequency(c.source/mostDivisor)*physic.Hertz)
	}
	c.divider = uint32(n)
	return nil
}

// set starts the clock. It may be changed only while it rests.
func (c *clock) set() error {
	c.stop()
	if !within(func() bool { return c.regs.Load(c.at)&clockBusy == 0 }) {
		return ErrStuck
	}
	c.regs.Store(c.at+divisor, password|c.divider<<12)
	c.regs.Store(c.at, password|clockPLLD)
	c.regs.Store(c.at, password|clockPLLD|clockEnable)
	if !within(func() bool { return c.regs.Load(c.at)&clockBusy != 0 }) {
		return ErrStuck
	}
	return nil
}

// holds reports whether the clock is as set made it.
func (c *clock) holds() bool {
	return c.regs.Load(c.at+divisor)&0xffffff == c.divider<<12 && c.regs.Load(c.at)&0x1f == clockPLLD|clockEnable
}

func (c *clock) stop() { c.regs.Store(c.at, password|clockKill) }

// Tags of VideoCore's property interface (Raspberry Pi firmware, "Mailbox property
// interface").
const (
	tagAllocate = 0x3000c // size, alignment, flags: a handle
	tagLock     = 0x3000d // a handle: a bus address
	tagUnlock   = 0x3000e
	tagRelease  = 0x3000f

	answered = 0x80000000
)

// property asks for one tag and returns the first word of the answer.
func property(hw Hardware, tag uint32, values ...uint32) (uint32, error) {
	n := uint32(4 * len(values))
	m := append([]uint32{n + 24, 0, tag, n, 0}, values...)
	m = append(m, 0) // the end of the tags
	if err := hw.Property(m); err != nil {
		return 0, err
	}
	if m[1] != answered {
		return 0, fmt.Errorf("VideoCore refuses the request %#x (answer %#x)", tag, m[1])
	}
	return m[5], nil
}
