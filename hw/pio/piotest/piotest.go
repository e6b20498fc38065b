// SPDX-License-Identifier: Apache-2.0

// Package piotest interprets PIO programs, cycle by cycle, for tests of what
// they do to the pins.
package piotest

import (
	"fmt"
	"time"

	"github.com/ledpost/ledpost/hw/pio"
)

// Run feeds words to the program and calls pins with the levels of the pins
// after each cycle in which one changed, until the program waits for more words.
// levels are those at the start. It knows the instructions that package pio
// makes (RP2040 datasheet, section 3.4), and fails at any other.
func Run(p *pio.Program, words []uint32, levels uint32, pins func(at time.Duration, levels uint32)) error {
	m := machine{p: p, words: words, levels: levels}
	for at := time.Duration(0); ; at += time.Duration(p.Divider) * pio.Cycle {
		before := m.levels
		stalled, err := m.cycle()
		if err != nil {
			return err
		}
		if m.levels != before {
			pins(at, m.levels)
		}
		if stalled {
			return nil
		}
	}
}

type machine struct {
	p      *pio.Program
	words  []uint32
	levels uint32
	x, y   uint32
	osr    uint32 // output shift register
	left   int    // bits in it
	pc     int
	delay  int // cycles that the last instruction still takes
}

// cycle is one clock of the state machine; stalled says that it waits for a
// word that does not come.
func (m *machine) cycle() (stalled bool, err error) {
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
		next = 0
	}
	switch op := i >> 13; op {
	case 0b000:
		if m.jumps(int(i >> 5 & 7)) {
			next = int(i & 31)
		}
	case 0b011:
		if stalled, err = m.out(int(i>>5&7), int(i&31)); stalled || err != nil {
			m.side(i) // holds during a stall as well
			return stalled, err
		}
	case 0b111:
		if i>>5&7 != 0 {
			return false, fmt.Errorf("piotest: set to destination %d", i>>5&7)
		}
		m.drive(m.p.Set, uint32(i&31))
	default:
		return false, fmt.Errorf("piotest: instruction %#04x", i)
	}
	m.side(i)
	m.pc, m.delay = next, int(i>>8&15)
	return false, nil
}

// jumps evaluates a condition, with its side effect.
func (m *machine) jumps(condition int) bool {
	switch condition {
	case pio.XZero:
		return m.x == 0
	case pio.XDecrement:
		m.x--
		return m.x != ^uint32(0)
	case pio.YZero:
		return m.y == 0
	}
	return condition == pio.Always
}

// out shifts n bits out, 0 meaning 32, after an automatic pull if there are none.
func (m *machine) out(to, n int) (stalled bool, err error) {
	if n == 0 {
		n = 32
	}
	if m.left == 0 {
		if len(m.words) == 0 {
			return true, nil
		}
		m.osr, m.left, m.words = m.words[0], 32, m.words[1:]
	}
	if n > m.left {
		return false, fmt.Errorf("piotest: %d bits out of %d", n, m.left)
	}
	v := m.osr & uint32(1<<n-1)
	m.osr, m.left = uint32(uint64(m.osr)>>n), m.left-n
	switch to {
	case pio.ToPins:
		mask := uint32(1<<m.p.OutCount-1) << m.p.Out
		m.levels = m.levels&^mask | v<<m.p.Out&mask
	case pio.ToX:
		m.x = v
	case pio.ToY:
		m.y = v
	default:
		return false, fmt.Errorf("piotest: out to destination %d", to)
	}
	return false, nil
}

// side drives the side pin, which wins over what the instruction itself does.
func (m *machine) side(i uint16) { m.drive(m.p.Side, uint32(i>>12&1)) }

func (m *machine) drive(pin int, level uint32) {
	m.levels = m.levels&^(1<<pin) | level&1<<pin
}
