// SPDX-License-Identifier: Apache-2.0

// Package piotest interprets PIO programs, cycle by cycle, for tests of what
// they do to the pins.
package piotest

import (
	"time"

	"github.com/ledpost/ledpost/hw/pio"
)

// Run feeds words to one program and calls pins with the levels of the pins
// after each cycle in which one changed, until the program waits for more words.
// levels are those at the start. It knows the instructions that package pio
// makes (RP2040 datasheet, section 3.4), and fails at any other.
func Run(p *pio.Program, words []uint32, levels uint32, pins func(at time.Duration, levels uint32)) error {
	b := New(levels, p)
	b.Send(0, words)
	return b.Run(pins)
}

// A Block is state machines that share pins and flags, the first with the lowest
// number. Where two drive a pin in one cycle the higher number wins (RP2040 datasheet,
// section 3.5.6). Only one goroutine may use it.
type Block struct {
	// Late, if set, says before each word whether the DMA of a machine has not brought
	// it yet.
	Late func(machine int) bool
	// Outside, if set, is the levels of the lines that other hardware drives, and which
	// those are.
	Outside func(at time.Duration) (levels, mask uint32)
	// Lag is how many cycles later than the lines change machines see it, 0 to 3: two
	// with the chip's synchronizers (RP2040 datasheet, section 3.5.6.3).
	Lag int
	// Deaf are lines whose levels no machine sees, since their pads let none in.
	Deaf uint32

	machines []*machine
	levels   uint32
	flags    uint8
	at       time.Duration
	cycles   int
	past     [4]uint32 // levels before this cycle, one before that, …
}

// seen is the levels that machines see.
func (b *Block) seen() uint32 { return b.Levels(b.Lag) &^ b.Deaf }

// New returns the machines of programs before their first instruction.
func New(levels uint32, programs ...*pio.Program) *Block {
	b := &Block{levels: levels, past: [4]uint32{levels, levels, levels, levels}}
	for n, p := range programs {
		b.machines = append(b.machines, &machine{p: p, block: b, number: n})
	}
	return b
}

// Levels returns the levels of the pins some cycles ago, 0 to 3.
func (b *Block) Levels(ago int) uint32 { return b.past[ago] }

// Send gives words to a machine.
func (b *Block) Send(machine int, words []uint32) {
	m := b.machines[machine]
	m.words, m.stalled = append(m.words, words...), false
	m.sent += len(words)
}

// Sent is how many words a machine was sent.
func (b *Block) Sent(machine int) int { return b.machines[machine].sent }

// Run goes on until all machines wait for words that nobody has sent, or for each other.
// It calls pins with the time and the levels after each cycle in which one changed.
func (b *Block) Run(pins func(at time.Duration, levels uint32)) error {
	for {
		before := b.levels
		idle, err := b.cycle()
		if err != nil {
			return err
		}
		if b.levels != before && pins != nil {
			pins(b.at, b.levels)
		}
		if idle {
			return nil
		}
		b.at += pio.Cycle
	}
}

// RunUntil is Run until a time, whatever the machines wait for.
func (b *Block) RunUntil(t time.Duration, pins func(at time.Duration, levels uint32)) error {
	for b.at < t {
		before := b.levels
		if _, err := b.cycle(); err != nil {
			return err
		}
		if b.levels != before && pins != nil {
			pins(b.at, b.levels)
		}
		b.at += pio.Cycle
	}
	return nil
}

// cycle is one clock of the block; idle says that nothing can happen any more.
func (b *Block) cycle() (idle bool, err error) {
	idle = true
	levels := b.levels
	var set, clear uint8
	for _, m := range b.machines {
		m.pins, m.set, m.clear = drive{}, 0, 0
		if b.cycles%m.p.Divider == 0 {
			stalled, err := m.cycle()
			if err != nil {
				return false, err
			}
			m.stalled = stalled
			set, clear = set|m.set, clear|m.clear
		}
		if m.p.Sticky {
			m.pins = m.pins.over(m.last)
		}
		// A machine whose clock is slower has not stalled before it had its turn.
		idle = idle && m.stalled && !m.late
		levels = levels&^m.pins.mask | m.pins.levels // a higher number wins
	}
	b.cycles++
	b.levels, b.flags = levels, b.flags&^clear|set
	if b.Outside != nil {
		levels, mask := b.Outside(b.at)
		b.levels = b.levels&^mask | levels&mask
	}
	b.past = [4]uint32{b.levels, b.past[0], b.past[1], b.past[2]}
	return idle && set|clear == 0, nil
}

// A drive is levels of the pins of a mask.
type drive struct{ levels, mask uint32 }

// over is both, with d where it drives.
func (d drive) over(under drive) drive {
	return drive{d.levels&d.mask | under.levels&^d.mask, d.mask | under.mask}
}
