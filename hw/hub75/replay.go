// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"io"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/vcd"
)

// Replay feeds a dump to the panels: a recording, or a capture of a logic analyser.
// Its lines have the names that recordings give them (OE, CLK, LAT, A to E, R1 to B2,
// P2_R1 and so on) or the names that names gives for these. frame is called after each
// refresh; an error of it ends the replay.
func (e *Emulator) Replay(d *vcd.Reader, names vcd.Wiring, frame func(at time.Duration) error) error {
	type line struct{ from, to int }
	var lines []line
	for name, pin := range lineNames(e.pins, e.config.Parallel, e.geometry.lines) {
		if other := names[name]; other != "" {
			name = other
		}
		from, err := d.Line(name)
		if err != nil {
			return fmt.Errorf("hub75: %w", err)
		}
		lines = append(lines, line{from, pin})
	}
	for frames := e.frames; ; {
		at, in, err := d.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("hub75: %w", err)
		}
		var levels uint64
		for _, l := range lines {
			levels |= in >> l.from & 1 << l.to
		}
		e.second = uint32(levels >> 32)
		e.Pins(at, uint32(levels))
		if e.frames == frames {
			continue
		}
		frames = e.frames
		if err := frame(at); err != nil {
			return err
		}
	}
	if err := e.Err(); err != nil {
		return err
	}
	return frame(e.at)
}

// Panel is a driver for the emulated panels: each Draw is shown once.
func (e *Emulator) Panel() *Panel {
	w := newWire(&e.config, e.geometry, e.pins, gpiomem.Board{})
	enc := newEncoder(&e.config, e.geometry, &e.pins, pixel.Dither{})
	s := &emulated{Emulator: e, tape: newTape(&w), frame: make([]byte, 4*enc.frameSize())}
	s.scan = newScan(&w, s.tape.Regs(), instant{s.tape.Regs(), 1 << e.pins.OE})
	return newPanel(enc, s)
}

// newTape is one with room for a refresh and setting up.
func newTape(w *wire) *gpiomem.Tape {
	lines := w.Addresses*w.Planes + 32 // with those that measure, set up, blank
	steps := w.Addresses * len(steps(w.RowAddress, 0, w.Addresses))
	return gpiomem.NewTape(lines*(w.Width*(3+2*w.Slow)+8+w.Slow) + 2*lines*(w.columns()-w.Width) + steps*(2+w.Slow) + 200)
}

// emulated is the sink of an emulator's Panel.
type emulated struct {
	*Emulator
	scan  *scan
	tape  *gpiomem.Tape
	frame []byte
}

func (s *emulated) Back() []byte { return s.frame }

func (s *emulated) Publish() error {
	if err := s.scan.Refresh(s.frame); err != nil {
		return err
	}
	s.play()
	return nil
}

func (s *emulated) play() {
	for i := range s.tape.Len() {
		s.Store(s.tape.At(i))
	}
	s.tape.Rewind()
}

func (s *emulated) Close() error {
	err := s.scan.Blank()
	s.play()
	return err
}
