// SPDX-License-Identifier: Apache-2.0

// Package rio writes the GPIO registers of the Raspberry Pi 5, whose pins are on another
// chip, the RP1, behind PCI Express: the kernel offers them as /dev/gpiomem0, which needs
// the group gpio.
//
// Offsets and bits come from the RP1 Peripherals datasheet, chapter 3: the three blocks of
// bank 0, GPIO 0 to 27, and the aliases of each for writes that set, clear or toggle.
package rio

import (
	"sync/atomic"
	"unsafe"
)

// Pins are the lines of bank 0, GPIO 0 to 27.
const Pins = 28

// Offsets of the blocks in the kernel's device.
const (
	bank = 0x00000 // IO_BANK0: status and control of each pin
	rio  = 0x10000 // SYS_RIO0: levels and directions of all pins
	pads = 0x20000 // PADS_BANK0
	size = 0x30000
)

// Offsets of the aliases of a block.
const (
	toggle = 0x1000
	set    = 0x2000
	clr    = 0x3000
)

// Offsets in SYS_RIO0. Linux reads levels at the last one (pinctrl-rp1.c), whatever the
// function of a pin.
const (
	out    = 0x0
	enable = 0x4 // of outputs
	in     = 0x8
)

const (
	functionMask = 0x1f // of a pin's control
	functionRIO  = 5
	overrides    = 0xf << 12 // of its level and direction

	padDisable = 1 << 7 // the output of a pad
	padInput   = 1 << 6
)

// Memory is mapped registers, by their offsets in the kernel's device, or a model of them.
type Memory interface {
	Load(offset uintptr) uint32
	Store(offset uintptr, v uint32)
}

// Regs are the registers of the pins. The zero Regs is not usable. One goroutine may use
// it at a time.
type Regs struct {
	mem  Memory
	base unsafe.Pointer // of SYS_RIO0; nil in a model
}

// On returns the registers of a model.
func On(m Memory) *Regs { return &Regs{mem: m} }

// Set drives the pins of mask high.
func (r *Regs) Set(mask uint32) { r.mem.Store(rio+set+out, mask) }

// Clear drives the pins of mask low.
func (r *Regs) Clear(mask uint32) { r.mem.Store(rio+clr+out, mask) }

// Levels returns the levels of all pins, bit n for GPIO n. The answer comes after all
// earlier writes have reached the pins: PCI Express lets no read pass a write.
func (r *Regs) Levels() uint32 { return r.mem.Load(rio + in) }

// Driven are the levels that were written to the pins.
func (r *Regs) Driven() uint32 { return r.mem.Load(rio + out) }

// Listen lets the levels of the pins of mask be seen, by Levels and by the PIO block, and
// leaves their functions as they are.
func (r *Regs) Listen(mask uint32) {
	for pin := range each(mask) {
		pad := pads + 4 + 4*uintptr(pin)
		r.mem.Store(pad, r.mem.Load(pad)&^padDisable|padInput)
	}
}

// Drive makes the pins of mask outputs of these registers, at the levels of high.
func (r *Regs) Drive(mask, high uint32) {
	r.Clear(mask &^ high)
	r.Set(mask & high)
	r.mem.Store(rio+set+enable, mask)
	r.Listen(mask)
	for pin := range each(mask) {
		r.mem.Store(control(pin), r.mem.Load(control(pin))&^(functionMask|overrides)|functionRIO)
	}
}

// Release makes inputs of those pins of mask that these registers drive.
func (r *Regs) Release(mask uint32) {
	for pin := range each(mask & r.mem.Load(rio+enable)) {
		if r.mem.Load(control(pin))&functionMask == functionRIO {
			r.mem.Store(rio+clr+enable, 1<<pin)
		}
	}
}

// control is the offset of the register with a pin's function.
func control(pin int) uintptr { return bank + 8*uintptr(pin) + 4 }

// each yields the pins of mask.
func each(mask uint32) func(yield func(pin int) bool) {
	return func(yield func(int) bool) {
		for pin := range Pins {
			if mask>>pin&1 != 0 && !yield(pin) {
				return
			}
		}
	}
}

// Stores is how many writes a column takes in ClockOut.
func Stores(slow int) int { return 2 + slow }

// ClockOut shifts words into the panels: for each, the pins of mask take the bits of the
// word while clk is low, then clk rises. A column takes two writes, since a write that
// toggles pins changes data and clock together; slow more, by turns after the data and after
// the clock, stretch it. clk stays high after the last word. It allocates nothing.
func (r *Regs) ClockOut(words []uint32, mask, clk uint32, slow int) {
	if len(words) == 0 {
		return
	}
	r.Clear(mask | clk) // whatever they were: from here on only changes are written
	setup, hold := (slow+1)/2, slow/2
	if r.base != nil {
		clockOut(r.base, 0, &words[0], len(words), mask, clk, setup, hold)
		return
	}
	columns(func(offset uintptr, v uint32) { r.mem.Store(rio+offset, v) }, words, mask, clk, setup, hold)
}

// columns is clockOut in Go, with each write by store.
func columns(store func(offset uintptr, v uint32), words []uint32, mask, clk uint32, setup, hold int) {
	var before, high uint32 // the data, and the clock if it is high
	pause := func(n int) {
		for range n {
			store(toggle, 0)
		}
	}
	for _, w := range words {
		store(toggle, (w&mask^before)|high)
		pause(setup)
		store(set, clk)
		pause(hold)
		before, high = w&mask, clk
	}
}

// mapped is registers that are mapped.
type mapped []byte

func (m mapped) Load(offset uintptr) uint32 {
	return atomic.LoadUint32((*uint32)(unsafe.Pointer(&m[offset])))
}

// Store is atomic, since the compiler may drop or merge plain stores to one address.
func (m mapped) Store(offset uintptr, v uint32) {
	atomic.StoreUint32((*uint32)(unsafe.Pointer(&m[offset])), v)
}
