// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/refresh"
)

// gpio are the registers of the lines: a [gpiomem.Regs] on models 0 to 4, a rio.Regs on a
// Pi 5.
type gpio interface {
	Set(mask uint32)
	Clear(mask uint32)
	Drive(mask, high uint32)
	ClockOut(words []uint32, mask, clk uint32, slow int)
}

// secondBank are the registers of the lines from GPIO 32 on: bit n for GPIO 32+n.
type secondBank interface {
	ClearSecond(mask uint32)
	DriveSecond(mask uint32)
	ClockOutBoth(words, next []uint32, mask, second, clk uint32, slow int)
}

// A scan shows frames through GPIO registers: shift a line in while the one
// before is lit, switch the light off, latch, select the row, light it.
type scan struct {
	*wire
	turns  turns
	regs   gpio
	pulser pulser
	note   string
	late   time.Duration
	// sleeps is how long pulses let the thread sleep in a refresh.
	sleeps     time.Duration
	processors int           // of the machine
	setUp      []uint32      // of the panels' chips
	setUpNext  []uint32      // beside it, of the second bank
	woken      time.Duration // when they were set up, by now
	// The clock: refresh.Now and refresh.SleepUntil, but in tests.
	now        func() time.Duration
	sleepUntil func(time.Duration)
	settle     func(time.Duration) // waits in the dark
	// Masks of the lines.
	colours, clock, latch, oe uint32
	second                    uint32     // colours of the second bank
	bank                      secondBank // nil where no line is in it
	address                   [][]uint32 // set of each address, step by step
	addressAll                uint32
}

// newScan makes outputs of the lines, dark, and sets up the panels' chips.
func newScan(w *wire, regs gpio, p pulser) *scan {
	s := &scan{
		wire: w, turns: turns{size: w.Addresses * w.Planes * w.columns()}, regs: regs, pulser: p, sleeps: w.idle(),
		setUp: w.setUp(), setUpNext: w.setUpSecond(), processors: refresh.Processors(),
		now: refresh.Now, sleepUntil: refresh.SleepUntil, settle: func(time.Duration) {},
		colours: w.Pins.colours(w.Chains), second: w.Pins.second(w.Chains),
		clock: 1 << w.Pins.Clock, latch: 1 << w.Pins.Latch, oe: 1 << w.Pins.OE,
		addressAll: w.Pins.address(31, w.Lines), address: w.selections(),
	}
	if w.Settle > 0 {
		s.settle = gpiomem.Calibrate().Wait
	}
	// Drive sets the levels, the light's to dark, before a line is an output.
	outputs := w.Pins.all(w.Chains, w.Lines)
	switch p.(type) {
	case *hardware, *follower:
		outputs &^= s.oe // the PWM block's, or a state machine's
	}
	regs.Drive(outputs, s.oe&outputs)
	if s.second != 0 {
		s.bank = regs.(secondBank) // a Pi 5 is refused, see fits
		s.bank.DriveSecond(s.second)
	}
	if w.RowAddress == rowB707 {
		for _, steps := range s.address {
			s.choose(steps)
		}
	}
	s.wake()
	if t, ok := p.(*timed); ok {
		t.async = s.shiftTime() * 3 / 2
	}
	return s
}

// wake sets up the panels' chips, if they need that. It shows nothing as long as
// the light is off.
func (s *scan) wake() {
	if len(s.setUp) == 0 {
		return
	}
	s.shift(s.setUp, s.setUpNext, s.colours|s.latch|s.Pins.address(1, 1))
	s.regs.Clear(s.latch | s.clock)
	s.woken = s.now()
}

// line shifts a line in, and returns the words after it.
func (s *scan) line(words []uint32) (rest []uint32) {
	if s.second == 0 {
		s.shift(words[:s.Width], nil, s.colours)
		return words[s.Width:]
	}
	s.shift(words[:s.Width], words[s.Width:2*s.Width], s.colours)
	return words[2*s.Width:]
}

// shift shifts words in, next beside them where the second bank has lines.
func (s *scan) shift(words, next []uint32, mask uint32) {
	if s.second == 0 {
		s.regs.ClockOut(words, mask, s.clock, s.Slow)
	} else {
		s.bank.ClockOutBoth(words, next, mask, s.second, s.clock, s.Slow)
	}
}

// shiftTime is how long a line takes, at the best of a few.
func (s *scan) shiftTime() time.Duration {
	// The best and not the mean: what holds the thread up now does not later.
	best := time.Hour
	dark := s.darkBoth()
	for range 8 {
		start := time.Now()
		s.line(dark)
		best = min(best, time.Since(start))
	}
	return best
}

// Refresh implements refresh.Backend.
func (s *scan) Refresh(frame []byte) error {
	words, err := s.turns.next(frame)
	if err != nil {
		return err
	}
	if s.now()-s.woken >= bus.HealEvery {
		s.wake() // between two refreshes it is dark
	}
	start := s.now()
	for address := range s.Addresses {
		for plane := range s.Planes {
			// Shifted while the plane before is lit: its registers are latched. Only
			// then it is waited for, and nothing is latched or addressed in the light.
			words = s.line(words)
			late, err := s.pulser.wait()
			if err != nil {
				return err
			}
			s.late = max(s.late, late)
			if plane == 0 {
				s.choose(s.address[address])
			}
			s.regs.Set(s.latch)
			s.pause()
			s.regs.Clear(s.latch | s.clock) // the clock was left high by ClockOut
			if plane == 0 {
				s.settle(s.Settle)
			}
			s.pulser.pulse(plane)
		}
	}
	late, err := s.pulser.wait()
	s.late = max(s.late, late)
	// In the dark, so that the rest costs light but no row is brighter than another.
	end := s.now()
	if d := rest(end-start, s.sleeps, s.processors); d > 0 {
		s.sleepUntil(end + d)
	}
	return err
}

// choose selects a row, in the dark.
func (s *scan) choose(steps []uint32) {
	for i, levels := range steps {
		if i > 0 { // a clock of a register, which is no faster than the columns' clock
			s.pause()
		}
		// Cleared before set: the rows in between do not show.
		s.regs.Clear(s.addressAll &^ levels)
		s.regs.Set(levels)
	}
}

// pause writes nothing as often as the slowdown says.
func (s *scan) pause() {
	for range s.Slow {
		s.regs.Clear(0)
	}
}

// Note implements refresh.Noter.
func (s *scan) Note() string { return s.note }

// Late implements refresh.Lateness.
func (s *scan) Late() time.Duration {
	late := s.late
	s.late = 0
	return late
}

// Blank implements refresh.Backend: the light off, and nothing in the registers
// of the panel that a light switched on by accident could show.
func (s *scan) Blank() error {
	_, err := s.pulser.wait() // after a Refresh that failed
	s.line(s.darkBoth())
	s.regs.Set(s.latch)
	s.pause()
	s.regs.Clear(s.latch | s.clock | s.colours | s.addressAll)
	if s.second != 0 {
		s.bank.ClearSecond(s.second)
	}
	s.regs.Drive(s.oe, s.oe) // also where another block had it
	return err
}
