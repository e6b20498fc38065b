// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pio"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/hw/rio"
)

// Kinds of refresher backends of this package, for [refresh.Main].
const (
	kindRegisters = "hub75"
	kindPIO       = "hub75-pio"
	kindRIO       = "hub75-rio"
)

// A drive is how a board drives the lines.
type drive struct {
	open refresh.Opener
	// takes is about how long a refresh takes, atMost the same where the kernel is slow.
	takes, atMost func(w *wire) time.Duration
	encoder       func(c *Config, g *geometry, w *wire, d pixel.Dither) *encoder
}

// drives are all of them, by the kinds of their backends.
func drives() map[string]drive {
	streamed := func(word time.Duration) func(*wire) time.Duration {
		return func(w *wire) time.Duration { return w.streamed(word) }
	}
	return map[string]drive{
		kindRegisters: {openRegisters, (*wire).registered, (*wire).duration, wordEncoder},
		kindPIO:       {openPIO, streamed(wordNow), streamed(wordBefore), streamEncoder},
		// Where there are no registers to write, it goes on as PIO, with the same frames.
		kindRIO: {openRIO, (*wire).followed, streamed(wordBefore), streamEncoder},
	}
}

// Backends are the refresher backends of this package.
func Backends() map[string]refresh.Opener {
	all := map[string]refresh.Opener{}
	for kind, d := range drives() {
		all[kind] = d.open
	}
	return all
}

// kindOf is the kind of the drive of a board.
func kindOf(c *Config, b gpiomem.Board) string {
	switch {
	case c.Backend == "bcm" || c.Backend == "auto" && b.Chip != gpiomem.BCM2712:
		return kindRegisters
	case c.Backend == "auto" && c.Parallel > 1 && c.Init == "" && c.Settle == 0:
		return kindRIO // the machine of the light knows neither latches of chips nor rows that settle
	}
	return kindPIO
}

// takes is about how long a refresh takes on the board, by the times that README.md has for
// it.
func (w *wire) takes() time.Duration { return drives()[w.Kind].takes(w) }

// The times of RIO: a write to the pins, of which a column at the usual slowdown takes
// three, 12 MHz (25 ns were measured: WiringPi#305), and a read, which nobody has measured.
const (
	writeRIO = 28 * time.Nanosecond
	readRIO  = time.Microsecond
)

// shiftRIO is how long a line takes by RIO.
func (w *wire) shiftRIO() time.Duration {
	return w.paced(time.Duration(w.Width*rio.Stores(w.Slow)+1) * writeRIO)
}

// followed is about how long a refresh by RIO takes: a line is shifted while the one before
// is lit, and then it is asked whether that is over.
func (w *wire) followed() (d time.Duration) {
	sure := w.sure()
	for plane, lit := range w.pulses() {
		d += max(lit, w.shiftRIO()) + reaction + w.paced(time.Duration(3+w.Slow)*writeRIO)
		if !sure[plane] {
			d += readRIO
		}
	}
	d *= time.Duration(w.Addresses)
	for _, steps := range w.selections() {
		d += w.paced(time.Duration(len(steps)*(2+w.Slow)) * writeRIO)
	}
	return d + rest(d, w.naps(), 4) // a Pi 5 has four processors
}

// naps is how long the pulses of a refresh by RIO let the thread sleep.
func (w *wire) naps() (d time.Duration) {
	for _, lit := range w.pulses() {
		if left := lit - w.shiftRIO() - margin; left > nap {
			d += left
		}
	}
	return d * time.Duration(w.Addresses)
}

// openRIO is openPIO with the columns by registers, if it can have them.
func openRIO(raw []byte) (refresh.Backend, error) { return either(raw, openFollowed, openPIO) }

// either opens a backend, or else the other one with the reason as its note.
func either(raw []byte, open, other refresh.Opener) (refresh.Backend, error) {
	b, err := open(raw)
	if err == nil {
		return b, nil
	}
	b, failed := other(raw)
	if failed != nil {
		return nil, failed
	}
	return noted{b, "with the columns by PIO, which is slower: " + err.Error()}, nil
}

// openFollowed opens the registers and the machine of the light.
func openFollowed(raw []byte) (refresh.Backend, error) {
	w, err := parameters(raw)
	if err != nil {
		return nil, err
	}
	regs, err := rio.Open()
	if err != nil {
		return nil, err
	}
	dev, err := pio.Open()
	if err != nil {
		return nil, err
	}
	releaseRIO(w)
	oe := uint32(1) << w.Pins.OE
	err = dev.Run(w.foreign(), oe, oe, w.follow())
	if err == nil {
		var s *scan
		if s, err = newFollowed(w, regs, dev, refresh.Now, refresh.SleepUntil); err == nil {
			return s, nil
		}
	}
	dev.Close() // for the programs of openPIO
	return nil, err
}

// releaseRIO makes inputs of the lines that another wiring drove by RIO, as release does
// on other boards. Without registers none did.
func releaseRIO(w *wire) {
	if regs, err := rio.Open(); err == nil {
		regs.Release(w.foreign() &^ uint32(gpiomem.Held()))
	}
}

// noted is a backend with a note.
type noted struct {
	refresh.Backend
	note string
}

// Note implements refresh.Noter.
func (n noted) Note() string { return n.note }
