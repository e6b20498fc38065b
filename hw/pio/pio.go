// SPDX-License-Identifier: Apache-2.0

// Package pio runs programs on the programmable I/O of the Raspberry Pi 5: small
// state machines in its RP1 chip that move words from memory to pins with exact
// timing. The kernel offers them as /dev/pio0, which needs the group gpio.
//
// The state machines work as in the RP2040 (RP2040 datasheet, chapter 3); the kernel's
// calls come from its header uapi/misc/rp1_pio_if.h.
package pio

import "time"

// Sizes of the RP1's block (rp1_pio_if.h).
const (
	Instructions = 32 // that all programs share
	Pins         = 28
)

// Cycle is the shortest time that an instruction takes: the RP1 runs at 200 MHz.
const Cycle = 5 * time.Nanosecond

// A Program is code and how the state machine is to run it. Jumps count from
// the first instruction; words are pulled by themselves and shifted out lowest bit
// first.
type Program struct {
	Code []uint16
	// Wrap is the instruction after which the program goes on with WrapTo.
	Wrap, WrapTo int
	// Divider is the number of cycles an instruction takes, 1 or more.
	Divider int
	// Out are as many pins as OutCount says, from this one on; Set and Side are
	// one pin each. Every instruction drives Side, unless NoSide.
	Out, OutCount, Set, Side int
	NoSide                   bool
	Branch                   int // the pin of [IfPin]
	// Bits of a word are used, the others are not; 0 is 32.
	Bits int
	// Sticky lets the machine drive, in every cycle, what its last Out or SetPin drove:
	// a machine with a lower number can then not change it.
	Sticky bool
}

// Operands of instructions (RP2040 datasheet, section 3.4).
const (
	ToPins, ToX, ToY, ToISR = 0, 1, 2, 6 // destinations of Out

	// conditions of Jump; the decrements jump if the register was not 0
	Always, XZero, XDecrement, YZero, YDecrement = 0, 1, 2, 3, 4
	IfPin                                        = 6 // the pin of Branch is high
)

// Jump goes to the instruction to if the condition holds.
func Jump(condition, to int) uint16 { return uint16(condition<<5 | to) }

// Out shifts n bits, 1 to 32, out to a destination.
func Out(to, n int) uint16 { return uint16(0b011<<13 | to<<5 | n&31) }

// SetPin drives the Set pin.
func SetPin(level int) uint16 { return uint16(0b111<<13 | level) }

// XFromISR copies the input shift register, which keeps what Out wrote to it.
func XFromISR() uint16 { return 0b101<<13 | 1<<5 | 6 }

// ISRFromY copies Y to the input shift register.
func ISRFromY() uint16 { return 0b101<<13 | 6<<5 | 2 }

// DoubleISR doubles the input shift register while its highest bit is 0: 31 of its bits go
// in from above, which turns it by a bit.
func DoubleISR() uint16 { return 0b010<<13 | 6<<5 | 31 }

// SetFlag raises a flag, 0 to 7, that all machines see; ClearFlag lowers it.
func SetFlag(n int) uint16 { return uint16(0b110<<13 | n) }

// ClearFlag lowers a flag.
func ClearFlag(n int) uint16 { return uint16(0b110<<13 | 1<<6 | n) }

// WaitFlag waits until a flag is raised, and lowers it.
func WaitFlag(n int) uint16 { return uint16(0b001<<13 | 1<<7 | 2<<5 | n) }

// WaitPin waits until a pin has a level.
func WaitPin(pin, level int) uint16 { return uint16(0b001<<13 | level<<7 | pin) }

// Side is instruction i with the side pin at level meanwhile, and with delay
// more cycles, 0 to 15, after it.
func Side(i uint16, level, delay int) uint16 { return i | uint16(level<<12|delay<<8) }

// Delay is instruction i of a program without a side pin, with 0 to 31 cycles more.
func Delay(i uint16, delay int) uint16 { return i | uint16(delay<<8) }

// Registers of a state machine, as the kernel takes them (RP2040 datasheet,
// section 3.7, SM0_CLKDIV to SM0_PINCTRL).
type registers struct {
	clkdiv, execctrl, shiftctrl, pinctrl uint32
}

// registers are the registers of p loaded at offset.
func (p *Program) registers(offset int) registers {
	r := registers{
		clkdiv:   uint32(p.Divider) << 16,
		execctrl: uint32(p.Branch)<<24 | uint32(offset+p.Wrap)<<12 | uint32(offset+p.WrapTo)<<7,
		shiftctrl: 1<<30 | // both FIFOs for output
			uint32(p.Bits&31)<<25 | // of a word
			1<<19 | 1<<18 | // shift right
			1<<17, // automatic pull
		pinctrl: 1<<26 | uint32(p.OutCount)<<20 | uint32(p.Set)<<5 | uint32(p.Out),
	}
	if !p.NoSide {
		r.pinctrl |= 1<<29 | uint32(p.Side)<<10
	}
	if p.Sticky {
		r.execctrl |= 1 << 17
	}
	return r
}
