// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"slices"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pio"
	"github.com/ledpost/ledpost/hw/refresh"
)

// A sender hands words to state machines, see pio.Device.
type sender interface {
	Send(machine int, words []uint32) error
}

// stream is the refresher's backend for PIO.
type stream struct {
	*wire
	turns    turns
	dev      sender
	packed   *packing
	control  int           // number of the controller
	commands []uint32      // of a refresh
	lines    []uint32      // that set up the panels' chips
	setUp    []uint32      // commands beside them
	woken    time.Duration // when they were set up, by refresh.Now
}

func newStream(w *wire, dev sender) *stream {
	s := &stream{wire: w, turns: turns{size: w.streamSize()}, dev: dev, packed: w.packing(),
		control: len(w.programs()) - 1, commands: w.commands(func(lit time.Duration) time.Duration { return lit })}
	setUp := w.setUp()
	if setUp == nil {
		return s
	}
	// A line in the dark comes first: the controller takes it when the row before is dark,
	// and only then the latch may be high while a line is shifted.
	last := w.lastRow()
	for _, word := range w.dark() {
		s.lines = append(s.lines, word|last|1<<w.Pins.OE)
	}
	s.setUp = w.command([]uint32{last}, 0)
	for line := range slices.Chunk(setUp, w.Width) {
		for _, word := range line {
			s.lines = append(s.lines, word|1<<w.Pins.OE)
		}
		s.setUp = append(s.setUp, w.command([]uint32{0}, 0)...) // lets go of the latch
	}
	return s
}

// lastRow is what the row that is lit last has set of the pins.
func (w *wire) lastRow() uint32 {
	all := w.selections()
	steps := all[len(all)-1]
	return steps[len(steps)-1]
}

// streamSize is how many words a picture has.
func (w *wire) streamSize() int {
	if p := w.packing(); p != nil {
		return p.size(w.Addresses * w.Planes)
	}
	return w.Addresses * w.Planes * w.Width
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
	releaseRIO(w)
	if err := dev.Run(w.foreign(), w.Pins.all(w.Chains, w.Lines), 1<<w.Pins.OE, w.programs()...); err != nil {
		return nil, err
	}
	s := newStream(w, dev)
	return s, s.start()
}

// start says how long a line is, and sets up the panels' chips.
func (s *stream) start() error {
	columns := s.Width
	if s.packed != nil {
		columns = s.packed.columns
	}
	if err := s.dev.Send(0, []uint32{uint32(columns - 1)}); err != nil {
		return err
	}
	if s.RowAddress == rowB707 {
		round := s.wire.commands(func(time.Duration) time.Duration { return 0 })
		if err := s.send(round, s.darkPicture()); err != nil {
			return err
		}
	}
	return s.wake()
}

// wake sets up the panels' chips, if they need that.
func (s *stream) wake() error {
	if len(s.setUp) == 0 {
		return nil
	}
	s.woken = refresh.Now()
	return s.send(s.setUp, s.lines)
}

// send hands the controller's words on before the words that it waits for, so that no
// transfer waits for a later one.
func (s *stream) send(commands, picture []uint32) error {
	if err := s.dev.Send(s.control, commands); err != nil {
		return err
	}
	if s.packed != nil && s.packed.second.bits > 0 {
		first := s.packed.words(s.Addresses * s.Planes)
		if err := s.dev.Send(1, picture[first:]); err != nil {
			return err
		}
		picture = picture[:first]
	}
	return s.dev.Send(0, picture)
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
	return s.send(s.commands, words)
}

// Blank implements refresh.Backend: a refresh without light leaves the panel's registers
// empty and the lines low, and the controller has the light off after each pulse.
func (s *stream) Blank() error {
	var commands []uint32
	for range s.Addresses * s.Planes {
		commands = append(commands, s.command([]uint32{1 << s.Pins.Latch, 0}, 0)...)
	}
	return s.send(commands, s.darkPicture())
}

// darkPicture is the words of a picture without light.
func (s *stream) darkPicture() []uint32 {
	dark := make([]uint32, s.turns.size)
	if s.packed != nil {
		s.packed.dark(s.wire, dark)
	} else {
		line := s.wire.dark()
		for i := range dark {
			if dark[i] = line[i%len(line)] | 1<<s.Pins.OE; i < s.Width {
				dark[i] |= s.lastRow() // which is lit until the controller takes this line
			}
		}
	}
	return dark
}
