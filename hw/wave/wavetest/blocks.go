// SPDX-License-Identifier: Apache-2.0

package wavetest

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
