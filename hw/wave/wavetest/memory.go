// SPDX-License-Identifier: Apache-2.0

package wavetest

import (
	"errors"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/wave"
)

// area is memory that VideoCore has given.
type area struct {
	b      *Board
	bus    uint32
	words  []uint32
	locked bool
}

func (a *area) Load(at uintptr) uint32 { return a.words[at/4] }

func (a *area) Store(at uintptr, v uint32) {
	a.b.advance() // what DMA has read so far was the old word
	a.words[at/4] = v
}

func (a *area) Close() error {
	a.b.mapped--
	return nil
}

// Property implements wave.Hardware.
func (b *Board) Property(m []uint32) error {
	if len(m) < 7 || m[0] != uint32(4*len(m)) || m[1] != 0 || m[len(m)-1] != 0 || int(m[3]) != 4*(len(m)-6) {
		return errors.New("a message of another form")
	}
	m[1] = 0x80000000
	if m[2] == 0x3000c {
		m[5] = b.allocate(m[5], m[6], m[7])
		return nil
	}
	a, handle := b.areas[m[5]], m[5]
	switch {
	case a == nil:
		m[1] = 0x80000001
	case m[2] == 0x3000d:
		a.locked = true
		m[5] = a.bus
	case m[2] == 0x3000e:
		a.locked = false
		m[5] = 0
	case m[2] == 0x3000f && a.locked:
		b.fault("memory released while it is locked")
	case m[2] == 0x3000f:
		delete(b.areas, handle)
		m[5] = 0
	}
	return nil
}

// allocate gives memory at an alias that DMA and processor see alike.
func (b *Board) allocate(size, align, flags uint32) uint32 {
	alias := map[uint32]uint32{0x4: 0xc0000000, 0xc: 0x40000000}[flags]
	if want := map[bool]uint32{true: 0x40000000, false: 0xc0000000}[b.chip == gpiomem.BCM2835]; alias != want {
		b.fault("memory with the flags %#x", flags)
	}
	if size%4096 != 0 || align != 4096 {
		b.fault("%d bytes by %d", size, align)
	}
	if b.Refuse {
		return 0
	}
	b.handle++
	a := &area{b: b, bus: alias | 0x1e000000 + b.handle<<20, words: make([]uint32, size/4)}
	for i := range a.words {
		a.words[i] = 0xaaaaaaaa // what others have left
	}
	b.areas[b.handle] = a
	return b.handle
}

// Memory implements wave.Hardware.
func (b *Board) Memory(physical int64, size int) (wave.Words, error) {
	for _, a := range b.areas {
		if a.locked && int64(a.bus&0x3fffffff) == physical && size == 4*len(a.words) {
			b.mapped++
			return a, nil
		}
	}
	return nil, errors.New("nobody's memory")
}

// read is what DMA reads at a bus address.
func (b *Board) read(bus uint32) uint32 {
	for _, a := range b.areas {
		if a.locked && bus >= a.bus && bus-a.bus < uint32(4*len(a.words)) && bus%4 == 0 {
			return a.words[(bus-a.bus)/4]
		}
	}
	b.fault("DMA reads at %#x", bus)
	return 0
}
