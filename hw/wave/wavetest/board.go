// SPDX-License-Identifier: Apache-2.0

// Package wavetest models what package wave writes to: the registers of GPIO, clocks, DMA,
// PWM and PCM of a Raspberry Pi, and VideoCore's memory. It computes the level of each
// line from the clock's divider and the words that DMA reads while time goes on, by the
// manuals and without the driver's code. Time is time.Now, so tests use synctest.
package wavetest

import (
	"errors"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/wave"
)

// A Board is a modelled Raspberry Pi. Only one goroutine may use it.
type Board struct {
	// Level is called with each change of a line that a peripheral drives.
	Level func(line int, at time.Duration, high bool)
	// Deaf stops all requests of the peripherals, as if their clocks rested.
	Deaf bool
	// Refuse makes VideoCore refuse to allocate.
	Refuse bool
	// Faults are what the driver did against the manuals.
	Faults []string

	chip     gpiomem.Chip
	began    time.Time
	function [6]uint32
	clocks   map[uintptr]*clock // by the control register
	dma      [15]channel
	enabled  uint32
	pwm, pcm serial
	areas    map[uint32]*area
	handle   uint32
	level    [54]bool
	mapped   int
}

// New returns a board with a chip, at rest.
func New(c gpiomem.Chip) *Board {
	b := &Board{chip: c, began: time.Now(), clocks: map[uintptr]*clock{0x98: {}, 0xa0: {}}, areas: map[uint32]*area{}}
	b.pwm = serial{name: "PWM", depth: 16, clock: b.clocks[0xa0]}
	b.pcm = serial{name: "PCM", depth: 64, clock: b.clocks[0x98]}
	return b
}

// Left is how many areas of memory and mappings are still held.
func (b *Board) Left() int { return len(b.areas) + b.mapped }

// Busy reports whether a channel, peripheral or clock works.
func (b *Board) Busy() bool {
	b.advance()
	for i := range b.dma {
		if b.dma[i].active {
			return true
		}
	}
	return b.pwm.control != 0 || b.pcm.control != 0 || b.clocks[0x98].on || b.clocks[0xa0].on
}

// Function is a line's function, by table 6-2.
func (b *Board) Function(line int) uint32 { return b.function[line/10] >> (line % 10 * 3) & 7 }

// Steal does as another program that takes the PWM block and its clock.
func (b *Board) Steal() {
	b.advance()
	b.pwm.control, b.clocks[0xa0].divider = 1, 77
}

// Occupy leaves a channel busy for ever, as another program's.
func (b *Board) Occupy(n int) { b.dma[n] = channel{active: true, strange: true} }

// Chip implements wave.Hardware.
func (b *Board) Chip() gpiomem.Chip { return b.chip }

func (b *Board) fault(format string, a ...any) {
	b.Faults = append(b.Faults, fmt.Sprintf(format, a...))
}

// Block implements wave.Hardware.
func (b *Board) Block(offset int64) (wave.Words, error) {
	switch offset {
	case 0x7000, 0x101000, 0x200000, 0x203000, 0x20c000:
		b.mapped++
		return &registers{b, offset}, nil
	}
	return nil, errors.New("no such block")
}

// registers are the model of a block.
type registers struct {
	b     *Board
	block int64
}

func (r *registers) Close() error {
	r.b.mapped--
	return nil
}

func (r *registers) Load(reg uintptr) uint32 {
	r.b.advance()
	switch r.block {
	case 0x7000:
		return r.b.loadDMA(reg)
	case 0x101000:
		return r.b.loadClock(reg)
	case 0x200000:
		return r.b.function[reg/4]
	case 0x203000:
		return r.b.loadPCM(reg)
	}
	return r.b.loadPWM(reg)
}

func (r *registers) Store(reg uintptr, v uint32) {
	r.b.advance()
	switch r.block {
	case 0x7000:
		r.b.storeDMA(reg, v)
	case 0x101000:
		r.b.storeClock(reg, v)
	case 0x200000:
		r.b.function[reg/4] = v
	case 0x203000:
		r.b.storePCM(reg, v)
	default:
		r.b.storePWM(reg, v)
	}
}

// now is the time since the start.
func (b *Board) now() time.Duration { return time.Since(b.began) }
