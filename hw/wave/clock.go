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
