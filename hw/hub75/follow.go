// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"errors"
	"time"

	"github.com/ledpost/ledpost/hw/pio"
	"github.com/ledpost/ledpost/hw/rio"
)

// With several chains, a Pi 5 writes the columns by the registers of its pins, with the scan
// of other boards. A state machine holds the light alone: it lights when the latch falls,
// counts, and goes dark by itself. So a late thread or a late write makes a dark gap, never
// a flash, and no word can be late: the machine doubles the pulse from plane to plane.

// follow is the machine's program. Its only word is the length of the first plane in
// cycles. While the latch is high, a high clock marks the first plane of a row.
func (w *wire) follow() *pio.Program {
	return &pio.Program{
		Set: w.Pins.OE, Branch: w.Pins.Clock, NoSide: true, Divider: 1, Wrap: 12, WrapTo: 1,
		Code: []uint16{
			0:  pio.Out(pio.ToY, 32),
			1:  pio.WaitPin(w.Pins.Latch, 1),
			2:  pio.Jump(pio.IfPin, 5),
			3:  pio.DoubleISR(),
			4:  pio.Jump(pio.Always, 6),
			5:  pio.ISRFromY(),
			6:  pio.WaitPin(w.Pins.Latch, 0),
			7:  pio.XFromISR(),
			8:  pio.Jump(pio.XDecrement, 9), // two cycles less: the loop makes one more than X, the switch is one
			9:  pio.Jump(pio.XDecrement, 10),
			10: pio.SetPin(0),
			11: pio.Jump(pio.XDecrement, 11),
			12: pio.SetPin(1),
		},
	}
}

// unit is the length of the first plane in cycles.
func (w *wire) unit() uint32 { return uint32((w.LSB + pio.Cycle/2) / pio.Cycle) }

const (
	// reaction is longer than the machine takes from the fall of the latch to the light, as
	// the registers show it: eleven cycles, four of them in synchronizers.
	reaction = 100 * time.Nanosecond
	// quickest is the least time between two writes at the pins, however many come at once:
	// 25 ns were measured (raspberrypi/linux#6279), two cycles are the limit of the machine.
	quickest = 2 * pio.Cycle
	// stuck is when the light is taken not to go off any more.
	stuck = 10 * time.Millisecond
	// nap is the shortest sleep that is worth it.
	nap = 10 * time.Microsecond
)

var (
	errLit  = errors.New("hub75: the light stays on: does another program use /dev/pio0 or the line of the light?")
	errDark = errors.New("hub75: the state machine of the light does not follow the latch")
	errRIO  = errors.New("hub75: writes to the registers of the lines have no effect")
)

// follower is a pulser whose light a state machine switches.
type follower struct {
	regs      *rio.Regs
	oe, clock uint32
	lit       []time.Duration
	sure      []bool // planes that are over before the next line is shifted, whatever was late
	plane     int    // the last one
	next      int
	end       time.Duration
	now       func() time.Duration
	sleep     func(until time.Duration)
}

func newFollower(w *wire, regs *rio.Regs, now func() time.Duration, sleep func(time.Duration)) *follower {
	return &follower{regs: regs, oe: 1 << w.Pins.OE, clock: 1 << w.Pins.Clock, lit: w.counted(), sure: w.sure(),
		plane: w.Planes - 1, now: now, sleep: sleep}
}

// counted are the pulses that the machine makes, in whole cycles.
func (w *wire) counted() (lit []time.Duration) {
	for plane := range w.Planes {
		lit = append(lit, pio.Cycle*time.Duration(w.unit()<<plane))
	}
	return lit
}

// sure says which planes are over before the next line is shifted, since the writes in
// between take longer even if all of them come at once.
func (w *wire) sure() (planes []bool) {
	line := time.Duration(w.Width*rio.Stores(w.Slow)) * quickest
	for _, lit := range w.counted() {
		planes = append(planes, lit+reaction <= line)
	}
	return planes
}

// pulse implements pulser: the light is on since the latch fell.
func (l *follower) pulse(plane int) {
	l.end = l.now() + l.lit[plane] + reaction
	l.plane, l.next = plane, (plane+1)%len(l.lit)
}

// wait implements pulser. A line was shifted since the latch fell, but at the end of a
// refresh: so the light is seen, or it is over.
func (l *follower) wait() (late time.Duration, err error) {
	if !l.sure[l.plane] {
		err = l.over()
	}
	if l.next != 0 {
		l.regs.Clear(l.clock) // not the first plane, see follow
	}
	return 0, err // no pulse is longer than its count
}

// over returns when the light is off.
func (l *follower) over() error {
	if l.end-l.now() > margin+nap {
		l.sleep(l.end - margin)
	}
	for l.now() < l.end {
	}
	for l.regs.Levels()&l.oe == 0 {
		if l.now() > l.end+stuck {
			return errLit
		}
	}
	return nil
}

// newFollowed returns the scan of panels whose light a machine of dev holds, which runs
// follow. It has shown a line in the dark.
func newFollowed(
	w *wire, regs *rio.Regs, dev sender, now func() time.Duration, sleep func(time.Duration),
) (*scan, error) {
	l := newFollower(w, regs, now, sleep)
	regs.Listen(l.oe)
	s := newScan(w, regs, l)
	s.now, s.sleepUntil, s.sleeps = now, sleep, w.naps()
	if err := dev.Send(0, []uint32{w.unit()}); err != nil {
		return nil, err
	}
	return s, s.follows(l)
}

// tries is how often the thread may be held up for longer than a pulse, see follows.
const tries = 8

// follows finds out whether registers and machine do what the scan needs: with a dark line
// in the panels it makes the pulses of a row and looks at the longest.
func (s *scan) follows(l *follower) error {
	s.regs.ClockOut([]uint32{s.colours, 0, s.colours &^ (s.colours - 1)}, s.colours, s.clock, s.Slow)
	if l.regs.Driven()&(s.colours|s.clock) != s.colours&^(s.colours-1)|s.clock {
		return errRIO
	}
	for range tries {
		for plane := range s.Planes {
			s.regs.ClockOut(s.dark(), s.colours, s.clock, s.Slow)
			if _, err := l.wait(); err != nil {
				return err
			}
			s.regs.Set(s.latch)
			s.pause()
			s.regs.Clear(s.latch | s.clock)
			l.pulse(plane)
		}
		for range int(reaction/quickest) + 1 {
			s.regs.Clear(0) // until the light is on, if all writes come at once
		}
		lit := l.regs.Levels()&l.oe == 0
		if err := l.over(); err != nil || lit {
			return err
		}
	}
	return errDark
}
