// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"fmt"
	"os"
	"slices"
	"unsafe"
)

// slot is how much of a tape one store takes: the registers that this package
// writes lie in the first 64 bytes of the block.
const slot = 64

// unwritten fills a fresh tape; no store of this package has this value, since
// it would change GPIO 0, 1 and 31 together, or 63, and no wiring has those.
const unwritten = 0xdeadbeef

// A Tape records every store in order instead of making it, by moving the
// register block one slot on after each: the kernels run unchanged. A full
// tape ignores further stores.
type Tape struct {
	words []uint32
	regs  *Regs
}

// NewTape returns a tape with room for n stores.
func NewTape(n int) *Tape { return tapeOn(make([]uint32, (n+1)*slot/4)) }

// tapeOn returns a tape that lies in words, a multiple of a slot. The last slot
// stays free, so that the next store's address is always inside.
func tapeOn(words []uint32) *Tape {
	for i := range words {
		words[i] = unwritten
	}
	t := &Tape{words: words}
	t.regs = &Regs{base: t.start(), stride: slot, tape: t}
	return t
}

// LoadTape reads a tape that another process wrote with [OpenTape].
func LoadTape(name string) (*Tape, error) {
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if len(raw) == 0 || len(raw)%slot != 0 {
		return nil, fmt.Errorf("gpiomem: %s is not a tape", name)
	}
	t := NewTape(len(raw)/slot - 1)
	copy(t.words, unsafe.Slice((*uint32)(unsafe.Pointer(&raw[0])), len(raw)/4))
	for t.Len() < len(raw)/slot-1 && !t.free(t.Len()) {
		t.regs.base = unsafe.Add(t.regs.base, slot)
	}
	return t, nil
}

// Regs is the block to write to.
func (t *Tape) Regs() *Regs { return t.regs }

// Rewind forgets the stores on the tape.
func (t *Tape) Rewind() {
	for i := range t.words[:t.Len()*slot/4] {
		t.words[i] = unwritten
	}
	t.regs.base = t.start()
}

// Len is the number of stores on the tape.
func (t *Tape) Len() int { return int(uintptr(t.regs.base)-uintptr(t.start())) / slot }

// At is store number i: which register and what value.
func (t *Tape) At(i int) (offset uintptr, v uint32) {
	for j, w := range t.words[i*slot/4 : (i+1)*slot/4] {
		if w != unwritten {
			return uintptr(j) * 4, w
		}
	}
	panic("gpiomem: a slot without a store")
}

// free reports whether slot i has no store.
func (t *Tape) free(i int) bool {
	return !slices.ContainsFunc(t.words[i*slot/4:(i+1)*slot/4], func(w uint32) bool { return w != unwritten })
}

func (t *Tape) start() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(t.words)) }

func (t *Tape) room(r *Regs, n int) bool {
	used := uintptr(r.base) - uintptr(t.start())
	return used+uintptr(n)*slot < uintptr(len(t.words))*4
}

// last is the value last stored in a register, 0 if there is none.
func (t *Tape) last(offset uintptr) uint32 {
	for i := t.Len() - 1; i >= 0; i-- {
		if w := t.words[uintptr(i)*slot/4+offset/4]; w != unwritten {
			return w
		}
	}
	return 0
}
