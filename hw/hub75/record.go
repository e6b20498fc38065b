// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/vcd"
)

// A recording writes one refresh of each frame to a dump of the panel's lines:
// each write to a pin takes a tick of 100 ns, each pulse as long as it is lit,
// to the tick.
type recording struct {
	w     *vcd.Writer
	scan  *scan
	tape  *gpiomem.Tape
	frame []byte
	lines []int // pins, by number of the line in the dump
	oe    uint32
	lit   []time.Duration

	at    time.Duration
	plane int // of the next pulse
}

func openRecording(c *Config, g *geometry, pins Pins, path string) (*Panel, error) {
	e := newEncoder(c, g, &pins, pixel.Dither{})
	w := newWire(c, g, pins, gpiomem.Board{})
	w.Slow = 0
	lines, numbers := recordedLines(&w)
	out, err := vcd.Create(path, lines...)
	if err != nil {
		return nil, fmt.Errorf("hub75: %w", err)
	}
	tape := newTape(&w)
	r := &recording{
		w: out, tape: tape, frame: make([]byte, 4*e.frameSize()), lines: numbers,
		oe: 1 << pins.OE, lit: w.pulses(),
	}
	r.scan = newScan(&w, tape.Regs(), instant{tape.Regs(), r.oe})
	r.replay()
	return newPanel(e, r), nil
}

// recordedLines are the lines in use and their pins.
func recordedLines(w *wire) (lines []vcd.Line, pins []int) {
	for name, pin := range lineNames(w.Pins, w.Chains, w.Lines) {
		lines = append(lines, vcd.Line{Name: name, High: name == "OE"})
		pins = append(pins, pin)
	}
	return lines, pins
}

// lineNames yields the names of the lines as people write them on adapters, and
// their pins; the names of the second chain begin with P2_, and so on.
func lineNames(pins Pins, chains, addresses int) iter.Seq2[string, int] {
	names := []string{"OE", "CLK", "LAT"}
	numbers := []int{pins.OE, pins.Clock, pins.Latch}
	names = append(names, []string{"A", "B", "C", "D", "E"}[:addresses]...)
	numbers = append(numbers, pins.Address[:addresses]...)
	for chain := range chains {
		prefix := ""
		if chain > 0 {
			prefix = fmt.Sprintf("P%d_", chain+1)
		}
		for i, name := range []string{"R1", "G1", "B1", "R2", "G2", "B2"} {
			names = append(names, prefix+name)
			numbers = append(numbers, pins.Colour[chain][i])
		}
	}
	return func(yield func(string, int) bool) {
		for i, name := range names {
			if !yield(name, numbers[i]) {
				return
			}
		}
	}
}

// instant is a pulser for tapes: the light goes on and off at once; the replay gives
// each pulse its length.
type instant struct {
	regs *gpiomem.Regs
	oe   uint32
}

func (l instant) pulse(int) {
	l.regs.Clear(l.oe)
	l.regs.Set(l.oe)
}

func (l instant) wait() (time.Duration, error) { return 0, nil }

func (r *recording) Back() []byte { return r.frame }

func (r *recording) Publish() error {
	if err := r.scan.Refresh(r.frame); err != nil {
		return err
	}
	r.replay()
	return r.w.Err()
}

// replay writes the tape to the dump, and clears the tape.
func (r *recording) replay() {
	// A frame begins when it was drawn, unless the one before is not over: the
	// lines of a recording are slower than a board's.
	r.at = max(r.at, r.w.Since())
	for i := range r.tape.Len() {
		offset, v := r.tape.At(i)
		changed, high, ok := stored(offset, v)
		if !ok {
			continue
		}
		for line, pin := range r.lines {
			if changed>>pin&1 != 0 {
				r.w.Set(r.at, line, high)
			}
		}
		r.at += vcd.Tick
		if offset == gpiomem.OutputClear && v&r.oe != 0 {
			// On the tape the light goes off at once; here it stays on as long as
			// it would.
			r.at += max(r.lit[r.plane].Round(vcd.Tick)-vcd.Tick, 0)
			r.plane = (r.plane + 1) % len(r.lit)
		}
	}
	r.tape.Rewind()
}

func (r *recording) Close() error {
	if err := r.scan.Blank(); err != nil {
		return err
	}
	r.replay()
	return r.w.Close()
}

// Replay feeds a dump to the panels: a recording, or a capture of a logic analyser.
// Its lines have the names that recordings give them (OE, CLK, LAT, A to E, R1 to B2,
// P2_R1 and so on) or the names that names gives for these. frame is called after each
// refresh; an error of it ends the replay.
func (e *Emulator) Replay(d *vcd.Reader, names vcd.Wiring, frame func(at time.Duration) error) error {
	if err := d.Expect(names, "CLK", nil, []string{"LAT", "OE"}); err != nil {
		return fmt.Errorf("hub75: %w", err)
	}
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
