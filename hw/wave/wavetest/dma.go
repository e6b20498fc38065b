// SPDX-License-Identifier: Apache-2.0

package wavetest

// channel is one of DMA's.
type channel struct {
	active, ended, strange   bool
	block                    uint32 // being done
	info, from, to, left, on uint32
}

func (b *Board) loadDMA(reg uintptr) uint32 {
	if reg == 0xff0 {
		return b.enabled
	}
	c := &b.dma[reg>>8]
	switch {
	case reg&0xff == 0 && c.active:
		return 1
	case reg&0xff == 0 && c.ended:
		return 2
	case reg&0xff == 4:
		return c.block
	}
	return 0
}

func (b *Board) storeDMA(reg uintptr, v uint32) {
	if reg == 0xff0 {
		b.enabled = v
		return
	}
	n := reg >> 8
	c := &b.dma[n]
	switch reg & 0xff {
	case 0:
		switch {
		case c.strange:
			b.fault("channel %d is another program's", n)
		case v>>31 == 1:
			*c = channel{}
		case v&1 == 1 && b.enabled>>n&1 == 0:
			b.fault("channel %d is not enabled", n)
		case v&1 == 1:
			c.active = true
			b.loadBlock(c)
		case v&2 == 2:
			c.ended = false
		}
	case 4:
		if c.active {
			b.fault("a control block for a busy channel")
		}
		c.block = v
	}
}

// loadBlock reads the next control block; without one the channel rests.
func (b *Board) loadBlock(c *channel) {
	if c.block == 0 {
		c.active, c.ended = false, true
		return
	}
	if c.block%32 != 0 {
		b.fault("a control block at %#x", c.block)
	}
	c.info, c.from, c.to, c.left = b.read(c.block), b.read(c.block+4), b.read(c.block+8), b.read(c.block+12)
	c.on = b.read(c.block + 20)
	// All channels of this model are Lite ones: 16 bits of length, and no wide bursts.
	if c.left == 0 || c.left > 0xffff || c.left%4 != 0 || c.info>>26&1 == 0 || c.info>>8&1 == 0 || c.info>>6&1 == 0 {
		b.fault("a transfer of %d bytes with %#x", c.left, c.info)
		c.active = false
	}
}

// word is the next word of DMA for a peripheral's FIFO, if there is one.
func (b *Board) word(fifo, request uint32) (v uint32, ok bool) {
	for i := range b.dma {
		c := &b.dma[i]
		if !c.active || c.strange || c.to != fifo || c.info>>16&31 != request {
			continue
		}
		v = b.read(c.from)
		c.from += 4
		if c.left -= 4; c.left == 0 {
			c.block = c.on
			b.loadBlock(c)
		}
		return v, true
	}
	return 0, false
}
