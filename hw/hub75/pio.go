// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pio"
	"github.com/ledpost/ledpost/hw/refresh"
)

// On the Pi 5 a frame is a stream of commands for a PIO program. A line is
//
//	data command, a word of all pins a column,
//	pulse command, the pins with the latch high, the pins with the latch low
//
// Where a row is selected in several steps, they come before its lines as a data
// command of their own: its columns, all dark, fall off the end of the chain.
//
// Bit 0 of a command says which it is, the others are a count. All words have
// the light off: the program alone switches it, so it goes off in time even if
// the next word is late, and a program that was stopped between two commands
// leaves the panel dark.
const (
	streamLead  = 1
	streamTrail = 3

	commandPulse = 0
	commandData  = 1
)

// divider makes the program's step 10 ns.
const divider = 2

// program is the PIO program of w.
func (w *wire) program() *pio.Program {
	return &pio.Program{
		OutCount: pio.Pins, Set: w.Pins.OE, Side: w.Pins.Clock, Divider: divider, Wrap: 10,
		Code: []uint16{
			0: pio.Out(pio.ToY, 1),
			1: pio.Out(pio.ToX, 31),
			2: pio.Jump(pio.YZero, 6),
			// Data: X+1 words, each clocked in.
			3: pio.Side(pio.Out(pio.ToPins, 32), 0, w.Slow),
			4: pio.Side(pio.Jump(pio.XDecrement, 3), 1, w.Slow),
			5: pio.Jump(pio.Always, 0),
			// Pulse: latch and address, then light for X+2 steps.
			6:  pio.Side(pio.Out(pio.ToPins, 32), 0, 3),
			7:  pio.Side(pio.Out(pio.ToPins, 32), 0, 3),
			8:  pio.SetPin(0),
			9:  pio.Jump(pio.XDecrement, 9),
			10: pio.SetPin(1),
		},
	}
}

// pulse is the command that lights for d.
func pulse(d time.Duration) uint32 {
	const step = divider * pio.Cycle
	return uint32(max((d+step/2)/step, 2)-2)<<1 | commandPulse
}

// fill writes to a frame what is the same in all: commands, latches, addresses.
func (w *wire) fill(frame []uint32) {
	for len(frame) > 1 { // the last word is the number of pictures
		for _, steps := range w.streamSteps() {
			dark := steps[len(steps)-1] | 1<<w.Pins.OE
			if n := w.prelude(); n > 0 {
				frame[0] = uint32(len(steps)-1)<<1 | commandData
				for i, step := range steps {
					frame[streamLead+i] = step | 1<<w.Pins.OE
				}
				frame = frame[n:]
			}
			for _, lit := range w.pulses() {
				frame[0] = uint32(w.Width-1)<<1 | commandData
				frame = frame[streamLead+w.Width:]
				frame[0], frame[1], frame[2] = pulse(lit), dark|1<<w.Pins.Latch, dark
				frame = frame[streamTrail:]
			}
		}
	}
}

// stream is the refresher's backend for PIO.
type stream struct {
	*wire
	turns turns
	dev   interface{ Send(words []uint32) error }
	setUp []uint32      // of the panels' chips, a command before them
	woken time.Duration // when they were set up, by refresh.Now
}

func newStream(w *wire, dev interface{ Send(words []uint32) error }) *stream {
	s := &stream{wire: w, turns: turns{size: w.Addresses * (w.prelude() + w.Planes*(streamLead+w.Width+streamTrail))}, dev: dev}
	if setUp := w.setUp(); setUp != nil {
		s.setUp = append(s.setUp, uint32(len(setUp))<<1|commandData)
		for _, word := range append(setUp, 0) { // the last one lets go of the latch
			s.setUp = append(s.setUp, word|1<<s.Pins.OE)
		}
	}
	return s
}

func openPIO(raw []byte) (refresh.Backend, error) {
	w, err := parameters(raw)
	if err != nil {
		return nil, err
	}
	dev, err := pio.Open()
	if err != nil {
		return nil, err
	}
	if err := dev.Run(w.program(), w.foreign(), w.Pins.all(w.Chains, w.Lines), 1<<w.Pins.OE); err != nil {
		return nil, err
	}
	s := newStream(w, dev)
	return s, s.wake()
}

// wake sets up the panels' chips, if they need that.
func (s *stream) wake() error {
	if len(s.setUp) == 0 {
		return nil
	}
	s.woken = refresh.Now()
	return s.dev.Send(s.setUp)
}

// Refresh implements refresh.Backend.
func (s *stream) Refresh(frame []byte) error {
	words, err := s.turns.next(frame)
	if err != nil {
		return err
	}
	if refresh.Now()-s.woken >= bus.HealEvery {
		if err := s.wake(); err != nil {
			return err
		}
	}
	return s.dev.Send(words)
}

// Blank implements refresh.Backend: the program has the light off, and the
// panel's registers are left empty.
func (s *stream) Blank() error {
	dark := uint32(1) << s.Pins.OE
	words := []uint32{uint32(s.Width-1)<<1 | commandData}
	for _, word := range s.wire.dark() {
		words = append(words, word|dark)
	}
	// The shortest pulse there is, of dark rows: it latches them.
	return s.dev.Send(append(words, pulse(0), dark|1<<s.Pins.Latch, dark))
}
