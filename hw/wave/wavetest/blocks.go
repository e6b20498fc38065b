// SPDX-License-Identifier: Apache-2.0

package wavetest

import (
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
)

// pwmLine is the line that the PWM block drives, by the channel that serialises
// words of 32 bits from the FIFO.
func (b *Board) pwmLine() int {
	for ch, lines := range [2][2]int{{12, 18}, {13, 19}} {
		bits := b.pwm.control >> (8 * ch) & 0xff
		if bits&1 == 0 {
			continue
		}
		if bits != 0b100011 || b.pwm.width[ch] != 32 {
			return -1 // pulses, or other words
		}
		for _, line := range lines {
			if f := b.Function(line); line < 18 && f == 0b100 || line >= 18 && f == 0b010 {
				return line
			}
		}
		return lines[0]
	}
	return -1
}

func (b *Board) loadPWM(reg uintptr) uint32 {
	switch {
	case reg == 0:
		return b.pwm.control
	case reg == 4 && len(b.pwm.fifo) == 0:
		return 1 << 1
	}
	return 0
}

func (b *Board) storePWM(reg uintptr, v uint32) {
	switch reg {
	case 0x00:
		if v>>6&1 == 1 {
			b.pwm.fifo = nil
		}
		b.pwm.control = v &^ (1 << 6)
		b.rest(b.pwmLine(), 12, 13, 18, 19)
	case 0x08:
		b.pwm.request = v
	case 0x10, 0x20:
		b.pwm.width[reg>>4-1] = v
	case 0x18:
		b.pwm.fifo = append(b.pwm.fifo, v)
	}
}

// pcmLine is 21 while the PCM block sends one channel of 32 bits without a gap.
func (b *Board) pcmLine() int {
	const enabled, sends, awake = 1 << 0, 1 << 2, 1 << 25
	c := b.pcm.control
	frame := b.pcm.mode>>10&0x3ff + 1
	width := b.pcm.transmit>>16&15 + 8 + b.pcm.transmit>>31*16
	if c&enabled == 0 || c&sends == 0 || c&awake == 0 || frame != 32 || width != 32 ||
		b.pcm.transmit>>30&1 == 0 || b.pcm.transmit>>20&0x3ff != 0 || b.pcm.mode>>23&1 != 0 {
		return -1
	}
	return 21
}

func (b *Board) loadPCM(reg uintptr) uint32 {
	if reg != 0 {
		return 0
	}
	v := b.pcm.control
	if len(b.pcm.fifo) == 0 {
		v |= 1 << 21
	}
	return v
}

func (b *Board) storePCM(reg uintptr, v uint32) {
	switch reg {
	case 0x00:
		if v>>3&1 == 1 {
			b.pcm.fifo = nil
		}
		b.pcm.control = v &^ (1 << 3)
		b.rest(b.pcmLine(), 21)
	case 0x08:
		b.pcm.mode = v
	case 0x10:
		b.pcm.transmit = v
	case 0x14:
		b.pcm.request = v
	}
}

// rest makes lines low that their peripheral does not drive.
func (b *Board) rest(driven int, lines ...int) {
	for _, line := range lines {
		if line != driven {
			b.set(line, b.now(), false)
		}
	}
}

// clock is a generator of the clock manager.
type clock struct {
	on      bool
	source  uint32
	divider uint32 // 12 bits, and 12 of a fraction
}

func (b *Board) generator(reg uintptr) (c *clock, divides bool) {
	if c = b.clocks[reg]; c != nil {
		return c, false
	}
	return b.clocks[reg-4], true
}

func (b *Board) loadClock(reg uintptr) uint32 {
	c, divides := b.generator(reg)
	switch {
	case divides:
		return c.divider
	case c.on:
		return c.source | 1<<4 | 1<<7
	}
	return c.source
}

func (b *Board) storeClock(reg uintptr, v uint32) {
	c, divides := b.generator(reg)
	switch {
	case v>>24 != 0x5a:
		b.fault("clock without its password")
	case divides && c.on:
		b.fault("divider changed while the clock runs")
	case divides:
		c.divider = v & 0xffffff
	default:
		if v>>9&3 != 0 {
			b.fault("the clock jitters (MASH)")
		}
		c.source, c.on = v&15, v>>4&1 == 1 && v>>5&1 == 0
	}
}

// after is how long so many periods of a clock take; ok is false where it rests.
func (b *Board) after(c *clock, periods int64) (d time.Duration, ok bool) {
	hertz := map[uint32]int64{1: 19_200_000, 6: 500_000_000}
	if b.chip == gpiomem.BCM2711 {
		hertz = map[uint32]int64{1: 54_000_000, 6: 750_000_000}
	}
	f := hertz[c.source]
	if !c.on || f == 0 || c.divider>>12 == 0 {
		return 0, false
	}
	return time.Duration(periods * int64(c.divider>>12) * int64(time.Second) / f), true
}

// serial is a peripheral that sends the words of its FIFO.
type serial struct {
	name  string
	depth int
	clock *clock
	fifo  []uint32

	control, request, mode, transmit uint32
	width                            [2]uint32     // PWM: the range of each channel
	next                             time.Duration // when the word in the shift register is over
}

// advance does what happened until now.
func (b *Board) advance() {
	now := b.now()
	b.shift(&b.pwm, now, 0x7e20c018, 5, b.pwmLine(), b.pwm.request>>31 == 1)
	b.shift(&b.pcm, now, 0x7e203004, 2, b.pcmLine(), b.pcm.control>>9&1 == 1)
}

// shift sends words until now; line is negative while the peripheral rests.
func (b *Board) shift(s *serial, now time.Duration, fifo, request uint32, line int, asks bool) {
	word, ok := b.after(s.clock, 32)
	if line < 0 || !ok {
		s.next = max(s.next, now)
		return
	}
	for s.next <= now {
		for asks && !b.Deaf && len(s.fifo) < s.depth {
			v, more := b.word(fifo, request)
			if !more {
				break
			}
			s.fifo = append(s.fifo, v)
		}
		if len(s.fifo) == 0 {
			b.set(line, s.next, false)
			s.next = max(s.next, now) + 1
			return
		}
		for i := range 32 {
			bit, _ := b.after(s.clock, int64(i))
			b.set(line, s.next+bit, s.fifo[0]>>(31-i)&1 == 1)
		}
		s.fifo = s.fifo[1:]
		s.next += word
	}
}

// set changes the level of a line, if the peripheral has its pin.
func (b *Board) set(line int, at time.Duration, high bool) {
	alt := map[int]uint32{12: 0b100, 13: 0b100, 18: 0b010, 19: 0b010, 21: 0b100}[line] // 0, 0, 5, 5, 0
	high = high && b.Function(line) == alt
	if b.level[line] != high && b.Level != nil {
		b.Level(line, at, high)
	}
	b.level[line] = high
}
