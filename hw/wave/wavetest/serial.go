// SPDX-License-Identifier: Apache-2.0

package wavetest

import "time"

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
