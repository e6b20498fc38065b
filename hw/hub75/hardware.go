// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/refresh"
)

// wire is what a backend has to know of the panels: the parameters that go to
// the refresher.
type wire struct {
	Pins      Pins
	Chains    int // parallel
	Lines     int // address lines
	Addresses int
	// RowAddress is how a row is selected, see steps.
	RowAddress string
	Width      int
	Planes     int
	LSB        time.Duration
	Slow       int
	Init       string
	Inverse    bool          // a low colour line lights
	Settle     time.Duration // in the dark after a row is selected
	Pulses     string
	Board      gpiomem.Board
	Kind       string // of the refresher's backend, see drives
	// Pace is how long shifts take here, in times of the table, see paceOf; 0 is 1. It
	// is for the choice of planes and pulses, no backend wants it.
	Pace float64 `json:"-"`
	// Tape records the writes to registers in this file, which has room for
	// TapeSize of them, instead of making them: for tests.
	Tape     string `json:",omitempty"`
	TapeSize int    `json:",omitempty"`
}

func newWire(c *Config, g *geometry, pins Pins, b gpiomem.Board) wire {
	w := wire{
		Pins: pins, Chains: c.Parallel, Lines: g.lines, Addresses: g.addresses, RowAddress: c.RowAddress, Width: g.width,
		Planes: c.Planes, LSB: time.Duration(c.LSB), Init: string(c.Init), Inverse: c.Inverse,
		Settle: time.Duration(c.Settle), Pulses: c.Pulses, Board: b, Slow: b.Chip.Slow(), Kind: kindOf(c, b),
	}
	if c.Slowdown != nil {
		w.Slow = *c.Slowdown
	}
	return w
}

// parameters reads what newWire wrote, in the other process.
func parameters(raw []byte) (*wire, error) {
	w := &wire{}
	if err := json.Unmarshal(raw, w); err != nil {
		return nil, fmt.Errorf("hub75: parameters: %w", err)
	}
	if w.Addresses < 1 || w.Width < 1 || w.Planes < 1 || w.LSB < 1 {
		return nil, errors.New("hub75: parameters: no panel")
	}
	return w, nil
}

// dark are the words of a line without light.
func (w *wire) dark() []uint32 {
	var word uint32
	if w.Inverse {
		word = w.Pins.colours(w.Chains)
	}
	return slices.Repeat([]uint32{word}, w.Width)
}

// foreign are the lines that another wiring drives and this one does not.
func (w *wire) foreign() uint32 { return driven() &^ w.Pins.all(w.Chains, w.Lines) }

// release makes inputs of the lines that another wiring drove until now, whose
// outputs stay as they were left. Where a bridge on the adapter connects two of
// them, as GPIO 4 and 18 on the HAT, they would drive against each other. Lines
// that are held, as the chip selects of SPI are by the kernel, are not ours.
func (w *wire) release(regs *gpiomem.Regs, held uint64) {
	for pin := range gpiomem.Pins {
		if (uint64(w.foreign())&^held)>>pin&1 != 0 && regs.Function(pin) == gpiomem.Output {
			regs.SetFunction(pin, gpiomem.Input)
		}
	}
}

// openRegisters opens the registers of a Broadcom chip, or a tape.
func openRegisters(raw []byte) (refresh.Backend, error) {
	w, err := parameters(raw)
	if err != nil {
		return nil, err
	}
	if w.Tape != "" {
		tape, err := gpiomem.OpenTape(w.Tape, w.TapeSize)
		if err != nil {
			return nil, err
		}
		w.release(tape.Regs(), 0)
		return &taped{newScan(w, tape.Regs(), newTimed(w, tape.Regs())), tape}, nil
	}
	regs, err := gpiomem.Open(w.Board)
	if err != nil {
		return nil, err
	}
	w.release(regs, gpiomem.Held()) // before any line is driven, the light's too
	return openScan(w, regs, gpiomem.OpenPWM, os.DirFS("/"))
}

// openScan returns the scan by registers that are open. open maps the PWM block, root
// is the file system.
func openScan(
	w *wire, regs *gpiomem.Regs, open func(gpiomem.Board) (*gpiomem.PWM, error), root fs.FS,
) (refresh.Backend, error) {
	pulser, note, err := openPulser(w, regs, open, root)
	if err != nil {
		return nil, err
	}
	s := newScan(w, regs, pulser)
	s.note = note
	return s, nil
}

// taped keeps the last refresh on its tape, and what blanked it.
type taped struct {
	*scan
	tape *gpiomem.Tape
}

// Refresh implements refresh.Backend.
func (t *taped) Refresh(frame []byte) error {
	t.tape.Rewind()
	return t.scan.Refresh(frame)
}

// openPulser decides what times the pulses: open maps the PWM block, root is the
// file system. The note is why it is not that block where it was wanted if it
// could be had.
func openPulser(w *wire, regs *gpiomem.Regs, open func(gpiomem.Board) (*gpiomem.PWM, error),
	root fs.FS) (p pulser, note string, err error) {
	const byProgram = "with pulses timed by the program: "
	_, wired := gpiomem.PWMFunction(w.Pins.OE)
	switch {
	case w.Pulses == "timed":
		return newTimed(w, regs), "", nil
	case w.Pulses == "auto" && !wired:
		return newTimed(w, regs), byProgram + fmt.Sprintf("the light (OE) is on GPIO %d, not 18 or 12", w.Pins.OE), nil
	case !wired:
		return nil, "",
			fmt.Errorf("hub75: pulses = \"pwm\" needs the light (OE) on GPIO 18 or 12, this wiring has it on %d", w.Pins.OE)
	}
	pwm, err := open(w.Board)
	if err != nil && w.Pulses == "auto" {
		return newTimed(w, regs), byProgram + err.Error(), nil
	}
	if err != nil {
		return nil, "", err
	}
	if gpiomem.SoundUsesPWM(root) {
		return nil, "", errSound
	}
	p, err = newHardware(w, regs, pwm)
	return p, "", err
}
