// SPDX-License-Identifier: Apache-2.0

package wave

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/ledpost/ledpost/hw/gpiomem"
)

// Registers of a DMA channel, and the control block in memory (BCM2835 ARM Peripherals,
// section 4.2).
const (
	dmaStride  = 0x100
	dmaControl = 0x00
	dmaBlockAt = 0x04
	dmaDebug   = 0x20
	dmaEnable  = 0xff0 // of all channels

	dmaActive = 1 << 0
	dmaEnd    = 1 << 1
	dmaError  = 1 << 8
	dmaGo     = 1<<28 | 8<<20 | 8<<16 | dmaActive // waits for writes; priorities
	dmaReset  = 1 << 31

	infoWait   = 1 << 3  // for the answer to each write
	infoTarget = 1 << 6  // the FIFO's request paces
	infoNext   = 1 << 8  // the source's address grows
	infoNarrow = 1 << 26 // no wide bursts

	controlBlock = 32 // bytes
	// mostBytes is the longest transfer of a Lite channel, whose length has 16 bits, in
	// whole words.
	mostBytes = 0xfffc
)

var errBusy = errors.New("its DMA channel is in use by another program")

// channelFor returns a channel that the kernel gives its drivers last: it begins with the
// lowest. The device tree leaves 0, 2, 4, 5 and 8 to 14 to Linux, on the BCM2711 0, 2 and
// 4 to 10 (Linux, bcm283x.dtsi and bcm2711.dtsi, brcm,dma-channel-mask).
func channelFor(c gpiomem.Chip, block string) uintptr {
	switch {
	case block == "PWM":
		return 10
	case c == gpiomem.BCM2711:
		return 9
	}
	return 14
}

// channel is one of DMA's.
type channel struct {
	regs Words
	n    uintptr
	ours bool // claimed
}

func (c channel) store(reg uintptr, v uint32) { c.regs.Store(c.n*dmaStride+reg, v) }
func (c channel) load(reg uintptr) uint32     { return c.regs.Load(c.n*dmaStride + reg) }

// claim prepares the channel, unless somebody's transfer does not end.
func (c *channel) claim() error {
	if !c.ours && !within(c.idle) {
		return errBusy
	}
	c.regs.Store(dmaEnable, c.regs.Load(dmaEnable)|1<<c.n)
	c.ours = true
	c.stop()
	return nil
}

// start begins with the control block at a bus address.
func (c channel) start(block uint32) {
	c.store(dmaControl, dmaEnd)
	c.store(dmaDebug, 7) // clears the errors
	c.store(dmaBlockAt, block)
	c.store(dmaControl, dmaGo)
}

func (c channel) idle() bool   { return c.load(dmaControl)&dmaActive == 0 }
func (c channel) failed() bool { return c.load(dmaControl)&dmaError != 0 }

// stop ends a transfer, though never another program's.
func (c channel) stop() {
	if !c.ours {
		return
	}
	c.store(dmaControl, dmaReset)
	settle()
}

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
