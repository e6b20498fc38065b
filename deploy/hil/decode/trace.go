// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/hw/gpiomem"
)

// functions is the end of GPFSEL0 to GPFSEL2, which have three bits for each of ten pins.
const functions = 3 * 4

// pins are the first 32 lines of the GPIO block.
type pins struct {
	set     uint32 // what an output has
	outputs uint32
}

// store takes a write to a register.
func (p *pins) store(offset uintptr, v uint32) {
	switch {
	case offset == gpiomem.OutputSet:
		p.set |= v
	case offset == gpiomem.OutputClear:
		p.set &^= v
	case offset < functions:
		for i := range 10 {
			pin := 10*int(offset)/4 + i
			p.outputs &^= 1 << pin
			if gpiomem.Function(v>>(3*i)&7) == gpiomem.Output {
				p.outputs |= 1 << pin
			}
		}
	}
}

// levels returns the level of each line: an input is high, as on a bus with resistors.
func (p *pins) levels() uint32 { return p.set | ^p.outputs }

// stores yields the writes to GPFSEL, GPSET0 and GPCLR0 of a trace, whose lines hold
// "addr 0x3f20001c value 0x10".
func stores(trace io.Reader, base uint64) func(yield func(uintptr, uint32) bool) {
	return func(yield func(uintptr, uint32) bool) {
		lines := bufio.NewScanner(trace)
		for lines.Scan() {
			addr, ok := field(lines.Text(), "addr ")
			if !ok || addr >= base+functions && addr != base+gpiomem.OutputSet && addr != base+gpiomem.OutputClear ||
				addr < base {
				continue
			}
			v, ok := field(lines.Text(), "value ")
			if ok && !yield(uintptr(addr-base), uint32(v)) {
				return
			}
		}
	}
}

func field(line, name string) (uint64, bool) {
	_, rest, ok := strings.Cut(line, name)
	if !ok {
		return 0, false
	}
	word, _, _ := strings.Cut(rest, " ")
	v, err := strconv.ParseUint(word, 0, 64)
	return v, err == nil
}
