// SPDX-License-Identifier: Apache-2.0

package wave

import "github.com/ledpost/ledpost/hw/gpiomem"

// Registers of the PCM block (BCM2835 ARM Peripherals, section 8.8).
const (
	pcmControl  = 0x00
	pcmFIFO     = 0x04
	pcmMode     = 0x08
	pcmTransmit = 0x10
	pcmRequest  = 0x14

	pcmEnable  = 1 << 0
	pcmSend    = 1 << 2
	pcmClear   = 1 << 3
	pcmDMA     = 1 << 9
	pcmEmpty   = 1 << 21
	pcmAwake   = 1 << 25 // the FIFO's memory
	pcmHolding = pcmEnable | pcmSend | pcmDMA | pcmAwake

	pcmFrame = 31<<10 | 1                    // 32 bits a frame, one of them with frame sync
	pcmWord  = 1<<31 | 1<<30 | 0<<20 | 8<<16 // channel 1: 32 bits from the first on
	pcmLow   = 0x10<<24 | 0x30<<8            // panic and request below so many words
)

// pcm is the PCM block with one channel of 32 bits, without gaps. Its line is GPIO 21.
type pcm struct{ regs Words }

var pcmPin = pin{21, gpiomem.Alt0}

func (o *pcm) start() {
	o.regs.Store(pcmControl, pcmEnable|pcmAwake)
	settle()
	o.regs.Store(pcmMode, pcmFrame)
	o.regs.Store(pcmTransmit, pcmWord)
	o.regs.Store(pcmRequest, pcmLow)
	o.regs.Store(pcmControl, pcmEnable|pcmAwake|pcmClear)
	settle()
	o.regs.Store(pcmControl, pcmEnable|pcmAwake|pcmDMA)
	o.regs.Store(pcmControl, pcmHolding)
}

func (o *pcm) stop()                    { o.regs.Store(pcmControl, 0) }
func (o *pcm) holds() bool              { return o.regs.Load(pcmControl)&pcmHolding == pcmHolding }
func (o *pcm) drained() bool            { return o.regs.Load(pcmControl)&pcmEmpty != 0 }
func (o *pcm) connect(gpio Words)       { pcmPin.connect(gpio) }
func (o *pcm) release(gpio Words)       { pcmPin.release(gpio) }
func (o *pcm) target() (fifo, n uint32) { return busBase + pcmBlock + pcmFIFO, 2 }
