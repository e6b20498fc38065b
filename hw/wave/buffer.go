// SPDX-License-Identifier: Apache-2.0

package wave

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/ledpost/ledpost/hw/gpiomem"
)

const page = 4096

// buffer is memory of VideoCore: control blocks, then the words of a frame.
type buffer struct {
	hw     Hardware
	handle uint32
	bus    uint32 // address, for DMA
	mem    Words
	blocks int
	frame  int // bytes
}

// fit makes room for frames of so many bytes.
func (p *Port) fit(frame int) error {
	if p.buf != nil && p.buf.frame == frame {
		return nil
	}
	if p.buf != nil {
		if err := p.buf.free(); err != nil {
			return err
		}
		p.buf = nil
	}
	b, err := newBuffer(p.hw, frame)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	b.chain(p.out.target())
	p.buf = b
	return nil
}

// newBuffer allocates, locks and maps.
func newBuffer(hw Hardware, frame int) (b *buffer, err error) {
	words := (frame + 3) / 4
	b = &buffer{hw: hw, frame: frame, blocks: (4*words + mostBytes - 1) / mostBytes}
	size := (b.data() + 4*words + page - 1) / page * page
	if b.handle, err = property(hw, tagAllocate, uint32(size), page, uncached(hw.Chip())); err != nil {
		return nil, err
	}
	if b.handle == 0 {
		return nil, errors.New("VideoCore has no memory left: write gpu_mem=64 into config.txt and restart the Pi")
	}
	if b.bus, err = property(hw, tagLock, b.handle); err != nil || b.bus == 0 {
		return nil, errors.Join(errors.New("VideoCore locks no memory"), err, b.free())
	}
	// The two highest bits choose the cache (BCM2835 ARM Peripherals, section 1.2.4).
	if b.mem, err = hw.Memory(int64(b.bus&^0xc0000000), size); err != nil {
		return nil, errors.Join(err, b.free())
	}
	return b, nil
}

// uncached returns the flags of memory that DMA and the processor see alike: by the alias
// 0x4 on the BCM2835, where all goes through VideoCore's cache, by 0xC on the others.
func uncached(c gpiomem.Chip) uint32 {
	if c == gpiomem.BCM2835 {
		return 0xc
	}
	return 0x4
}

// data is the offset of the frame's words.
func (b *buffer) data() int { return b.blocks * controlBlock }

// chain writes the control blocks: a long frame takes several.
func (b *buffer) chain(fifo, request uint32) {
	left := uint32(b.frame+3) &^ 3
	for i := range b.blocks {
		at, n := uint32(i*controlBlock), min(left, mostBytes)
		next := b.bus + at + controlBlock
		if left -= n; left == 0 {
			next = 0
		}
		for w, v := range [8]uint32{
			infoNarrow | request<<16 | infoNext | infoTarget | infoWait,
			b.bus + uint32(b.data()+i*mostBytes), fifo, n, 0, next, 0, 0,
		} {
			b.mem.Store(uintptr(at)+uintptr(4*w), v)
		}
	}
}

// write copies a frame; the peripherals send the highest bit of a word first.
func (b *buffer) write(frame []byte) {
	at := uintptr(b.data())
	for ; len(frame) >= 4; frame = frame[4:] {
		b.mem.Store(at, binary.BigEndian.Uint32(frame))
		at += 4
	}
	if len(frame) > 0 {
		var last [4]byte
		copy(last[:], frame)
		b.mem.Store(at, binary.BigEndian.Uint32(last[:]))
	}
}

// free gives the memory back.
func (b *buffer) free() (err error) {
	if b.mem != nil {
		err = b.mem.Close()
	}
	if b.bus != 0 {
		_, unlock := property(b.hw, tagUnlock, b.handle)
		err = errors.Join(err, unlock)
	}
	_, release := property(b.hw, tagRelease, b.handle)
	return errors.Join(err, release)
}
