// SPDX-License-Identifier: Apache-2.0

package hub75

import "github.com/ledpost/ledpost/hw/pio"

// period is how many cycles a column takes at the usual slowdown of a Pi 5, 1: 60 ns,
// which is 16.7 MHz. The panels' chips are made for 25 MHz or more, and cables are long.
const period = 12

// programs are those that shift lines. The first word of the first one is how many columns
// follow the first.
func (p *packing) programs(w *wire) []*pio.Program {
	first := &pio.Program{Out: p.first.first, OutCount: p.first.bits, Set: max(p.alone, 0), Side: w.Pins.Clock,
		Divider: 1, Bits: p.perWord() * p.bits() & 31}
	add := func(code ...uint16) { first.Code = append(first.Code, code...) }
	here := func() int { return len(first.Code) }
	add(pio.ClearFlag(flagLatched))
	if p.second.bits > 0 {
		add(pio.ClearFlag(flagReady))
	}
	add(pio.Out(pio.ToISR, p.perWord()*p.bits())) // the number of columns, kept for all lines
	first.WrapTo = here()
	add(pio.XFromISR())
	column := here()
	add(pio.Out(pio.ToPins, p.first.bits))
	if p.alone >= 0 {
		add(pio.Out(pio.ToY, 1), pio.SetPin(0), pio.Jump(pio.YZero, here()+4), pio.SetPin(1))
	} else {
		first.Code[column] = pio.Side(first.Code[column], 0, 4)
	}
	if p.second.bits > 0 {
		add(pio.WaitFlag(flagReady), pio.Side(pio.Jump(pio.Always, here()+2), 1, w.high(8)),
			pio.SetFlag(flagTaken), pio.Jump(pio.XDecrement, column))
	} else {
		add(pio.Side(pio.Jump(pio.XDecrement, column), 1, w.high(5)))
	}
	add(pio.SetFlag(flagShifted)) // the line may be latched, and the next one waits until it is
	first.Wrap = here()
	add(pio.WaitFlag(flagLatched))
	if p.second.bits == 0 {
		return []*pio.Program{first}
	}
	return []*pio.Program{first, p.follower()}
}

// high is the delay of a clock that is high, of a column with so many cycles besides.
func (w *wire) high(low int) int { return min(max(period-low-1+4*(w.Slow-1), 2), 15) }

// follower is the program of the second machine. It is sticky, since it has the next
// column on its lines while the controller writes to all of them.
func (p *packing) follower() *pio.Program {
	return &pio.Program{
		Out: p.second.first, OutCount: p.second.bits, NoSide: true, Sticky: true, Divider: 1, Wrap: 3, WrapTo: 1,
		Bits: p.second.columns() * p.second.bits & 31,
		Code: []uint16{
			0: pio.ClearFlag(flagTaken),
			1: pio.Out(pio.ToPins, p.second.bits),
			2: pio.SetFlag(flagReady),
			3: pio.WaitFlag(flagTaken),
		},
	}
}
