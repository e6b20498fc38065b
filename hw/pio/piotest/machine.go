// SPDX-License-Identifier: Apache-2.0

package piotest

import (
	"cmp"
	"fmt"

	"github.com/ledpost/ledpost/hw/pio"
)

type machine struct {
	p      *pio.Program
	block  *Block
	number int
	words  []uint32
	sent   int
	x, y   uint32
	isr    uint32
	osr    uint32 // output shift register
	left   int    // bits in it
	pc     int
	delay  int // cycles that the last instruction still takes

	pins       drive // of this cycle
	last       drive // of the last Out or SetPin
	set, clear uint8 // flags, at the end of this cycle
	stalled    bool
	late       bool // its word will come
}

// cycle is one clock of the state machine; stalled says that it waits for a
// word that does not come, or for a flag or a pin.
func (m *machine) cycle() (stalled bool, err error) {
	m.late = false
	if m.delay > 0 {
		m.delay--
		return false, nil
	}
	if m.pc >= len(m.p.Code) {
		return false, fmt.Errorf("piotest: ran to instruction %d of %d", m.pc, len(m.p.Code))
	}
	i := m.p.Code[m.pc]
	next := m.pc + 1
	if m.pc == m.p.Wrap {
		next = m.p.WrapTo
	}
	switch i >> 13 {
	case 0b000:
		if m.jumps(int(i >> 5 & 7)) {
			next = int(i & 31)
		}
	case 0b001:
		stalled, err = m.wait(i)
	case 0b011:
		stalled, err = m.out(int(i>>5&7), int(i&31))
	case 0b010:
		err = m.in(i)
	case 0b101:
		err = m.mov(i)
	case 0b110:
		err = m.flag(i)
	case 0b111:
		if i>>5&7 != 0 {
			return false, fmt.Errorf("piotest: set to destination %d", i>>5&7)
		}
		m.drive(drive{uint32(i&31) << m.p.Set, 1 << m.p.Set})
	default:
		return false, fmt.Errorf("piotest: instruction %#04x", i)
	}
	m.side(i) // holds during a stall as well
	if stalled || err != nil {
		return stalled, err
	}
	if m.pc, m.delay = next, int(i>>8&15); m.p.NoSide {
		m.delay = int(i >> 8 & 31)
	}
	return false, nil
}

// jumps evaluates a condition, with its side effect.
func (m *machine) jumps(condition int) bool {
	switch condition {
	case 0:
		return true
	case 1: // !X
		return m.x == 0
	case 2: // X--
		m.x--
		return m.x != ^uint32(0)
	case 3: // !Y
		return m.y == 0
	case 4: // Y--
		m.y--
		return m.y != ^uint32(0)
	case 6: // PIN
		return m.block.seen()>>m.p.Branch&1 != 0
	}
	return false
}

// wait looks for a flag, as it was before this cycle, or at a pin.
func (m *machine) wait(i uint16) (stalled bool, err error) {
	level, n := i>>7&1, i&31
	switch i >> 5 & 3 {
	case 0:
		return m.block.seen()>>n&1 != uint32(level), nil
	case 2:
		if level != 1 || n > 7 {
			break
		}
		if m.block.flags>>n&1 == 0 {
			return true, nil
		}
		m.clear = 1 << n
		return false, nil
	}
	return false, fmt.Errorf("piotest: wait %#04x", i)
}

// mov copies between registers.
func (m *machine) mov(i uint16) error {
	switch i & 0xff {
	case 1<<5 | 6:
		m.x = m.isr
	case 6<<5 | 2:
		m.isr = m.y
	default:
		return fmt.Errorf("piotest: instruction %#04x", i)
	}
	return nil
}

// in shifts bits of the input shift register into itself, to the right.
func (m *machine) in(i uint16) error {
	n := i & 31
	if i>>5&7 != 6 || n == 0 {
		return fmt.Errorf("piotest: instruction %#04x", i)
	}
	m.isr = m.isr>>n | m.isr<<(32-n)
	return nil
}

// flag raises or lowers one.
func (m *machine) flag(i uint16) error {
	switch n := i & 31; {
	case i>>5&1 != 0 || n > 7:
		return fmt.Errorf("piotest: flags by %#04x", i)
	case i>>6&1 != 0:
		m.clear = 1 << n
	default:
		m.set = 1 << n
	}
	return nil
}

// out shifts n bits out, 0 meaning 32, after an automatic pull if there are none.
func (m *machine) out(to, n int) (stalled bool, err error) {
	n = cmp.Or(n, 32)
	if m.left == 0 {
		if len(m.words) == 0 {
			return true, nil
		}
		if late := m.block.Late; late != nil && late(m.number) {
			m.late = true
			return true, nil
		}
		m.osr, m.left, m.words = m.words[0], 32, m.words[1:]
		if m.p.Bits != 0 {
			m.left = m.p.Bits
		}
	}
	if n > m.left {
		return false, fmt.Errorf("piotest: %d bits out of %d", n, m.left)
	}
	v := m.osr & uint32(1<<n-1)
	m.osr, m.left = uint32(uint64(m.osr)>>n), m.left-n
	switch to {
	case 0: // PINS
		mask := uint32(1<<m.p.OutCount-1) << m.p.Out
		m.drive(drive{v << m.p.Out & mask, mask})
	case 1: // X
		m.x = v
	case 2: // Y
		m.y = v
	case 6: // ISR
		m.isr = v
	default:
		return false, fmt.Errorf("piotest: out to destination %d", to)
	}
	return false, nil
}

// side drives the side pin, which wins over what the instruction itself does.
func (m *machine) side(i uint16) {
	if !m.p.NoSide {
		m.pins = drive{uint32(i>>12&1) << m.p.Side, 1 << m.p.Side}.over(m.pins)
	}
}

// drive drives pins, by Out or SetPin.
func (m *machine) drive(d drive) { m.pins, m.last = d, d }
