// SPDX-License-Identifier: Apache-2.0

package wave

import (
	"errors"

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
