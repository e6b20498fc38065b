// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"errors"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pio"
	"github.com/ledpost/ledpost/hw/refresh"
)

// A pulser lights one row for a time.
type pulser interface {
	// pulse begins to light the row for the plane, from darkness. It may return
	// before the end.
	pulse(plane int)
	// wait returns in darkness, with how late that was.
	wait() (late time.Duration, err error)
}

// errSound is why hardware pulses are refused.
var errSound = errors.New("hub75: on-board sound (snd_bcm2835) and the panel's pulses both need the PWM block: " +
	"set dtparam=audio=off in /boot/firmware/config.txt and restart the board, or set pulses = \"timed\" in the " +
	"[panel] table")

// timed is a pulser whose light the program switches. A pulse that is shorter than
// shifting the next line ends in pulse; a longer one lasts until wait, so that
// the line is shifted meanwhile.
type timed struct {
	regs  *gpiomem.Regs
	oe    uint32
	delay gpiomem.Delay
	lit   []time.Duration // of each plane
	async time.Duration   // from here on a pulse lasts until wait
	start time.Time       // of the pulse that lasts, zero in darkness
	end   time.Duration   // from start
}

func newTimed(w *wire, regs *gpiomem.Regs) *timed {
	return &timed{regs: regs, oe: 1 << w.Pins.OE, lit: w.pulses(), delay: gpiomem.Calibrate(), async: time.Hour}
}

// pulses are how long each plane is lit.
func (w *wire) pulses() []time.Duration {
	lit := make([]time.Duration, w.Planes)
	for plane := range lit {
		lit[plane] = w.LSB << plane
	}
	return lit
}

func (l *timed) pulse(plane int) {
	d := l.lit[plane]
	if d >= l.async {
		// Lit until wait, the start taken before the store: the light is not on
		// for longer than is counted.
		l.start, l.end = time.Now(), d
		l.regs.Clear(l.oe)
		return
	}
	l.regs.Clear(l.oe)
	l.delay.Wait(d)
	l.regs.Set(l.oe)
}

func (l *timed) wait() (time.Duration, error) {
	if l.start.IsZero() {
		return 0, nil
	}
	// Asleep for most of it, then awake and counting: a thread that is woken late
	// would leave the row too bright.
	snooze(l.end - time.Since(l.start))
	for time.Since(l.start) < l.end {
	}
	l.regs.Set(l.oe)
	late := time.Since(l.start) - l.end
	l.start = time.Time{}
	return late, nil
}

// pwmBlock is the PWM block of the chip, a [gpiomem.PWM]: Pulse begins a pulse,
// which ends by itself, and Wait returns after it.
type pwmBlock interface {
	Pulse(d time.Duration)
	Wait() error
}

// hardware is a pulser whose light the PWM block switches: a late program makes the
// dark between two pulses longer, never a pulse.
type hardware struct {
	pwm   pwmBlock
	lit   []time.Duration
	start time.Time
	end   time.Duration
}

func newHardware(w *wire, regs *gpiomem.Regs, pwm *gpiomem.PWM) (*hardware, error) {
	if err := pwm.Start(w.LSB); err != nil {
		return nil, err
	}
	pwm.Stop() // high, so dark, before the pin is its output
	f, _ := gpiomem.PWMFunction(w.Pins.OE)
	regs.SetFunction(w.Pins.OE, f)
	return &hardware{pwm: pwm, lit: w.pulses()}, nil
}

func (l *hardware) pulse(plane int) {
	l.start, l.end = time.Now(), l.lit[plane]
	l.pwm.Pulse(l.end) // ends by itself, however late wait comes
}

func (l *hardware) wait() (time.Duration, error) {
	if l.start.IsZero() {
		return 0, nil
	}
	snooze(l.end - time.Since(l.start))
	err := l.pwm.Wait()
	late := time.Since(l.start) - l.end
	l.start = time.Time{}
	return late, err
}

// margin is how long before the end of a pulse a thread should be awake: more
// than the kernel takes to wake one of high priority.
const margin = 40 * time.Microsecond

// snooze sleeps through most of the rest of a pulse, if that is worth it.
func snooze(d time.Duration) {
	if d > 2*margin {
		refresh.SleepUntil(refresh.Now() + d - margin)
	}
}

// idle is how long the pulses of a refresh let the thread sleep.
func (w *wire) idle() (d time.Duration) {
	for _, lit := range w.pulses() {
		if lit > 2*margin {
			d += lit - margin
		}
	}
	return d * time.Duration(w.Addresses)
}

// duration is about how long a refresh by registers takes, on the slow side:
// each plane is lit while the next one is shifted, 40 ns a column where the bus
// is faster than on the first models, which take 100 ns.
func (w *wire) duration() (d time.Duration) {
	column := 40 * time.Nanosecond
	if w.Board.Chip == gpiomem.BCM2835 {
		column = 100 * time.Nanosecond
	}
	if w.columns() > w.Width { // two stores more a column, besides 3 and the slowdown's
		column += column * 2 / time.Duration(3+2*w.Slow)
	}
	for _, lit := range w.pulses() {
		d += max(lit, w.paced(time.Duration(w.Width)*column)) + time.Microsecond
	}
	return d * time.Duration(w.Addresses)
}

// registered is duration with what else a refresh by registers takes: rows that settle,
// and the thread's rest.
func (w *wire) registered() time.Duration {
	processors := 4
	if w.Board.Chip == gpiomem.BCM2835 {
		processors = 1
	}
	d := w.duration() + w.Settle*time.Duration(w.Addresses)
	return d + rest(d, w.idle(), processors)
}

// streamed is about how long a refresh by PIO takes, if a word takes so long: a line is
// shifted while the one before is lit, in words and columns that have their times.
func (w *wire) streamed(word time.Duration) (d time.Duration) {
	lines := w.Addresses * w.Planes
	columns := time.Duration(w.Width) * 2 * time.Duration(1+w.Slow) * 2 * pio.Cycle
	if p := w.packing(); p != nil {
		columns = time.Duration(p.columns*(period+4*(w.Slow-1))) * pio.Cycle
	}
	words := w.streamSize() + len(w.commands(func(time.Duration) time.Duration { return 0 }))
	// the machine or the transfers, whichever is slower
	shift := max(columns, w.paced(time.Duration(words)*word)/time.Duration(lines))
	for _, lit := range w.pulses() {
		d += max(lit, shift) + 2*w.step() + 20*pio.Cycle
	}
	return (d + w.Settle) * time.Duration(w.Addresses)
}

// The times of a word by the kernel's transfers: 6.75 million a second since August 2025,
// before 2.7 million (README.md).
const (
	wordNow    = 148 * time.Nanosecond
	wordBefore = 375 * time.Nanosecond
)

// rest is how long the thread has to sleep after a refresh that took d, in
// darkness, if its pulses let it sleep for idle. Linux stops a real-time thread
// that is busy for 95 % of a second for the rest of it, and a board of one
// processor has other things to do as well.
func rest(d, idle time.Duration, processors int) time.Duration {
	share := d / 15 // busy for 15 parts of 16, which is 93.75 %
	if processors == 1 {
		share = d / 3 // 75 %
	}
	return max(share-idle, 0)
}
