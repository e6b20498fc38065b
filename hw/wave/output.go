// SPDX-License-Identifier: Apache-2.0

package wave

import (
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
)

// output is a peripheral that sends words of memory.
type output interface {
	start()        // with an empty FIFO; its clock runs
	stop()         // the line is low
	holds() bool   // whether it is as start made it
	drained() bool // whether its FIFO is empty
	connect(gpio Words)
	release(gpio Words)
	target() (fifo, request uint32) // bus address and number of the DMA request
}

// pin is the line of a peripheral.
type pin struct {
	line int
	f    gpiomem.Function
}

// set changes the function of the pin, and of no other.
func (p pin) set(gpio Words, f gpiomem.Function) {
	reg, shift := uintptr(gpiomem.FunctionSelect+p.line/10*4), p.line%10*3
	gpio.Store(reg, gpio.Load(reg)&^(0b111<<shift)|uint32(f)<<shift)
}

func (p pin) connect(gpio Words) { p.set(gpio, p.f) }
func (p pin) release(gpio Words) { p.set(gpio, gpiomem.Input) }

// settle is for registers that take some periods of the slow clock.
func settle() { time.Sleep(10 * time.Microsecond) }

// Registers of the PWM block (BCM2835 ARM Peripherals, section 9.6). Each of the two
// channels has eight bits of the control register.
const (
	pwmControl = 0x00
	pwmStatus  = 0x04
	pwmDMA     = 0x08
	pwmRange   = 0x10 // of channel 1; channel 2's is 0x20
	pwmFIFO    = 0x18

	pwmEnable    = 1 << 0
	pwmSerialise = 1 << 1
	pwmUseFIFO   = 1 << 5
	pwmClear     = 1 << 6 // channel 1's byte alone has it
	pwmEmpty     = 1 << 1
	pwmRequest   = 1<<31 | 7<<8 | 3 // enabled; panic and request below so many words
)

// pwm is a channel of the PWM block as a serialiser.
type pwm struct {
	pin
	regs    Words
	channel int // 0 or 1
}

// newPWM knows the lines of the header (table 6-31).
func newPWM(regs Words, line int) *pwm {
	f := gpiomem.Alt0
	if line >= 18 {
		f = gpiomem.Alt5
	}
	return &pwm{pin{line, f}, regs, line & 1} // even lines have channel 1, odd ones channel 2
}

func (o *pwm) mode() uint32 { return (pwmEnable | pwmSerialise | pwmUseFIFO) << (8 * o.channel) }

func (o *pwm) start() {
	o.regs.Store(pwmRange+uintptr(o.channel)*0x10, 32)
	o.regs.Store(pwmControl, pwmClear)
	settle()
	o.regs.Store(pwmDMA, pwmRequest)
	o.regs.Store(pwmControl, o.mode())
}

func (o *pwm) stop() {
	o.regs.Store(pwmDMA, 0)
	o.regs.Store(pwmControl, 0)
}

func (o *pwm) holds() bool              { return o.regs.Load(pwmControl) == o.mode() }
func (o *pwm) drained() bool            { return o.regs.Load(pwmStatus)&pwmEmpty != 0 }
func (o *pwm) target() (fifo, n uint32) { return busBase + pwmBlock + pwmFIFO, 5 }

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
