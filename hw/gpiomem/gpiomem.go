// SPDX-License-Identifier: Apache-2.0

// Package gpiomem writes the GPIO registers of a Raspberry Pi with a Broadcom
// chip (models 0 to 4) straight from memory, fast enough to clock out a HUB75
// panel, and the PWM block that times its pulses. The lines are in two banks: GPIO 0 to
// 31, and from GPIO 32 on, which only some Compute Modules have on their connector.
//
// Register offsets come from the BCM2835 ARM Peripherals manual, chapter 6; the
// BCM2836, 2837 and 2711 have them at the same offsets from another base. The Pi 5 has
// other hardware: see package pio.
package gpiomem

import (
	"sync/atomic"
	"time"
	"unsafe"
)

// Offsets into the GPIO block (BCM2835 ARM Peripherals, table 6-1).
const (
	FunctionSelect = 0x00 // GPFSEL0 to 5, three bits a pin, ten pins a register
	OutputSet      = 0x1c // GPSET0
	OutputClear    = 0x28 // GPCLR0
	Level          = 0x34 // GPLEV0
	Bank           = 0x04 // from a register above, but GPFSEL, to the second bank's
)

// A Function is what a pin does (BCM2835 ARM Peripherals, table 6-2).
type Function uint32

// The functions of a pin that this package needs.
const (
	Input  Function = 0b000
	Output Function = 0b001
	Alt0   Function = 0b100
	Alt5   Function = 0b010
)

// Regs is the GPIO block of the board, or a tape of the writes to it. The zero Regs is
// not usable. One goroutine may use it at a time.
type Regs struct {
	base unsafe.Pointer // of the block; on a tape, of the next slot
	// stride is how far base moves after each store: 0 on hardware.
	stride uintptr
	tape   *Tape // nil on hardware
}

// Set drives the pins of mask high, bit n for GPIO n.
func (r *Regs) Set(mask uint32) { r.store(OutputSet, mask) }

// Clear drives the pins of mask low, bit n for GPIO n.
func (r *Regs) Clear(mask uint32) { r.store(OutputClear, mask) }

// ClearSecond is Clear for the second bank: bit n for GPIO 32+n.
func (r *Regs) ClearSecond(mask uint32) { r.store(OutputClear+Bank, mask) }

// SetFunction sets the function of pin, 0 to 45, and leaves the other pins
// unchanged.
func (r *Regs) SetFunction(pin int, f Function) {
	reg := FunctionSelect + uintptr(pin/10)*4
	shift := pin % 10 * 3
	old := r.load(reg)
	r.store(reg, old&^(0b111<<shift)|uint32(f)<<shift)
}

// Function returns what pin, 0 to 45, does.
func (r *Regs) Function(pin int) Function {
	return Function(r.load(FunctionSelect+uintptr(pin/10)*4) >> (pin % 10 * 3) & 0b111)
}

// Drive makes the pins of mask outputs, at the levels of high: bit n for GPIO n.
func (r *Regs) Drive(mask, high uint32) {
	r.Clear(mask &^ high)
	r.Set(mask & high)
	r.outputs(mask, 0)
}

// DriveSecond makes the pins of mask outputs that are low: bit n for GPIO 32+n.
func (r *Regs) DriveSecond(mask uint32) {
	r.ClearSecond(mask)
	r.outputs(mask, 32)
}

// outputs makes outputs of the pins of mask: bit n for GPIO first+n.
func (r *Regs) outputs(mask uint32, first int) {
	for n := range 32 {
		if mask>>n&1 != 0 {
			r.SetFunction(first+n, Output)
		}
	}
}

// ClockOut shifts words into the panels: for each, the pins of mask take the
// bits of the word while clk is low, then clk rises. slow extra writes follow
// the data and the clock, to stretch both on boards that are too fast. clk
// stays high after the last word.
func (r *Regs) ClockOut(words []uint32, mask, clk uint32, slow int) {
	if len(words) == 0 {
		return
	}
	stores := len(words) * (3 + 2*slow)
	if r.tape != nil && !r.tape.room(r, stores) {
		return
	}
	clockOut(r.base, r.stride, &words[0], len(words), mask, clk, slow)
	r.base = unsafe.Add(r.base, uintptr(stores)*r.stride)
}

// ClockOutBoth is ClockOut for words of both banks, second as long as first: for each
// column the pins of both masks take their bits while clk, of the first bank, is low.
func (r *Regs) ClockOutBoth(first, second []uint32, mask, secondMask, clk uint32, slow int) {
	if len(first) == 0 || len(second) < len(first) {
		return
	}
	stores := len(first) * (5 + 2*slow)
	if r.tape != nil && !r.tape.room(r, stores) {
		return
	}
	clockOutBoth(r.base, r.stride, &first[0], &second[0], len(first), mask, secondMask, clk, slow)
	r.base = unsafe.Add(r.base, uintptr(stores)*r.stride)
}

func (r *Regs) store(offset uintptr, v uint32) {
	if r.tape != nil && !r.tape.room(r, 1) {
		return
	}
	// Atomic: the compiler may drop or merge plain stores to one address, and
	// between two blocks the chip wants a barrier (manual, section 1.3).
	atomic.StoreUint32((*uint32)(unsafe.Add(r.base, offset)), v)
	r.base = unsafe.Add(r.base, r.stride)
}

func (r *Regs) load(offset uintptr) uint32 {
	if r.tape != nil {
		return r.tape.last(offset)
	}
	return atomic.LoadUint32((*uint32)(unsafe.Add(r.base, offset)))
}

// A Block is mapped registers of a peripheral, or mapped memory that a peripheral reads.
// It may be accessed by whole, aligned words only: bytes, copy and clear fault on
// memory that is mapped like a device's.
type Block []byte

// Load reads the word at offset, which is a multiple of 4.
func (b Block) Load(offset uintptr) uint32 {
	return atomic.LoadUint32((*uint32)(unsafe.Pointer(&b[offset])))
}

// Store writes the word at offset, which is a multiple of 4.
func (b Block) Store(offset uintptr, v uint32) {
	atomic.StoreUint32((*uint32)(unsafe.Pointer(&b[offset])), v)
}

// short is the longest delay that is timed by counting: reading the clock takes
// up to 1 µs where the kernel does it (ARMv6 has no counter that programs can
// read).
const short = 4 * time.Microsecond

// A Delay waits more exactly than a clock can: short times by counting, at the
// speed that [Calibrate] found. The zero Delay does not wait for short times.
type Delay struct {
	per float64 // counts a nanosecond
}

// Calibrate measures how fast this CPU counts, for some 10 ms, so that it
// runs at its full clock in the end. The fastest of many runs counts: a slower
// one was interrupted.
func Calibrate() Delay {
	const n = 2000
	var d Delay
	for begin := time.Now(); time.Since(begin) < 10*time.Millisecond; {
		start := time.Now()
		spin(n)
		if t := time.Since(start); t > 0 {
			d.per = max(d.per, n/float64(t))
		}
	}
	return d
}

// Wait returns after t, never earlier by more than the clock's step.
func (d Delay) Wait(t time.Duration) {
	if t <= short {
		spin(int(d.per * float64(t)))
		return
	}
	for start := time.Now(); time.Since(start) < t; {
	}
}
