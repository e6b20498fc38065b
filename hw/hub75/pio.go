// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"time"

	"github.com/ledpost/ledpost/hw/pio"
)

// On the Pi 5 state machines of the PIO block drive the lines together. One shifts the
// words of a line in, while the line before is lit; another, the controller, latches and
// selects the row in the dark, and lights it. They meet by flags: the controller waits for
// a line that is shifted, whose machine waits until it is latched. The light depends on
// no word that could be late: the controller has its length before it begins.
//
// The controller has the highest number of all machines and is sticky, so that nothing
// that another one writes to all lines, the light's included, switches it.
const (
	flagReady   = 2 // a column of the second machine is on its lines, see packing
	flagShifted = 3 // a line is in the panels' registers
	flagLatched = 4 // and latched
	flagTaken   = 5 // the column was clocked in
)

// stepBits are the bits of a controller's command that count its words; the other bits
// count the light.
const stepBits = 10

// programs are the machines' programs, the controller's at the end.
func (w *wire) programs() []*pio.Program {
	if p := w.packing(); p != nil {
		return append(p.programs(w), w.controller())
	}
	return []*pio.Program{w.plain(), w.controller()}
}

// plain shifts lines with a word of all lines a column, where they cannot be packed. Its
// first word is how many columns follow the first one.
func (w *wire) plain() *pio.Program {
	return &pio.Program{
		OutCount: pio.Pins, Side: w.Pins.Clock, Divider: 2, Wrap: 6, WrapTo: 2,
		Code: []uint16{
			0: pio.ClearFlag(flagLatched), // of an earlier program
			1: pio.Out(pio.ToISR, 32),
			2: pio.XFromISR(),
			3: pio.Side(pio.Out(pio.ToPins, 32), 0, w.Slow),
			4: pio.Side(pio.Jump(pio.XDecrement, 3), 1, w.Slow),
			5: pio.SetFlag(flagShifted),
			6: pio.WaitFlag(flagLatched),
		},
	}
}

// controller takes commands: words for all lines, in the dark, and how long to light then.
func (w *wire) controller() *pio.Program {
	return &pio.Program{
		OutCount: pio.Pins, Set: w.Pins.OE, NoSide: true, Sticky: true, Divider: 1, Wrap: 11, WrapTo: 1,
		Code: []uint16{
			0:  pio.ClearFlag(flagShifted),
			1:  pio.Out(pio.ToY, stepBits),
			2:  pio.Out(pio.ToX, 32-stepBits),
			3:  pio.WaitFlag(flagShifted),
			4:  pio.Delay(pio.Out(pio.ToPins, 32), w.stepDelay()),
			5:  pio.Delay(pio.Jump(pio.YDecrement, 4), 3),
			6:  pio.SetPin(1), // dark as before, and all other lines are the others' again
			7:  pio.SetFlag(flagLatched),
			8:  pio.Jump(pio.XZero, 1),
			9:  pio.SetPin(0),
			10: pio.Jump(pio.XDecrement, 10),
			11: pio.SetPin(1),
		},
	}
}

// stepDelay is how many cycles a word of the controller stays besides five.
func (w *wire) stepDelay() int { return min(11+2*w.Slow, 31) }

// step is how long a word of the controller stays.
func (w *wire) step() time.Duration { return time.Duration(w.stepDelay()+5) * pio.Cycle }

// lightFor is what the controller counts to light for d; 0 is not at all.
func lightFor(d time.Duration) uint32 {
	if d == 0 {
		return 0
	}
	return uint32(max((d+pio.Cycle/2)/pio.Cycle, 3) - 2)
}

// command is the controller's command for steps, and then for light.
func (w *wire) command(steps []uint32, light time.Duration) []uint32 {
	all := []uint32{uint32(len(steps)-1) | lightFor(light)<<stepBits}
	for _, step := range steps {
		all = append(all, step|1<<w.Pins.OE)
	}
	return all
}

// commands are the commands of a refresh, with pulses as long as pulse makes them.
func (w *wire) commands(pulse func(time.Duration) time.Duration) (all []uint32) {
	settle := int((w.Settle + w.step() - 1) / w.step())
	for _, steps := range w.selections() {
		row := steps[len(steps)-1]
		latch := []uint32{row | 1<<w.Pins.Latch, row}
		first := append(steps[:len(steps)-1], latch...)
		for range settle {
			first = append(first, row)
		}
		for plane, lit := range w.pulses() {
			if plane == 0 {
				all = append(all, w.command(first, pulse(lit))...)
			} else {
				all = append(all, w.command(latch, pulse(lit))...)
			}
		}
	}
	return all
}
